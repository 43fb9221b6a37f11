(** A play cut into legs by separating jumps, and what is known of each leg.

    [Last x e]: one leg to the end, its counts in the box x and its last position in the box e.
    [Cut x e j c]: a leg with counts in x to a middle position in e, then the jump j, then the legs c. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Counts.
Import ListNotations.
Local Open Scope Z_scope.

Inductive chain :=
  | Last (x e : box)
  | Cut (x e : box) (j : jump) (c : chain).

Definition leg_fits (b : board) (x e : box) (p : position) (js : list jump) (q : position) : Prop :=
  play b p js q /\ holds x (counts b js) /\ holds e (peg q).

Fixpoint fits (b : board) (c : chain) (p q : position) : Prop :=
  match c with
  | Last x e => exists js, leg_fits b x e p js q
  | Cut x e j c => exists js r, leg_fits b x e p js r /\ In j (jumps b) /\ legal r j /\ fits b c (move r j) q
  end.

Fixpoint size (c : chain) : nat := match c with Last _ _ => 1%nat | Cut _ _ _ c => S (size c) end.

(** Some range of the chain is empty, so no play fits. *)
Fixpoint dead_end (c : chain) : bool :=
  match c with
  | Last x e => empty x || empty e
  | Cut x e _ c => empty x || empty e || dead_end c
  end.

Lemma dead_end_sound b c : forall p q, fits b c p q -> dead_end c = true -> False.
Proof.
  induction c as [x e|x e j c IH]; simpl; intros p q.
  - intros (js & _ & X & E) [D|D] % orb_true_iff; eauto using empty_sound.
  - intros (js & r & (_ & X & E) & _ & _ & F) [[D|D] % orb_true_iff|D] % orb_true_iff; eauto using empty_sound.
Qed.

(** ** Change the counts, or the pegs at the end, of leg [a] *)

Fixpoint with_counts (a : nat) (f : box -> box) (c : chain) : chain :=
  match c, a with
  | Last x e, O => Last (f x) e
  | Cut x e j c, O => Cut (f x) e j c
  | Last x e, S _ => Last x e
  | Cut x e j c, S a => Cut x e j (with_counts a f c)
  end.

Fixpoint with_end (a : nat) (f : box -> box) (c : chain) : chain :=
  match c, a with
  | Last x e, O => Last x (f e)
  | Cut x e j c, O => Cut x (f e) j c
  | Last x e, S _ => Last x e
  | Cut x e j c, S a => Cut x e j (with_end a f c)
  end.

Lemma with_counts_branch b f g c :
  (forall x js, holds x (counts b js) -> holds (f x) (counts b js) \/ holds (g x) (counts b js)) ->
  forall a p q, fits b c p q -> fits b (with_counts a f c) p q \/ fits b (with_counts a g c) p q.
Proof.
  intros H. induction c as [x e|x e j c IH]; intros [|a] p q; simpl; auto.
  - intros (js & P & X & E). destruct (H x js X); [left|right]; exists js; unfold leg_fits; auto.
  - intros (js & r & (P & X & E) & R). destruct (H x js X); [left|right]; exists js, r; unfold leg_fits; tauto.
  - intros (js & r & L & Hj & Hl & F). destruct (IH a _ _ F); [left|right]; exists js, r; auto.
Qed.

Lemma with_end_branch b f g c :
  (forall e q, holds e (peg q) -> holds (f e) (peg q) \/ holds (g e) (peg q)) ->
  forall a p q, fits b c p q -> fits b (with_end a f c) p q \/ fits b (with_end a g c) p q.
Proof.
  intros H. induction c as [x e|x e j c IH]; intros [|a] p q; simpl; auto.
  - intros (js & P & X & E). destruct (H e q E); [left|right]; exists js; unfold leg_fits; auto.
  - intros (js & r & (P & X & E) & R). destruct (H e r E); [left|right]; exists js, r; unfold leg_fits; tauto.
  - intros (js & r & L & Hj & Hl & F). destruct (IH a _ _ F); [left|right]; exists js, r; auto.
Qed.

(** ** Cut leg [a] in two by the first, or last, jump of a set *)

Inductive order := First | LastOf.

Definition cut_leg (b : board) (o : order) (set : list jump) (j : jump) (x e : box) (rest : box -> chain) : chain :=
  let y := part b j x in
  match o with
  | First => Cut (forbid b set y) (before (holes b) j) j (rest y)
  | LastOf => Cut y (before (holes b) j) j (rest (forbid b set y))
  end.

Fixpoint cut (b : board) (o : order) (set : list jump) (j : jump) (a : nat) (c : chain) : chain :=
  match c, a with
  | Last x e, O => cut_leg b o set j x e (fun y => Last y e)
  | Cut x e k c, O => cut_leg b o set j x e (fun y => Cut y e k c)
  | Last x e, S _ => Last x e
  | Cut x e k c, S a => Cut x e k (cut b o set j a c)
  end.

(** A list of jumps without any of a set, or one of them is the first, or the last. *)
Definition is_turn (o : order) (set js : list jump) (j : jump) (ks : list jump) : Prop :=
  In j set /\ forall k, In k set -> ~ In k (match o with First => js | LastOf => ks end).

Lemma turn_exists o set : forall ls, (forall k, In k set -> ~ In k ls) \/
  exists js j ks, ls = js ++ j :: ks /\ is_turn o set js j ks.
Proof.
  destruct o.
  - induction ls as [|l ls [IH|(js & j & ks & -> & T & N)]]; [left; auto| |].
    + destruct (member l set) eqn:M.
      * apply member_spec in M. right. exists [], l, ls. repeat split; auto.
      * left. intros k Hk [->|Hl]; [|exact (IH k Hk Hl)]. apply member_spec in Hk. congruence.
    + destruct (member l set) eqn:M.
      * apply member_spec in M. right. exists [], l, (js ++ j :: ks). repeat split; auto.
      * right. exists (l :: js), j, ks. repeat split; auto. intros k Hk [->|Hl]; [|exact (N k Hk Hl)].
        apply member_spec in Hk. congruence.
  - induction ls as [|l ls [IH|(js & j & ks & -> & T & N)]]; [left; auto| |].
    + destruct (member l set) eqn:M.
      * apply member_spec in M. right. exists [], l, ls. repeat split; auto.
      * left. intros k Hk [->|Hl]; [|exact (IH k Hk Hl)]. apply member_spec in Hk. congruence.
    + right. exists (l :: js), j, ks. repeat split; auto.
Qed.

Lemma incl_app_l (l m : list jump) n : incl (l ++ m) n -> incl l n.
Proof. intros H k Hk. apply H, in_or_app. auto. Qed.

Lemma incl_app_r (l : list jump) j m n : incl (l ++ j :: m) n -> incl m n.
Proof. intros H k Hk. apply H, in_or_app. simpl. auto. Qed.

(** A leg that is parted by its turn fits the two legs that it is cut into. *)
Lemma cut_leg_fits b o set j x e e' rest p js ks r q : incl set (jumps b) ->
  leg_fits b x e p (js ++ j :: ks) r -> is_turn o set js j ks ->
  (forall y s, leg_fits b y e s ks r -> fits b (rest y) s q) ->
  fits b (cut_leg b o set j x e' rest) p q.
Proof.
  intros I (P & X & E) [J N] R. pose proof (play_jumps _ _ _ _ P) as A.
  apply part_holds in X as [X Y].
  apply play_split in P as (s & P & (Hj & L & Q) % play_cons).
  destruct o; exists js, s; (split; [split; [trivial|split; [|auto using before_holds]]|]);
    try (split; [trivial|split; [trivial|apply R; split; [trivial|split; [|trivial]]]]); trivial;
    apply forbid_holds; eauto using incl_app_l, incl_app_r.
Qed.

(** Either no jump of the set occurs on leg [a], or one of them is the first (last) to do so. *)
Theorem cut_branch b o set c : incl set (jumps b) -> forall a p q, fits b c p q ->
  fits b (with_counts a (forbid b set) c) p q \/ exists j, In j set /\ fits b (cut b o set j a c) p q.
Proof.
  intros I. induction c as [x e|x e j c IH]; intros [|a] p q; simpl; auto.
  - intros (ls & F). destruct (turn_exists o set ls) as [N|(js & j & ks & -> & T)].
    + left. destruct F as (P & X & E). exists ls. split; [trivial|split; [|trivial]].
      eapply forbid_holds; eauto using play_jumps.
    + right. exists j. split; [apply T|]. eapply cut_leg_fits; eauto. intros y s L. exists ks. exact L.
  - intros (ls & r & F & R). destruct (turn_exists o set ls) as [N|(js & k & ks & -> & T)].
    + left. destruct F as (P & X & E). exists ls, r. split; [split; [trivial|split; [|trivial]]|trivial].
      eapply forbid_holds; eauto using play_jumps.
    + right. exists k. split; [apply T|]. eapply cut_leg_fits; eauto. intros y s L. exists ks, r. auto.
  - intros (js & r & L & Hj & Hl & F). destruct (IH a _ _ F) as [G|(k & Hk & G)].
    + left. exists js, r. auto.
    + right. exists k. split; trivial. exists js, r. auto.
Qed.

(** ** A leaf: one list of weights for each leg *)

(** An upper bound for minus the weight of the first position by the first list, in any play that fits. *)
Fixpoint worst (b : board) (c : chain) (u : list Z) (ws : list (list Z)) : option Z :=
  match c, ws with
  | Last x e, [] => sum_of (most (changes u (jumps b)) x) (most (negate u) e)
  | Cut x e j c, v :: ws =>
      sum_of (most (changes u (jumps b)) x)
        (sum_of (most (plus v (negate u)) e) (sum_of (Some (change v j)) (worst b c v ws)))
  | _, _ => None
  end.

Theorem worst_sound b c : proper b = true -> forall u ws p q z,
  fits b c p q -> worst b c u ws = Some z -> - weight u p <= z.
Proof.
  intros B. induction c as [x e|x e j c IH]; intros u ws p q z F W; destruct ws as [|v ws]; try discriminate;
    cbn [worst] in W; apply sum_of_some in W as (s & t & Hs & Ht & ->).
  - destruct F as (js & P & X & E).
    apply most_sound with (f := counts b js) in Hs; trivial.
    apply most_sound with (f := peg q) in Ht; trivial.
    rewrite dot_negate in Ht. fold (weight u q) in Ht.
    rewrite (weight_counts b u p js q B P) in Ht. lia.
  - apply sum_of_some in Ht as (y & k & Hy & Hk & ->). destruct F as (js & r & (P & X & E) & Hj & L & F).
    apply sum_of_some in Hk as (i & k' & Hi & Hk & ->). injection Hi as <-.
    apply most_sound with (f := counts b js) in Hs; trivial.
    apply most_sound with (f := peg r) in Hy; trivial.
    rewrite dot_plus, dot_negate in Hy. fold (weight u r) (weight v r) in Hy.
    apply (IH v ws (move r j) q) in Hk; trivial.
    assert (proper_jump (holes b) j = true) as PJ.
    { unfold proper in B. rewrite forallb_forall in B. auto. }
    rewrite (weight_move (holes b) v r j PJ L) in Hk.
    rewrite (weight_counts b u p js r B P) in Hy. lia.
Qed.
