(** Trees of cases over the legs of a play. A tree of kind [tree] is one on a single leg, a [turn] one whose root
    is a split, [legs] the general form. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Counts Legs.
Import ListNotations.
Local Open Scope Z_scope.

(** Legs and middle positions are numbered from 0. Multipliers are of what a bound supposes ([Bound.v]). *)
Inductive node :=
  | ByWeights (of_pegs : Z) (of_sums : list Z) (u : list Z) (ws : list (list Z))
  | ByCount (leg : nat) (j : jump) (k : Z) (low high : node)
  | ByMiddle (leg hole : nat) (none peg : node)
  | ByFree (hole : nat) (none peg : node)
  | Split (leg : nat) (o : order) (set : list jump) (never : node) (cases : branches)
with branches :=
  | NoMore
  | Case (j : jump) (n : node) (rest : branches).

Scheme node_mut := Induction for node Sort Prop
  with branches_mut := Induction for branches Sort Prop.

Fixpoint case_jumps (cs : branches) : list jump :=
  match cs with NoMore => [] | Case j _ rest => j :: case_jumps rest end.

Fixpoint distinct (js : list jump) : bool :=
  match js with [] => true | j :: js' => negb (member j js') && distinct js' end.

Definition within (js ks : list jump) : bool := forallb (fun j => member j ks) js.

Lemma within_spec js ks : within js ks = true <-> incl js ks.
Proof.
  unfold within. rewrite forallb_forall. split; intros H j Hj; apply member_spec; auto.
Qed.

(** One case for each jump of the set and for no other. *)
Definition covers (js ks : list jump) : bool := distinct js && within js ks && within ks js.

Section Refutation.
  Variables (b : board) (free : position).

  Definition leaf_refutes (c : chain) (u : list Z) (ws : list (list Z)) (p : position) : bool :=
    match worst b c u ws with Some z => z + weigh u p <? 0 | None => false end.

  (** [lost]: it is known already that no play comes here. Cutting a leg drops bounds, but this is kept. *)
  Fixpoint refutes (p : position) (lost : bool) (c : chain) (n : node) : bool :=
    let lost := lost || dead_end c in
    match n with
    | ByWeights _ _ u ws => lost || leaf_refutes c u ws p
    | ByCount a j k low high =>
        let i := index j (jumps b) in
        member j (jumps b) && (a <? size c)%nat
        && refutes p lost (with_counts a (change_at i (at_most k)) c) low
        && refutes p lost (with_counts a (change_at i (at_least (k + 1))) c) high
    | ByMiddle a h none peg =>
        (S a <? size c)%nat && (h <? holes b)%nat
        && refutes p lost (with_end a (change_at h (at_most 0)) c) none
        && refutes p lost (with_end a (change_at h (at_least 1)) c) peg
    | ByFree h none peg =>
        has free h
        && refutes p lost (with_end (pred (size c)) (change_at h (at_most 0)) c) none
        && refutes p lost (with_end (pred (size c)) (change_at h (at_least 1)) c) peg
    | Split a o set never cases =>
        within set (jumps b) && distinct set && (a <? size c)%nat && covers (case_jumps cases) set
        && refutes p lost (with_counts a (forbid b set) c) never
        && refute_cases p lost c a o set cases
    end
  with refute_cases (p : position) (lost : bool) (c : chain) (a : nat) (o : order) (set : list jump)
    (cs : branches) : bool :=
    match cs with
    | NoMore => true
    | Case j n rest => refutes p lost (cut b o set j a c) n && refute_cases p lost c a o set rest
    end.

  Hypothesis B : proper b = true.

  Definition refuted (c : chain) (p : position) : Prop := forall q, ~ fits b c p q.

  Lemma leaf_sound c u ws p : leaf_refutes c u ws p = true -> refuted c p.
  Proof.
    intros H q F. unfold leaf_refutes in H. destruct (worst _ _ _ _) as [z|] eqn:W; [|discriminate].
    apply (worst_sound b c B u ws p q z F) in W. rewrite weigh_weight in H. lia.
  Qed.

  Lemma count_branch_sound a i k c p q : fits b c p q ->
    fits b (with_counts a (change_at i (at_most k)) c) p q \/
    fits b (with_counts a (change_at i (at_least (k + 1))) c) p q.
  Proof. apply with_counts_branch. intros x js X. exact (branch_holds x i k _ X). Qed.

  Lemma peg_branch_sound a h c p q : fits b c p q ->
    fits b (with_end a (change_at h (at_most 0)) c) p q \/
    fits b (with_end a (change_at h (at_least 1)) c) p q.
  Proof. apply with_end_branch. intros e r E. exact (branch_holds e h 0 _ E). Qed.

  (** Where the chain itself is a dead end there is nothing left to show; else the node has to refute it. *)
  Ltac enter H D :=
    rewrite orb_false_l in H;
    match type of H with context [dead_end ?c] => destruct (dead_end c) eqn:D end;
    [intros ? ?; eapply dead_end_sound; eassumption|];
    repeat rewrite andb_true_iff in H.

  Theorem refutes_sound p n : forall lost c, refutes p lost c n = true -> lost = false -> refuted c p.
  Proof.
    apply (node_mut
      (fun n => forall lost c, refutes p lost c n = true -> lost = false -> refuted c p)
      (fun cs => forall lost c a o set, refute_cases p lost c a o set cs = true -> lost = false ->
        forall j, In j (case_jumps cs) -> refuted (cut b o set j a c) p)); clear n; cbn [refutes refute_cases].
    - intros m ms u ws lost c H ->. enter H D. exact (leaf_sound c u ws p H).
    - intros a j k low IHl high IHh lost c H ->. enter H D. destruct H as [[_ L] U]. intros q F.
      destruct (count_branch_sound a (index j (jumps b)) k c p q F) as [G|G]; [eapply IHl|eapply IHh]; eauto.
    - intros a h low IHl high IHh lost c H ->. enter H D. destruct H as [[_ L] U]. intros q F.
      destruct (peg_branch_sound a h c p q F) as [G|G]; [eapply IHl|eapply IHh]; eauto.
    - intros h low IHl high IHh lost c H ->. enter H D. destruct H as [[_ L] U]. intros q F.
      destruct (peg_branch_sound (pred (size c)) h c p q F) as [G|G]; [eapply IHl|eapply IHh]; eauto.
    - intros a o set never IHn cases IHc lost c H ->. enter H D. destruct H as [[[[[W _] _] C] N] K]. intros q F.
      apply within_spec in W. unfold covers in C. rewrite !andb_true_iff, !within_spec in C.
      destruct (cut_branch b o set c W a p q F) as [G|(j & Hj & G)]; [eapply IHn; eauto|].
      destruct C as [_ C]. eapply IHc; eauto.
    - intros lost c a o set _ _ j [].
    - intros j n IHn rest IHr lost c a o set [H R] % andb_true_iff L k [<-|K]; eauto.
  Qed.
End Refutation.

(** ** Kinds [tree], [turn] and [legs] *)

Definition one_leg (b : board) (pegs free : position) : chain := Last (no_bounds b) (end_box (holes b) pegs free).

Lemma one_leg_fits b pegs free p js q : play b p js q -> matches b (Pattern pegs free) q = true ->
  fits b (one_leg b pegs free) p q.
Proof.
  intros P M. exists js. split; [trivial|]. split; [apply no_bounds_holds|apply end_box_holds; trivial].
Qed.

Definition check_tree (b : board) (p : position) (t : target) (n : node) : bool :=
  match t with
  | Pattern pegs free => refutes b free p false (one_leg b pegs free) n
  | Count _ => false
  end.

Theorem tree_sound b p t n : proper b = true -> check_tree b p t n = true -> ~ feasible b p t.
Proof.
  intros B H (q & [js P] & M). destruct t as [pegs free|]; [|discriminate].
  apply (refutes_sound b free B p n) in H; trivial. apply (H q). exact (one_leg_fits b pegs free p js q P M).
Qed.
