(** Holes, jumps, boards and positions, as in the rules of the game.

    A hole is its number; a position is a natural number whose binary digits say which holes hold a peg. So equal
    positions are equal numbers, and a set of positions is a set of numbers. *)

From Coq Require Import ZArith NArith List Lia Bool Arith FMapPositive.
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

Lemma same_spec a b : same a b = true <-> a = b.
Proof.
  destruct a, b. unfold same; simpl. rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; trivial|intros E; injection E; auto].
Qed.

(** Which hole lies at a place: a map by row, and in each row by column. *)
Module Map := PositiveMap.
Definition places := Map.t (Map.t nat).

Definition key (x : Z) : positive := match x with Z0 => 1 | Zpos p => p~0 | Zneg p => p~1 end.

Definition row_of (r : Z) (m : places) : Map.t nat :=
  match Map.find (key r) m with Some row => row | None => Map.empty nat end.
Definition find (a : place) (m : places) : option nat := Map.find (key (snd a)) (row_of (fst a) m).
Definition put (a : place) (h : nat) (m : places) : places :=
  Map.add (key (fst a)) (Map.add (key (snd a)) h (row_of (fst a) m)) m.

Fixpoint put_all (k : nat) (l : list place) (m : places) : places :=
  match l with [] => m | a :: l' => put_all (S k) l' (put a k m) end.
Definition numbered (l : list place) : places := put_all 0 l (Map.empty _).

Fixpoint apart_from (l : list place) (m : places) : bool :=
  match l with
  | [] => true
  | a :: l' => match find a m with Some _ => false | None => apart_from l' (put a 0 m) end
  end.
Definition apart (l : list place) : bool := apart_from l (Map.empty _).

Lemma key_inj x y : key x = key y -> x = y.
Proof. destruct x, y; simpl; congruence. Qed.

Lemma find_put a b h m : find a (put b h m) = if same a b then Some h else find a m.
Proof.
  destruct a as [r c], b as [r' c']. unfold find, put, row_of, same. simpl.
  destruct (Z.eqb_spec r r') as [->|R]; simpl.
  - rewrite Map.gss. destruct (Z.eqb_spec c c') as [->|C]; [apply Map.gss|].
    apply Map.gso. intros K. apply C, key_inj, K.
  - rewrite Map.gso; trivial. intros K. apply R, key_inj, K.
Qed.

Lemma find_nothing a : find a (Map.empty _) = None.
Proof. unfold find, row_of. rewrite !Map.gempty. trivial. Qed.

Lemma find_put_all a l : forall k m, ~ In a l -> find a (put_all k l m) = find a m.
Proof.
  induction l as [|b l IH]; intros k m N; simpl; trivial. simpl in N. rewrite IH, find_put by tauto.
  destruct (same a b) eqn:S; trivial. apply same_spec in S as ->. tauto.
Qed.

Lemma find_numbered_from a l : NoDup l -> forall k m h, find a m = None ->
  find a (put_all k l m) = Some h <-> exists i, h = (k + i)%nat /\ nth_error l i = Some a.
Proof.
  induction 1 as [|b l N D IH]; intros k m h M; simpl.
  - rewrite M. split; [discriminate|]. intros ([|i] & _ & E); discriminate.
  - destruct (same a b) eqn:S.
    + apply same_spec in S as ->. rewrite find_put_all, find_put, (proj2 (same_spec b b) eq_refl) by trivial.
      split; [intros E; injection E as <-; exists 0%nat; split; auto; lia|].
      intros ([|i] & -> & E); [f_equal; lia|]. elim N. exact (nth_error_In l i E).
    + rewrite IH by (rewrite find_put, S; trivial). split.
      * intros (i & -> & E). exists (Datatypes.S i). split; trivial. lia.
      * intros ([|i] & -> & E); [|exists i; split; trivial; lia].
        simpl in E. injection E as ->. rewrite (proj2 (same_spec a a) eq_refl) in S. discriminate.
Qed.

Lemma find_numbered a l h : NoDup l -> find a (numbered l) = Some h <-> nth_error l h = Some a.
Proof.
  intros D. unfold numbered. rewrite (find_numbered_from a l D 0 _ h (find_nothing a)). simpl.
  split; [intros (i & -> & E); trivial|intros E; exists h; auto].
Qed.

Lemma apart_from_spec l : forall m, apart_from l m = true ->
  NoDup l /\ forall a, In a l -> find a m = None.
Proof.
  induction l as [|b l IH]; intros m H; simpl in H; [split; [constructor|intros a []]|].
  destruct (find b m) eqn:F; [discriminate|]. apply IH in H as [D N]. split.
  - constructor; trivial. intros I. apply N in I. rewrite find_put, (proj2 (same_spec b b) eq_refl) in I. discriminate.
  - intros a [<-|I]; trivial. apply N in I. rewrite find_put in I. destruct (same a b); [discriminate|trivial].
Qed.

Theorem apart_spec l : apart l = true -> NoDup l.
Proof. intros D. apply apart_from_spec in D as [D _]. exact D. Qed.

Definition jumps_from (g : geometry) (m : places) (h : nat) (a : place) : list jump :=
  flat_map (fun s =>
    match find (shift a s) m with
    | None => []
    | Some o => match find (shift (shift a s) s) m with None => [] | Some t => [Jump h o t] end
    end) (steps g).

Fixpoint all_jumps (g : geometry) (m : places) (k : nat) (rest : list place) : list jump :=
  match rest with
  | [] => []
  | a :: rest' => jumps_from g m k a ++ all_jumps g m (S k) rest'
  end.

Definition grid (g : geometry) (l : list place) : board := Board (length l) (all_jumps g (numbered l) 0 l).

Lemma all_jumps_spec g m rest : forall k j, In j (all_jumps g m k rest) <->
  exists i a s, from j = (k + i)%nat /\ nth_error rest i = Some a /\ In s (steps g) /\
    find (shift a s) m = Some (over j) /\ find (shift (shift a s) s) m = Some (landing j).
Proof.
  induction rest as [|a rest IH]; intros k j; simpl.
  - split; [tauto|]. intros ([|i] & a & s & _ & E & _); discriminate.
  - rewrite in_app_iff, IH. unfold jumps_from. rewrite in_flat_map. split.
    + intros [(s & Hs & J)|(i & b & s & -> & H)].
      * destruct (find (shift a s) m) as [o|] eqn:O; [|destruct J].
        destruct (find (shift (shift a s) s) m) as [t|] eqn:T; [|destruct J].
        destruct J as [<-|[]]. exists 0%nat, a, s. simpl. repeat split; trivial; lia.
      * exists (S i), b, s. split; [lia|exact H].
    + intros ([|i] & b & s & E & Hb & Hs & Ho & Ht).
      * left. injection Hb as <-. exists s. split; trivial. rewrite Ho, Ht. left.
        destruct j; simpl in *. f_equal. lia.
      * right. exists i, b, s. split; [lia|auto].
Qed.

(** Where no two holes lie at one place, the jumps of a grid are exactly the triples of holes in a row, one step
    apart. *)
Theorem grid_spec g l j : NoDup l -> In j (jumps (grid g l)) <->
  exists a s, In s (steps g) /\ nth_error l (from j) = Some a /\
    nth_error l (over j) = Some (shift a s) /\ nth_error l (landing j) = Some (shift (shift a s) s).
Proof.
  intros D. simpl. rewrite all_jumps_spec. split.
  - intros (i & a & s & -> & A & S & O & T). rewrite !(find_numbered _ _ _ D) in *. exists a, s. auto.
  - intros (a & s & S & A & O & T). exists (from j), a, s. rewrite !(find_numbered _ _ _ D). auto.
Qed.

Lemma step_moves g s a : In s (steps g) -> shift a s <> a /\ shift (shift a s) s <> a /\ shift (shift a s) s <> shift a s.
Proof.
  intros S. assert (fst s <> 0 \/ snd s <> 0) as N.
  { destruct g; simpl in S; repeat (destruct S as [S|S]; [subst s; simpl; lia|]); destruct S. }
  destruct a as [r c], s as [x y]. unfold shift. simpl in *.
  repeat split; intros E; injection E; lia.
Qed.

Theorem grid_proper g l : NoDup l -> proper (grid g l) = true.
Proof.
  intros D. apply forallb_forall. intros j (a & s & S & A & O & T) % (grid_spec g l j D).
  assert (forall h b, nth_error l h = Some b -> (h < length l)%nat) as L.
  { intros h b E. apply nth_error_Some. congruence. }
  destruct (step_moves g s a S) as (X & Y & Z).
  unfold proper_jump. rewrite !andb_true_iff, !negb_true_iff, !Nat.ltb_lt, !Nat.eqb_neq. simpl holes.
  repeat split; eauto; intros E; rewrite E in *; congruence.
Qed.
