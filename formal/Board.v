(** Holes, jumps, boards and positions, as in the rules of the game.

    A hole is its number; a position is a natural number whose binary digits say which holes hold a peg. So equal
    positions are equal numbers, and a set of positions is a set of numbers. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear.
Import ListNotations.

Record jump := Jump { from : nat; over : nat; landing : nat }.
Record board := Board { holes : nat; jumps : list jump }.
Definition position := N.

Definition has (p : position) (h : nat) : bool := N.testbit p (N.of_nat h).

Definition legal (p : position) (j : jump) : Prop :=
  has p (from j) = true /\ has p (over j) = true /\ has p (landing j) = false.

Definition move (p : position) (j : jump) : position :=
  N.setbit (N.clearbit (N.clearbit p (N.of_nat (from j))) (N.of_nat (over j))) (N.of_nat (landing j)).

(** A board is proper when every jump names three different holes of it. *)
Definition proper_jump (n : nat) (j : jump) : bool :=
  (from j <? n) && (over j <? n) && (landing j <? n)
  && negb (from j =? over j) && negb (from j =? landing j) && negb (over j =? landing j).
Definition proper (b : board) : bool := forallb (proper_jump (holes b)) (jumps b).

Lemma proper_jump_spec n j : proper_jump n j = true ->
  (from j < n /\ over j < n /\ landing j < n /\
   from j <> over j /\ from j <> landing j /\ over j <> landing j)%nat.
Proof.
  unfold proper_jump. rewrite !andb_true_iff, !negb_true_iff, !Nat.ltb_lt, !Nat.eqb_neq. tauto.
Qed.

Lemma proper_spec b j : proper b = true -> In j (jumps b) ->
  (from j < holes b /\ over j < holes b /\ landing j < holes b /\
   from j <> over j /\ from j <> landing j /\ over j <> landing j)%nat.
Proof. unfold proper. rewrite forallb_forall. auto using proper_jump_spec. Qed.

Definition on_board (b : board) (p : position) : Prop := forall h, (holes b <= h)%nat -> has p h = false.

(** ** What a jump does to each hole *)

Lemma has_ext p q : (forall h, has p h = has q h) -> p = q.
Proof.
  intros H. apply N.bits_inj. intros n. specialize (H (N.to_nat n)).
  unfold has in H. rewrite !N2Nat.id in H. exact H.
Qed.

Lemma has_move p j h : has (move p j) h =
  (h =? landing j) || (has p h && negb (h =? from j) && negb (h =? over j)).
Proof.
  unfold has, move. rewrite N.setbit_eqb, !N.clearbit_eqb.
  assert (E : forall k, (N.of_nat k =? N.of_nat h)%N = (h =? k)).
  { intros k. destruct (Nat.eqb_spec h k) as [->|Hk]; [apply N.eqb_refl|]. apply N.eqb_neq. lia. }
  rewrite !E. rewrite ?(Nat.eqb_sym _ h). destruct (h =? from j), (h =? over j), (h =? landing j), (N.testbit p (N.of_nat h)); auto.
Qed.

(** Pegs as numbers 0 and 1. *)
Definition peg (p : position) (h : nat) : Z := Z.b2z (has p h).

Local Open Scope Z_scope.

Lemma peg_01 p h : 0 <= peg p h <= 1.
Proof. unfold peg. destruct (has p h); simpl; lia. Qed.

Lemma peg_move n p j : proper_jump n j = true -> legal p j -> forall h,
  peg (move p j) h = peg p h + (unit (landing j) h + - 1 * unit (from j) h + - 1 * unit (over j) h).
Proof.
  intros P (Hs & Ho & Hl) h. apply proper_jump_spec in P as (_ & _ & _ & A & B & C).
  unfold peg, unit. rewrite has_move.
  destruct (Nat.eqb_spec h (landing j)), (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j));
    subst; try congruence; try contradiction; rewrite ?Hs, ?Ho, ?Hl; simpl; trivial.
  destruct (has p h); reflexivity.
Qed.

(** What a jump adds to the weight of a position. *)
Definition change (w : list Z) (j : jump) : Z := nth (landing j) w 0 - nth (from j) w 0 - nth (over j) w 0.

Definition weight (w : list Z) (p : position) : Z := dot w (peg p).

Lemma weight_move n w p j : proper_jump n j = true -> legal p j ->
  weight w (move p j) = weight w p + change w j.
Proof.
  intros P L. unfold weight. rewrite (dot_ext w (peg (move p j)) _ (fun i _ => peg_move n p j P L i)).
  rewrite !dot_add, !dot_scale, !dot_unit. unfold change. lia.
Qed.

(** ** Geometries: a board is three holes in a row wherever they lie one step apart *)

Inductive geometry := Orthogonal | Triangular | Diagonal.
Definition place := (Z * Z)%type.

Definition half_steps (g : geometry) : list place :=
  match g with
  | Orthogonal => [(0, 1); (1, 0)]
  | Triangular => [(0, 1); (1, 0); (1, 1)]
  | Diagonal => [(0, 1); (1, 0); (1, 1); (1, -1)]
  end.
Definition opposite (s : place) : place := (- fst s, - snd s).
Definition steps (g : geometry) : list place := half_steps g ++ map opposite (half_steps g).
Definition shift (a s : place) : place := (fst a + fst s, snd a + snd s).
Definition same (a b : place) : bool := (fst a =? fst b) && (snd a =? snd b).

(** The numbers of the holes that lie at a place, counted from [k]. *)
Fixpoint at_place (a : place) (k : nat) (l : list place) : list nat :=
  match l with
  | [] => []
  | b :: l' => if same a b then k :: at_place a (S k) l' else at_place a (S k) l'
  end.

Definition jumps_from (g : geometry) (l : list place) (h : nat) (a : place) : list jump :=
  flat_map (fun s =>
    flat_map (fun o => map (fun t => Jump h o t) (at_place (shift (shift a s) s) 0 l))
      (at_place (shift a s) 0 l)) (steps g).

Fixpoint all_jumps (g : geometry) (l : list place) (k : nat) (rest : list place) : list jump :=
  match rest with
  | [] => []
  | a :: rest' => jumps_from g l k a ++ all_jumps g l (S k) rest'
  end.

Definition grid (g : geometry) (l : list place) : board := Board (length l) (all_jumps g l 0 l).

Lemma same_spec a b : same a b = true <-> a = b.
Proof.
  destruct a, b. unfold same; simpl. rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; trivial|intros E; injection E; auto].
Qed.

Lemma at_place_spec a l : forall k h,
  In h (at_place a k l) <-> exists i, h = (k + i)%nat /\ nth_error l i = Some a.
Proof.
  induction l as [|b l IH]; intros k h; simpl.
  - split; [tauto|]. intros ([|i] & _ & E); discriminate.
  - assert (In h (at_place a (S k) l) <-> exists i, h = (k + S i)%nat /\ nth_error l i = Some a) as R.
    { rewrite IH. split; intros (i & -> & E); exists i; split; trivial; lia. }
    destruct (same a b) eqn:S; simpl; rewrite R.
    + apply same_spec in S as ->. split.
      * intros [<-|(i & -> & E)]; [exists 0%nat; split; auto; lia|exists (Datatypes.S i); auto].
      * intros ([|i] & -> & E); [left; lia|right; exists i; auto].
    + split.
      * intros (i & -> & E). exists (Datatypes.S i). auto.
      * intros ([|i] & -> & E); [|exists i; auto].
        simpl in E. injection E as ->. rewrite (proj2 (same_spec a a) eq_refl) in S. discriminate.
Qed.

Lemma all_jumps_spec g l rest : forall k j, In j (all_jumps g l k rest) <->
  exists i a s, from j = (k + i)%nat /\ nth_error rest i = Some a /\ In s (steps g) /\
    nth_error l (over j) = Some (shift a s) /\ nth_error l (landing j) = Some (shift (shift a s) s).
Proof.
  induction rest as [|a rest IH]; intros k j; simpl.
  - split; [tauto|]. intros ([|i] & a & s & _ & E & _); discriminate.
  - rewrite in_app_iff, IH. unfold jumps_from. rewrite in_flat_map. split.
    + intros [(s & Hs & (o & Ho & (t & <- & Ht) % in_map_iff) % in_flat_map)|(i & b & s & -> & H)].
      * apply at_place_spec in Ho as (o' & -> & Ho), Ht as (t' & -> & Ht).
        exists 0%nat, a, s. simpl. auto.
      * exists (S i), b, s. split; [lia|exact H].
    + intros ([|i] & b & s & E & Hb & Hs & Ho & Ht).
      * left. injection Hb as <-. exists s. split; auto. apply in_flat_map. exists (over j). split.
        { apply at_place_spec. exists (over j). auto. }
        apply in_map_iff. exists (landing j). split; [destruct j; simpl in *; f_equal; lia|].
        apply at_place_spec. exists (landing j). auto.
      * right. exists i, b, s. split; [lia|auto].
Qed.

(** The jumps of a grid are exactly the triples of holes in a row, one step apart. *)
Theorem grid_spec g l j : In j (jumps (grid g l)) <->
  exists a s, In s (steps g) /\ nth_error l (from j) = Some a /\
    nth_error l (over j) = Some (shift a s) /\ nth_error l (landing j) = Some (shift (shift a s) s).
Proof.
  simpl. rewrite all_jumps_spec. split.
  - intros (i & a & s & -> & H). exists a, s. tauto.
  - intros (a & s & H). exists (from j), a, s. tauto.
Qed.
