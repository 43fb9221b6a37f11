(** Positions and weights in one machine word each. What the checker needs of words is a [machine], and all that is
    proved is proved of every machine that is [right]: whose functions are, of the numbers that words stand for,
    what they are called. [exact] computes with the numbers themselves, and is right by proof. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Masks.
Import ListNotations.
Local Open Scope Z_scope.

(** Whether so many digits are 1: an odd number of them. *)
Fixpoint odd_positive (p : positive) : bool :=
  match p with xH => true | xO p => odd_positive p | xI p => negb (odd_positive p) end.
Definition odd_ones (a : N) : bool := match a with N0 => false | Npos p => odd_positive p end.

(** Numbers of which some digits are together odd, or even, as each condition says. *)
Definition meets (a : N) (conditions : list (N * bool)) : bool :=
  forallb (fun c => Bool.eqb (odd_ones (N.land a (fst c))) (snd c)) conditions.

(** What all positions that can be reached are, and which of them are dead; the numbers of both, and how to go from the
    sets of positions in which so many jumps can have ended, a set for each hole, to those one jump further. *)
Record paths (T : Type) := Paths {
  all_reached : T;
  dead : T;
  path_views : list N;
  path_changes : list N;
  further : list T -> option (list T)  (* None where all are dead *)
}.

(** Sets of numbers, one bit for each. Where [explore] and [divide] have them from does not matter: what they say is
    checked. *)
Record tables := Tables {
  table : Type;
  inside : table -> N -> bool;
  leads : table -> list (N * bool) -> N -> table -> table -> bool;  (* members that meet these, with those digits changed, are in one of two *)
  lacks : table -> list (N * bool) -> bool;  (* no member meets these *)
  explore : board -> position -> Z -> option (table * list N * list N * Z);  (* views, changes, size *)
  divide : board -> position -> position -> position -> option (paths table)  (* start, pegs and free holes of the target *)
}.

Record right_tables (o : tables) : Prop := RightTables {
  leads_right : forall t conditions change u v, leads o t conditions change u v = true ->
    forall a, inside o t a = true -> meets a conditions = true ->
    inside o u (N.lxor a change) = true \/ inside o v (N.lxor a change) = true;
  lacks_right : forall t conditions, lacks o t conditions = true ->
    forall a, inside o t a = true -> meets a conditions = false
}.

Record machine := Machine {
  word : Type;  (* positions of so many holes *)
  width : nat;
  value : word -> position;
  to_word : position -> word;
  fits : word -> word -> word -> bool;  (* the digits of the first at the places of the second are the third *)
  flip : word -> word -> word;  (* the digits of the first, changed at the places of the second *)
  same_word : word -> word -> bool;
  less : word -> word -> bool;
  sum : Type;  (* integers of so great an absolute value *)
  limit : Z;
  amount : sum -> Z;
  to_sum : Z -> sum;
  plus_sum : sum -> sum -> sum;
  most_sum : sum -> sum -> bool;  (* the first is at most the second *)
  sets : option tables
}.

Record right (m : machine) : Prop := Right {
  to_word_right : forall p, N.shiftr p (N.of_nat (width m)) = 0%N -> value m (to_word m p) = p;
  fits_right : forall x y z, fits m x y z = N.eqb (N.land (value m x) (value m y)) (value m z);
  flip_right : forall x y, value m (flip m x y) = N.lxor (value m x) (value m y);
  same_right : forall x y, same_word m x y = N.eqb (value m x) (value m y);
  less_right : forall x y, less m x y = N.ltb (value m x) (value m y);
  to_sum_right : forall z, Z.abs z <= limit m -> amount m (to_sum m z) = z;
  plus_right : forall x y, Z.abs (amount m x + amount m y) <= limit m ->
    amount m (plus_sum m x y) = amount m x + amount m y;
  most_right : forall x y, most_sum m x y = Z.leb (amount m x) (amount m y);
  sets_right : match sets m with Some o => right_tables o | None => True end
}.

Definition exact (n : nat) (z : Z) : machine :=
  {| word := N; width := n; value := fun p => p; to_word := fun p => p;
     fits := fun x y z => N.eqb (N.land x y) z; flip := N.lxor; same_word := N.eqb; less := N.ltb;
     sum := Z; limit := z; amount := fun x => x; to_sum := fun x => x; plus_sum := Z.add; most_sum := Z.leb;
     sets := None |}.

Lemma exact_right n z : right (exact n z).
Proof. constructor; simpl; trivial. Qed.

(** A position of [n] holes. *)
Definition narrow (n : nat) (p : position) : bool := N.eqb (N.shiftr p (N.of_nat n)) 0.

Lemma narrow_has n p : narrow n p = true <-> forall h, (n <= h)%nat -> has p h = false.
Proof.
  unfold narrow. rewrite N.eqb_eq. split.
  - intros E h H. unfold has. replace (N.of_nat h) with (N.of_nat (h - n) + N.of_nat n)%N by lia.
    rewrite <- N.shiftr_spec, E by lia. apply N.bits_0.
  - intros H. apply N.bits_inj. intros k. rewrite N.shiftr_spec, N.bits_0 by lia.
    specialize (H (N.to_nat k + n)%nat ltac:(lia)). unfold has in H.
    replace (N.of_nat (N.to_nat k + n)) with (k + N.of_nat n)%N in H by lia. exact H.
Qed.

Lemma narrow_more n k p : (n <= k)%nat -> narrow n p = true -> narrow k p = true.
Proof. rewrite !narrow_has. intros L H h K. apply H. lia. Qed.

Lemma narrow_bit n h : (h < n)%nat -> narrow n (bit h) = true.
Proof. intros L. apply narrow_has. intros k K. rewrite has_bit. apply Nat.eqb_neq. lia. Qed.

Lemma narrow_lor n p q : narrow n p = true -> narrow n q = true -> narrow n (N.lor p q) = true.
Proof. rewrite !narrow_has. intros P Q h H. rewrite has_lor, P, Q; trivial. Qed.

(** How much all weights of a list can add up to. *)
Definition span (w : list Z) : Z := total (map Z.abs w).

Lemma span_nonneg w : 0 <= span w.
Proof.
  unfold span, total. induction w as [|x w IH]; cbn [map fold_right]; [lia|].
  revert IH. generalize (fold_right Z.add 0 (map Z.abs w)). lia.
Qed.

Lemma span_cons x w : span (x :: w) = Z.abs x + span w.
Proof. reflexivity. Qed.

Section Weigh.
  Variable m : machine.
  Hypothesis R : right m.

  Lemma word_of p : narrow (width m) p = true -> value m (to_word m p) = p.
  Proof. intros N % N.eqb_eq. apply to_word_right; trivial. Qed.

  (** The weights that are not 0, each with the word of its hole. *)
  Fixpoint tags (w : list Z) (h : nat) : list (word m * sum m) :=
    match w with
    | [] => []
    | x :: w => if x =? 0 then tags w (S h) else (to_word m (bit h), to_sum m x) :: tags w (S h)
    end.

  Fixpoint weigh_word (ws : list (word m * sum m)) (x : word m) (s : sum m) : sum m :=
    match ws with
    | [] => s
    | (b, y) :: ws => weigh_word ws x (if fits m x b b then plus_sum m s y else s)
    end.

  Lemma fits_bit x h : narrow (width m) (bit h) = true ->
    fits m x (to_word m (bit h)) (to_word m (bit h)) = has (value m x) h.
  Proof.
    intros N. rewrite (fits_right m R), word_of by trivial.
    apply eq_iff_eq_true. rewrite N.eqb_eq. split.
    - intros E. apply (f_equal (fun p => has p h)) in E. rewrite has_land, has_bit, Nat.eqb_refl, andb_true_r in E. exact E.
    - intros H. apply has_ext. intros k. rewrite has_land, has_bit. destruct (Nat.eqb_spec k h) as [->|]; [rewrite H; trivial|].
      apply andb_false_r.
  Qed.

  (** The total of the weights from hole [h] on. *)
  Lemma weigh_word_spec w : forall h p x s, (h + length w <= width m)%nat ->
    (forall k, has p k = has (value m x) (h + k)) -> Z.abs (amount m s) + span w <= limit m ->
    amount m (weigh_word (tags w h) x s) = amount m s + weigh w p.
  Proof.
    induction w as [|y w IH]; intros h p x s L E B; cbn [tags weigh]; [simpl; lia|].
    rewrite span_cons in B. pose proof (span_nonneg w) as P. simpl in L.
    assert (forall k, has (N.div2 p) k = has (value m x) (S h + k)) as E'.
    { intros k. unfold has at 1. rewrite N.div2_spec, N.shiftr_spec by lia.
      specialize (E (S k)). unfold has at 1 in E. rewrite Nat2N.inj_succ, <- N.add_1_r in E. rewrite E. f_equal. lia. }
    assert (N.odd p = has (value m x) h) as O.
    { specialize (E 0%nat). unfold has at 1 in E. simpl N.of_nat in E. rewrite N.bit0_odd, Nat.add_0_r in E. exact E. }
    rewrite O. destruct (Z.eqb_spec y 0) as [->|Y].
    - rewrite (IH (S h) (N.div2 p)) by (trivial; simpl in B; lia). destruct (has (value m x) h); lia.
    - cbn [weigh_word]. rewrite fits_bit by (apply narrow_bit; lia).
      assert (amount m (to_sum m y) = y) as Y' by (apply (to_sum_right m R); lia).
      destruct (has (value m x) h).
      + assert (amount m (plus_sum m s (to_sum m y)) = amount m s + y) as A.
        { rewrite (plus_right m R), Y'; trivial. rewrite Y'. lia. }
        rewrite (IH (S h) (N.div2 p)) by (trivial; rewrite ?A; lia). lia.
      + rewrite (IH (S h) (N.div2 p)) by (trivial; lia). lia.
  Qed.

  (** Does a position have this weight at least? *)
  Definition heavy (ws : list (word m * sum m)) (least zero : sum m) (x : word m) : bool :=
    most_sum m least (weigh_word ws x zero).

  Lemma heavy_spec w z x : (length w <= width m)%nat -> span w <= limit m -> Z.abs z <= limit m ->
    heavy (tags w 0) (to_sum m z) (to_sum m 0) x = (z <=? weigh w (value m x)).
  Proof.
    intros L B Z. unfold heavy. rewrite (most_right m R), (to_sum_right m R z Z).
    pose proof (span_nonneg w). assert (amount m (to_sum m 0) = 0) as A by (apply (to_sum_right m R); simpl; lia).
    rewrite (weigh_word_spec w 0 (value m x)) by (trivial; rewrite ?A; lia). rewrite A. f_equal.
  Qed.
End Weigh.
