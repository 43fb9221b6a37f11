(** Sets of positions, and the level one jump further on or back. Only one direction is proved, that nothing is
    left out: a set with too much in it would be found by its size or be harmless. *)

From Coq Require Import ZArith NArith List Lia Bool Arith SetoidList MSetPositive.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.

Definition code (p : position) : positive := N.succ_pos p.
Definition decode (x : positive) : position := Pos.pred_N x.

Lemma decode_code p : decode (code p) = p.
Proof. apply N.pos_pred_succ. Qed.

Definition level := PositiveSet.t.
Definition isin (p : position) (l : level) : bool := PositiveSet.mem (code p) l.
Definition insert (p : position) (l : level) : level := PositiveSet.add (code p) l.
Definition nothing : level := PositiveSet.empty.
Definition single (p : position) : level := insert p nothing.
Definition count (l : level) : Z := PositiveSet.fold (fun _ n => Z.succ n) l 0%Z.
Definition all (f : position -> bool) (l : level) : bool := PositiveSet.for_all (fun x => f (decode x)) l.

Lemma isin_insert p q l : isin p l = true -> isin p (insert q l) = true.
Proof.
  unfold isin, insert. intros H % PositiveSet.mem_spec. apply PositiveSet.mem_spec, PositiveSet.add_spec. auto.
Qed.

Lemma isin_inserted p l : isin p (insert p l) = true.
Proof. apply PositiveSet.mem_spec, PositiveSet.add_spec. auto. Qed.

Lemma all_spec f l p : all f l = true -> isin p l = true -> f p = true.
Proof.
  unfold all, isin. intros A M % PositiveSet.mem_spec.
  apply PositiveSet.for_all_spec in A; [|intros x y ->; reflexivity].
  specialize (A _ M). simpl in A. rewrite decode_code in A. exact A.
Qed.

(** Which of the holes of a jump must hold pegs, and which holes it touches: a test and a step are then one
    operation each on the whole position. *)
Definition bit (h : nat) : N := N.shiftl 1 (N.of_nat h).
Definition touched (j : jump) : N := N.lor (bit (from j)) (N.lor (bit (over j)) (bit (landing j))).
Definition ahead (b : board) : list (N * N) :=
  map (fun j => (N.lor (bit (from j)) (bit (over j)), touched j)) (jumps b).
Definition behind (b : board) : list (N * N) := map (fun j => (bit (landing j), touched j)) (jumps b).

Definition add_neighbours (masks : list (N * N)) (keep : position -> bool) (p : position) (l : level) : level :=
  fold_left (fun l m =>
    if N.eqb (N.land p (snd m)) (fst m) then
      let q := N.lxor p (snd m) in if isin q l then l else if keep q then insert q l else l
    else l) masks l.

Definition next (masks : list (N * N)) (keep : position -> bool) (l : level) : level :=
  PositiveSet.fold (fun x => add_neighbours masks keep (decode x)) l nothing.

Section Grown.
  Variables (masks : list (N * N)) (keep : position -> bool).

  Lemma add_neighbours_keeps p q l : isin q l = true -> isin q (add_neighbours masks keep p l) = true.
  Proof.
    unfold add_neighbours. revert l. induction masks as [|m ms IH]; simpl; intros l H; trivial.
    apply IH. destruct (_ =? _)%N; trivial. destruct (isin (N.lxor _ _) l); trivial.
    destruct (keep _); auto using isin_insert.
  Qed.

  Lemma add_neighbours_adds p m l : In m masks -> N.land p (snd m) = fst m -> keep (N.lxor p (snd m)) = true ->
    isin (N.lxor p (snd m)) (add_neighbours masks keep p l) = true.
  Proof.
    intros M E K. apply in_split in M as (before & after & M). unfold add_neighbours. rewrite M, fold_left_app. simpl.
    rewrite E, N.eqb_refl, K. set (l' := fold_left _ before l).
    assert (forall ms l, isin (N.lxor p (snd m)) l = true -> isin (N.lxor p (snd m)) (fold_left (fun l m =>
      if N.eqb (N.land p (snd m)) (fst m) then
        let q := N.lxor p (snd m) in if isin q l then l else if keep q then insert q l else l else l) ms l) = true) as S.
    { induction ms as [|m' ms IH]; simpl; intros k H; trivial.
      apply IH. destruct (_ =? _)%N; trivial. destruct (isin (N.lxor p (snd m')) k); trivial.
      destruct (keep (N.lxor p (snd m'))); auto using isin_insert. }
    apply S. destruct (isin (N.lxor p (snd m)) l') eqn:I; trivial. apply isin_inserted.
  Qed.

  Lemma next_spec p m l : isin p l = true -> In m masks -> N.land p (snd m) = fst m ->
    keep (N.lxor p (snd m)) = true -> isin (N.lxor p (snd m)) (next masks keep l) = true.
  Proof.
    intros L M E K. unfold next. rewrite PositiveSet.fold_spec.
    apply PositiveSet.mem_spec, PositiveSet.elements_spec1, InA_alt in L as (x & X & L).
    apply in_split in L as (before & after & ->). rewrite fold_left_app. simpl.
    change (code p = x) in X. rewrite <- X, decode_code.
    set (l' := fold_left _ before _).
    pose proof (add_neighbours_adds p m l' M E K) as I. revert I.
    generalize (add_neighbours masks keep p l') as k.
    induction after as [|y after IH]; simpl; intros k I; trivial. apply IH. apply add_neighbours_keeps, I.
  Qed.
End Grown.

(** ** The masks of a jump say what the rules say *)

Lemma has_bit h k : has (bit h) k = (k =? h)%nat.
Proof.
  unfold has, bit. destruct (Nat.eqb_spec k h) as [->|D].
  - rewrite N.shiftl_spec_high by lia. rewrite N.sub_diag. reflexivity.
  - destruct (Nat.lt_ge_cases k h).
    + apply N.shiftl_spec_low. lia.
    + rewrite N.shiftl_spec_high by lia. apply N.bits_above_log2. simpl. lia.
Qed.

Lemma has_land p q h : has (N.land p q) h = has p h && has q h.
Proof. apply N.land_spec. Qed.
Lemma has_lor p q h : has (N.lor p q) h = has p h || has q h.
Proof. apply N.lor_spec. Qed.
Lemma has_lxor p q h : has (N.lxor p q) h = xorb (has p h) (has q h).
Proof. apply N.lxor_spec. Qed.

Ltac by_holes h := apply has_ext; intros h; unfold touched;
  rewrite ?has_move, ?has_lxor, ?has_land, ?has_lor, ?has_bit, ?has_move.

Lemma jump_ahead n p j : proper_jump n j = true -> legal p j ->
  N.land p (touched j) = N.lor (bit (from j)) (bit (over j)) /\ N.lxor p (touched j) = move p j.
Proof.
  intros P (Hs & Ho & Hl). apply proper_jump_spec in P as (_ & _ & _ & A & B & C). split; by_holes h;
    destruct (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j)), (Nat.eqb_spec h (landing j));
    subst; try congruence; try contradiction; rewrite ?Hs, ?Ho, ?Hl; trivial; destruct (has p h); reflexivity.
Qed.

Lemma jump_behind n p j : proper_jump n j = true -> legal p j ->
  N.land (move p j) (touched j) = bit (landing j) /\ N.lxor (move p j) (touched j) = p.
Proof.
  intros P (Hs & Ho & Hl). apply proper_jump_spec in P as (_ & _ & _ & A & B & C). split; by_holes h;
    destruct (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j)), (Nat.eqb_spec h (landing j));
    subst; try congruence; try contradiction; rewrite ?Hs, ?Ho, ?Hl; trivial; destruct (has p h); reflexivity.
Qed.

Theorem next_ahead b keep l p j : proper b = true -> isin p l = true -> In j (jumps b) -> legal p j ->
  keep (move p j) = true -> isin (move p j) (next (ahead b) keep l) = true.
Proof.
  intros P L J G K. unfold proper in P. rewrite forallb_forall in P.
  destruct (jump_ahead (holes b) p j (P j J) G) as [A M]. rewrite <- M in *.
  apply (next_spec (ahead b) keep p (N.lor (bit (from j)) (bit (over j)), touched j)); trivial.
  exact (in_map (fun j => (N.lor (bit (from j)) (bit (over j)), touched j)) _ j J).
Qed.

Theorem next_behind b keep l p j : proper b = true -> isin (move p j) l = true -> In j (jumps b) -> legal p j ->
  keep p = true -> isin p (next (behind b) keep l) = true.
Proof.
  intros P L J G K. unfold proper in P. rewrite forallb_forall in P.
  destruct (jump_behind (holes b) p j (P j J) G) as [A M]. rewrite <- M in K. rewrite <- M at 1.
  apply (next_spec (behind b) keep (move p j) (bit (landing j), touched j)); trivial.
  exact (in_map (fun j => (bit (landing j), touched j)) _ j J).
Qed.
