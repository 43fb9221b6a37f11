(** Exhaustion by levels, cut short by pagoda functions and residues. *)

From Coq Require Import ZArith NArith List Lia Bool Arith SetoidList MSetPositive.
From Pegfeas Require Import Linear Board Play Pagoda Residue Levels.
Import ListNotations.
Local Open Scope Z_scope.

(** Makes the levels one after another, each of the size that is claimed for it, and returns the last. *)
Fixpoint grow (step : level -> level) (visit : level -> bool) (l : level) (sizes : list Z) : option level :=
  match sizes with
  | [] => Some l
  | [s] => if (count l =? s) && visit l then Some l else None
  | s :: sizes' => if (count l =? s) && visit l then grow step visit (step l) sizes' else None
  end.

Lemma grow_cons step visit l s sizes f : grow step visit l (s :: sizes) = Some f ->
  visit l = true /\ (if sizes then f = l else grow step visit (step l) sizes = Some f).
Proof.
  destruct sizes; simpl; destruct (_ && _) eqn:E; try discriminate; apply andb_true_iff in E as [_ V]; split; congruence.
Qed.

Section Search.
  Variables (b : board) (t : target) (start : position).
  Hypothesis B : proper b = true.

  (** A position on a play to the target passes every test of this kind. *)
  Definition passes (bounds : list (list Z * Z)) (q : position) : bool :=
    forallb (fun wx => snd wx <=? weigh (fst wx) q) bounds.

  (** What is kept need only be the positions with a play of so many jumps, or more, to the target. *)
  Lemma grow_ahead keep visit near sizes :
    (forall q ks z, play b q ks z -> matches b t z = true -> (near <= length ks)%nat -> keep q = true) ->
    forall l f js p r ks q, grow (next (ahead b) keep) visit l sizes = Some f -> isin p l = true ->
    play b p js r -> play b r ks q -> matches b t q = true -> (near <= length ks)%nat ->
    length js = pred (length sizes) -> isin r f = true.
  Proof.
    intros K. induction sizes as [|s sizes IH]; intros l f js p r ks q G L P R M N E.
    - injection G as <-. destruct js; [|discriminate]. inversion P; subst; trivial.
    - apply grow_cons in G as [_ G]. destruct sizes as [|s' sizes].
      + subst f. destruct js; [|discriminate]. inversion P; subst; trivial.
      + destruct js as [|j js]; [discriminate|]. apply play_cons in P as (J & Lg & P).
        apply (IH _ f js (move p j) r ks q G); trivial; [|simpl in *; lia].
        apply next_ahead; trivial. apply (K _ (js ++ ks) q); trivial; [eapply play_app; eauto|].
        rewrite app_length. lia.
  Qed.

  Lemma grow_behind keep visit near sizes :
    (forall q js, play b start js q -> (near <= length js)%nat -> keep q = true) ->
    forall l f js r ks q, grow (next (behind b) keep) visit l sizes = Some f -> isin q l = true ->
    play b start js r -> play b r ks q -> (near <= length js)%nat ->
    length ks = pred (length sizes) -> isin r f = true.
  Proof.
    intros K. induction sizes as [|s sizes IH]; intros l f js r ks q G L P R N E.
    - injection G as <-. destruct ks; [|discriminate]. inversion R; subst; trivial.
    - apply grow_cons in G as [_ G]. destruct sizes as [|s' sizes].
      + subst f. destruct ks; [|discriminate]. inversion R; subst; trivial.
      + destruct ks as [|k ks] using rev_ind; [discriminate|]. clear IHks.
        apply play_split in R as (m & R & (J & Lg & Q) % play_cons). inversion Q; subst.
        apply (IH _ f js r ks m G); trivial; [|rewrite app_length in E; simpl in *; lia].
        apply next_behind with (j := k); trivial. apply (K _ (js ++ ks)); [eapply play_app; eauto|].
        rewrite app_length. lia.
  Qed.

  (** No position of any level matches, and the last is empty: so nothing that the first can reach matches. *)
  Definition none_matches : level -> bool := all (fun p => negb (matches b t p)).

  Lemma grow_none keep sizes : (forall q, feasible b q t -> keep q = true) ->
    forall l f, sizes <> [] -> grow (next (ahead b) keep) none_matches l sizes = Some f ->
    all (fun _ => false) f = true -> forall p, isin p l = true -> ~ feasible b p t.
  Proof.
    intros K. induction sizes as [|s sizes IH]; intros l f N G D p L F; [congruence|].
    apply grow_cons in G as [V G]. destruct sizes as [|s' sizes].
    - subst f. discriminate (all_spec _ _ p D L).
    - destruct F as (q & [js P] & M). inversion P; subst.
      + apply (all_spec _ _ q V) in L. rewrite M in L. discriminate.
      + refine (IH _ f _ G D (move p j) _ _); [discriminate| |].
        * apply next_ahead; trivial. apply K. exists q. split; trivial. eexists; eauto.
        * exists q. split; trivial. eexists; eauto.
  Qed.
End Search.

Lemma play_deterministic b p js q r : play b p js q -> play b p js r -> q = r.
Proof.
  intros H. revert r. induction H; intros r' R; inversion R; subst; auto.
Qed.

(** ** Kind [search] *)

Definition dies (l : level) : bool := all (fun _ => false) l.
Definition disjoint (l m : level) : bool := all (fun p => negb (isin p m)) l.
Definition anything (_ : level) : bool := true.

(** A residue cuts all positions that jumps reach, or none. *)
Definition stepper (cut : bool) (masks : list (N * N)) (keep : position -> bool) (l : level) : level :=
  if cut then nothing else next masks keep l.

Definition ahead_bounds (t : target) (ws : list (list Z)) : list (list Z * Z) :=
  match t with Pattern pegs free => map (fun w => (w, least w pegs free)) ws | Count _ => [] end.

(** All positions so many steps from one. *)
Fixpoint nearby (masks : list (N * N)) (near : nat) (l : level) : level :=
  match near with O => l | S near' => nearby masks near' (next masks (fun _ => true) l) end.

Definition members (l : level) : list position := map decode (PositiveSet.elements l).
Definition least_of (w : list Z) (ps : list position) : Z :=
  match map (weigh w) ps with [] => 0 | x :: xs => fold_left Z.min xs x end.
Definition some (ps : list position) : bool := match ps with [] => false | _ => true end.
Definition bounds_at (ps : list position) (ws : list (list Z)) : list (list Z * Z) :=
  map (fun w => (w, least_of w ps)) ws.

Definition steps_made (sizes : list Z) : nat := pred (length sizes).

(** With [near] the functionals are weighed at all positions so many jumps from the far end, not at the end itself. *)
Definition check_pair (b : board) (p : position) (pegs : position) (cut : bool) (ws : list (list Z))
    (forward backward : list Z) (near : nat) : bool :=
  let total := weigh (ones b) p - weigh (ones b) pegs in
  let made := Z.of_nat (steps_made forward + steps_made backward) in
  let reach := Z.of_nat (near + Nat.max (steps_made forward) (steps_made backward)) in
  if (0 <=? total) && (made <=? total) && (reach <=? total) then
    let goals := members (nearby (behind b) near (single pegs)) in
    let sources := members (nearby (ahead b) near (single p)) in
    if some goals && some sources then
    match grow (stepper cut (ahead b) (passes (bounds_at goals ws))) anything (single p) forward with
    | None => false
    | Some f =>
        match grow (stepper cut (behind b) (passes (bounds_at sources (map negate ws)))) anything (single pegs)
            backward with
        | None => false
        | Some g => disjoint f g && ((made =? total) || dies f || dies g)
        end
    end
    else false
  else false.

Definition check_open (b : board) (p : position) (t : target) (cut : bool) (ws : list (list Z))
    (forward backward : list Z) : bool :=
  match forward, backward with
  | _ :: _, [] =>
      match grow (stepper cut (ahead b) (passes (ahead_bounds t ws))) (none_matches b t) (single p) forward with
      | None => false
      | Some f => dies f
      end
  | _, _ => false
  end.

Definition check_search (b : board) (p : position) (t : target) (ws : list (list Z)) (rs : list (Z * list Z))
    (forward backward : list Z) (near : nat) : bool :=
  match t with
  | Count _ => false
  | Pattern pegs free =>
      forallb (pagoda b) ws && forallb (fun r => residue b (fst r) (snd r)) rs &&
      let cut := existsb (fun r => differs p t (fst r) (snd r)) rs in
      if N.eqb free 0 then check_pair b p pegs cut ws forward backward near
      else (near =? 0)%nat && check_open b p t cut ws forward backward
  end.

Lemma passes_ahead b t ws q : proper b = true -> forallb (pagoda b) ws = true -> feasible b q t ->
  passes (ahead_bounds t ws) q = true.
Proof.
  intros B W (r & R & M). unfold ahead_bounds. destruct t as [pegs free|]; [|reflexivity].
  apply forallb_forall. intros wx (w & <- & Hw) % in_map_iff. simpl.
  rewrite forallb_forall in W. apply N.eqb_eq in M. subst pegs.
  pose proof (pagoda_play b w q r B (W w Hw) R). pose proof (least_weigh w r free).
  rewrite !weigh_weight in *. lia.
Qed.

Lemma weigh_negate w p : weigh (negate w) p = - weigh w p.
Proof. rewrite !weigh_weight. apply dot_negate. Qed.

Lemma isin_member p l : isin p l = true -> In p (members l).
Proof.
  unfold isin, members. intros M % PositiveSet.mem_spec % PositiveSet.elements_spec1 % InA_alt.
  destruct M as (x & X & M). apply in_map_iff. exists x. split; trivial.
  change (code p = x) in X. rewrite <- X. apply decode_code.
Qed.

Lemma least_of_spec w ps p : In p ps -> least_of w ps <= weigh w p.
Proof.
  intros H % (in_map (weigh w)). unfold least_of. revert H. generalize (weigh w p) as y.
  destruct (map (weigh w) ps) as [|x xs]; intros y H; [destruct H|].
  assert (forall xs a, fold_left Z.min xs a <= a) as F.
  { clear. induction xs as [|x xs IH]; intros a; simpl; [lia|]. specialize (IH (Z.min a x)). lia. }
  destruct H as [->|H]; [apply F|]. revert x H. induction xs as [|z xs IH]; intros x H; [destruct H|].
  simpl. destruct H as [->|H]; [|apply IH, H]. specialize (F xs (Z.min x y)). lia.
Qed.

Lemma nearby_behind b q : proper b = true -> forall near l ks p, isin p l = true -> play b q ks p ->
  length ks = near -> isin q (nearby (behind b) near l) = true.
Proof.
  intros B. induction near as [|near IH]; intros l ks p L P E.
  - destruct ks; [|discriminate]. inversion P; subst; trivial.
  - destruct ks as [|k ks] using rev_ind; [discriminate|]. clear IHks.
    apply play_split in P as (m & P & (J & G & Q) % play_cons). inversion Q; subst.
    apply (IH _ ks m); trivial; [|rewrite app_length in E; simpl in E; lia].
    apply next_behind with (j := k); trivial.
Qed.

Lemma nearby_ahead b q : proper b = true -> forall near l js p, isin p l = true -> play b p js q ->
  length js = near -> isin q (nearby (ahead b) near l) = true.
Proof.
  intros B. induction near as [|near IH]; intros l js p L P E.
  - destruct js; [|discriminate]. inversion P; subst; trivial.
  - destruct js as [|j js]; [discriminate|]. apply play_cons in P as (J & G & P).
    apply (IH _ js (move p j)); trivial; [|simpl in E; lia]. apply next_ahead; trivial.
Qed.

(** A play of so many jumps passes one of the positions near its end, and weighs no less before. *)
Lemma passes_goals b ws near pegs q ks : proper b = true -> forallb (pagoda b) ws = true -> play b q ks pegs ->
  (near <= length ks)%nat -> passes (bounds_at (members (nearby (behind b) near (single pegs))) ws) q = true.
Proof.
  intros B W P N. apply forallb_forall. intros wx (w & <- & Hw) % in_map_iff. simpl.
  rewrite forallb_forall in W. rewrite <- (firstn_skipn (length ks - near) ks) in P.
  apply play_split in P as (r & A & Z).
  assert (In r (members (nearby (behind b) near (single pegs)))) as R.
  { apply isin_member. eapply nearby_behind; eauto using isin_inserted. rewrite skipn_length. lia. }
  pose proof (pagoda_play b w q r B (W w Hw) (ex_intro _ _ A)). pose proof (least_of_spec w _ r R).
  rewrite !weigh_weight in *. lia.
Qed.

Lemma passes_sources b ws near start q js : proper b = true -> forallb (pagoda b) ws = true -> play b start js q ->
  (near <= length js)%nat ->
  passes (bounds_at (members (nearby (ahead b) near (single start))) (map negate ws)) q = true.
Proof.
  intros B W P N. apply forallb_forall. intros wx (v & <- & (w & <- & Hw) % in_map_iff) % in_map_iff. simpl.
  rewrite forallb_forall in W. rewrite <- (firstn_skipn near js) in P.
  apply play_split in P as (r & A & Z).
  assert (In r (members (nearby (ahead b) near (single start)))) as R.
  { apply isin_member. eapply nearby_ahead; eauto using isin_inserted. apply firstn_length_le. lia. }
  pose proof (pagoda_play b w r q B (W w Hw) (ex_intro _ _ Z)). pose proof (least_of_spec (negate w) _ r R).
  rewrite !weigh_negate, !weigh_weight in *. lia.
Qed.

Lemma isin_single p : isin p (single p) = true.
Proof. apply isin_inserted. Qed.

Lemma check_pair_sound b p t pegs ws forward backward near : proper b = true -> forallb (pagoda b) ws = true ->
  t = Pattern pegs N0 -> check_pair b p pegs false ws forward backward near = true -> ~ feasible b p t.
Proof.
  intros B W T H (q & [js P] & M).
  assert (forall z, matches b t z = true -> z = pegs) as Only.
  { intros z Mz. subst t. simpl in Mz. rewrite N.ldiff_0_r in Mz. apply N.eqb_eq, Mz. }
  apply Only in M as Q. subst q.
  unfold check_pair in H. destruct (_ && _ && _) eqn:C in H; [|discriminate].
  rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[K E] Near].
  pose proof (play_length b p js pegs B P) as L. rewrite <- !weigh_weight in L.
  destruct (some _ && some _); [|discriminate].
  destruct (grow _ _ (single p) forward) as [f|] eqn:F; [|discriminate].
  destruct (grow _ _ (single pegs) backward) as [g|] eqn:G; [|discriminate].
  assert (forall ks ls r, js = ks ++ ls -> play b p ks r -> play b r ls pegs ->
    length ks = steps_made forward -> isin r f = true) as InF.
  { intros ks ls r J P' Q' E'. eapply (grow_ahead b t B _ _ near forward); eauto using isin_single.
    - intros z zs y Pz Mz Nz. apply Only in Mz. subst y. eapply passes_goals; eauto.
    - apply (f_equal (@length _)) in J. rewrite app_length in J. lia. }
  assert (forall ks ls r, js = ks ++ ls -> play b p ks r -> play b r ls pegs ->
    length ls = steps_made backward -> isin r g = true) as InG.
  { intros ks ls r J P' Q' E'. eapply (grow_behind b p B _ _ near backward); eauto using isin_single.
    - intros z zs Pz Nz. eapply passes_sources; eauto.
    - apply (f_equal (@length _)) in J. rewrite app_length in J. lia. }
  set (n := steps_made forward) in *. set (m := (length js - steps_made backward)%nat).
  assert (forall i, exists r, play b p (firstn i js) r /\ play b r (skipn i js) pegs) as Mid.
  { intros i. apply play_split. rewrite firstn_skipn. exact P. }
  destruct (Mid n) as (r & A & A'), (Mid m) as (s & C & C').
  assert (isin r f = true) as Rf.
  { apply (InF _ _ r (eq_sym (firstn_skipn n js)) A A'). apply firstn_length_le. lia. }
  assert (isin s g = true) as Sg.
  { apply (InG _ _ s (eq_sym (firstn_skipn m js)) C C'). rewrite skipn_length. lia. }
  apply andb_true_iff in H as [D [[X % Z.eqb_eq|X] % orb_true_iff|X] % orb_true_iff].
  - assert (m = n) as -> by lia. rewrite (play_deterministic b p _ s r C A) in Sg.
    apply (all_spec _ _ r D) in Rf. rewrite Sg in Rf. discriminate.
  - discriminate (all_spec _ _ r X Rf).
  - discriminate (all_spec _ _ s X Sg).
Qed.

Theorem search_sound b p t ws rs forward backward near : proper b = true ->
  check_search b p t ws rs forward backward near = true -> ~ feasible b p t.
Proof.
  intros B H. unfold check_search in H. destruct t as [pegs free|] eqn:T; [|discriminate]. rewrite <- T in *.
  rewrite !andb_true_iff in H. destruct H as [[W R] H].
  destruct (existsb _ rs) eqn:C.
  - apply existsb_exists in C as (r & Hr & C). rewrite forallb_forall in R.
    apply (residue_sound b p t (fst r) (snd r) B). apply andb_true_iff. auto.
  - destruct (N.eqb_spec free 0) as [->|_].
    + exact (check_pair_sound b p t pegs ws forward backward near B W T H).
    + apply andb_true_iff in H as [_ H]. unfold check_open in H. destruct forward as [|s sizes]; [discriminate|]. destruct backward; [|discriminate].
      destruct (grow _ _ _ _) as [f|] eqn:G; [|discriminate].
      refine (grow_none b t B _ (s :: sizes) _ (single p) f _ G H p (isin_single p)); [|discriminate].
      intros; apply passes_ahead with (b := b); trivial.
Qed.
