(** Exhaustion by levels, cut short by pagoda functions and residues. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda Residue Words Levels.
Import ListNotations.
Local Open Scope Z_scope.

Lemma play_deterministic b p js q r : play b p js q -> play b p js r -> q = r.
Proof.
  intros H. revert r. induction H; intros r' R; inversion R; subst; auto.
Qed.

Lemma weigh_negate w p : weigh (negate w) p = - weigh w p.
Proof. rewrite !weigh_weight. apply dot_negate. Qed.

Definition steps_made (sizes : list Z) : nat := pred (length sizes).

Definition ahead_bounds (t : target) (ws : list (list Z)) : list (list Z * Z) :=
  match t with Pattern pegs free => map (fun w => (w, least w pegs free)) ws | Count _ => [] end.

Lemma passes_ahead b t ws q : proper b = true -> forallb (pagoda b) ws = true -> feasible b q t ->
  passes (ahead_bounds t ws) q = true.
Proof.
  intros B W (r & R & M). unfold ahead_bounds. destruct t as [pegs free|]; [|reflexivity].
  apply forallb_forall. intros wx (w & <- & Hw) % in_map_iff. simpl.
  rewrite forallb_forall in W. apply N.eqb_eq in M. subst pegs.
  pose proof (pagoda_play b w q r B (W w Hw) R). pose proof (least_weigh w r free).
  rewrite !weigh_weight in *. lia.
Qed.

Section Search.
  Variables (m : machine) (b : board).
  Hypothesis R : right m.
  Hypothesis B : proper b = true.
  Hypothesis W : (holes b <= width m)%nat.
  Let level := level m.

  (** Makes the levels one after another, each of the size that is claimed for it, and returns the last. *)
  Fixpoint grow (make : level -> level) (visit : level -> bool) (l : level) (sizes : list Z) : option level :=
    match sizes with
    | [] => Some l
    | [s] => if (count m l =? s) && visit l then Some l else None
    | s :: sizes' => if (count m l =? s) && visit l then grow make visit (make l) sizes' else None
    end.

  Lemma grow_cons make visit l s sizes f : grow make visit l (s :: sizes) = Some f ->
    visit l = true /\ (if sizes then f = l else grow make visit (make l) sizes = Some f).
  Proof.
    destruct sizes; simpl; destruct (_ && _) eqn:E; try discriminate; apply andb_true_iff in E as [_ V]; split; congruence.
  Qed.

  Section Bounds.
    Variable bounds : list (list Z * Z).
    Hypothesis M : forallb (measured m (width m)) bounds = true.

    (** What is kept need only be the positions with a play of so many jumps, or more, to the target. *)
    Lemma grow_ahead t visit near sizes :
      (forall q ks z, play b q ks z -> matches b t z = true -> (near <= length ks)%nat -> passes bounds q = true) ->
      forall l f js p r ks q, grow (step m (ahead m b) (map (weigher m) bounds)) visit l sizes = Some f ->
      contains m l p -> play b p js r -> play b r ks q -> matches b t q = true -> (near <= length ks)%nat ->
      length js = pred (length sizes) -> contains m f r.
    Proof.
      intros K. induction sizes as [|s sizes IH]; intros l f js p r ks q G L P Q T N E.
      - injection G as <-. destruct js; [|discriminate]. inversion P; subst; trivial.
      - apply grow_cons in G as [_ G]. destruct sizes as [|s' sizes].
        + subst f. destruct js; [|discriminate]. inversion P; subst; trivial.
        + destruct js as [|j js]; [discriminate|]. apply play_cons in P as (J & Lg & P).
          apply (IH _ f js (move p j) r ks q G); trivial; [|simpl in *; lia].
          apply step_spec; trivial; [apply next_ahead; trivial|].
          apply (K _ (js ++ ks) q); trivial; [eapply play_app; eauto|]. rewrite app_length. lia.
    Qed.

    Lemma grow_behind start visit near sizes :
      (forall q js, play b start js q -> (near <= length js)%nat -> passes bounds q = true) ->
      forall l f js r ks q, grow (step m (behind m b) (map (weigher m) bounds)) visit l sizes = Some f ->
      contains m l q -> play b start js r -> play b r ks q -> (near <= length js)%nat ->
      length ks = pred (length sizes) -> contains m f r.
    Proof.
      intros K. induction sizes as [|s sizes IH]; intros l f js r ks q G L P Q N E.
      - injection G as <-. destruct ks; [|discriminate]. inversion Q; subst; trivial.
      - apply grow_cons in G as [_ G]. destruct sizes as [|s' sizes].
        + subst f. destruct ks; [|discriminate]. inversion Q; subst; trivial.
        + destruct ks as [|k ks] using rev_ind; [discriminate|]. clear IHks.
          apply play_split in Q as (x & Q & (J & Lg & Z) % play_cons). inversion Z; subst.
          apply (IH _ f js r ks x G); trivial; [|rewrite app_length in E; simpl in *; lia].
          apply step_spec; trivial; [apply next_behind with (j := k); trivial|].
          apply (K _ (js ++ ks)); [eapply play_app; eauto|]. rewrite app_length. lia.
    Qed.

    (** No position of any level matches, and the last is empty: so nothing that the first can reach matches. *)
    Lemma grow_none t sizes : sayable m b t = true -> (forall q, feasible b q t -> passes bounds q = true) ->
      forall l f, sizes <> [] ->
      grow (step m (ahead m b) (map (weigher m) bounds)) (none m (matcher m b t)) l sizes = Some f ->
      dies m f = true -> forall p, contains m l p -> ~ feasible b p t.
    Proof.
      intros S K. induction sizes as [|s sizes IH]; intros l f N G D p L F; [congruence|].
      apply grow_cons in G as [V G]. destruct sizes as [|s' sizes].
      - subst f. exact (dies_spec m l p D L).
      - destruct F as (q & [js P] & T). inversion P; subst.
        + pose proof (none_matches m R b t l q W S V L). congruence.
        + refine (IH _ f _ G D (move p j) _ _); [discriminate| |].
          * apply step_spec; trivial; [apply next_ahead; trivial|]. apply K. exists q. split; trivial. eexists; eauto.
          * exists q. split; trivial. eexists; eauto.
    Qed.
  End Bounds.

  (** ** Kind [search] *)

  Definition anything (_ : level) : bool := true.

  (** A residue cuts all positions that jumps reach, or none. *)
  Definition stepper (cut : bool) (t : moves m) (bounds : list (list Z * Z)) : level -> level :=
    let weighers := map (weigher m) bounds in
    fun l => if cut then [] else step m t weighers l.

  (** All positions so many steps from one. *)
  Fixpoint nearby (t : moves m) (near : nat) (l : level) : level :=
    match near with O => l | S near' => nearby t near' (next m t l) end.

  Definition bounds_at (l : level) (ws : list (list Z)) : list (list Z * Z) := map (fun w => (w, lightest m w l)) ws.

  (** With [near] the functionals are weighed at all positions so many jumps from the far end, not at the end itself. *)
  Definition check_pair (p : position) (pegs : position) (cut : bool) (ws : list (list Z))
      (forward backward : list Z) (near : nat) : bool :=
    let total := weigh (ones b) p - weigh (ones b) pegs in
    let made := Z.of_nat (steps_made forward + steps_made backward) in
    let reach := Z.of_nat (near + Nat.max (steps_made forward) (steps_made backward)) in
    if (0 <=? total) && (made <=? total) && (reach <=? total) && narrow (holes b) p && narrow (holes b) pegs then
      let on := ahead m b in
      let back := behind m b in
      let goals := nearby back near (single m pegs) in
      let sources := nearby on near (single m p) in
      let forward_bounds := bounds_at goals ws in
      let backward_bounds := bounds_at sources (map negate ws) in
      if negb (dies m goals) && negb (dies m sources) &&
         forallb (measured m (width m)) (forward_bounds ++ backward_bounds) then
      match grow (stepper cut on forward_bounds) anything (single m p) forward with
      | None => false
      | Some f =>
          match grow (stepper cut back backward_bounds) anything (single m pegs) backward with
          | None => false
          | Some g => disjoint m f g && ((made =? total) || dies m f || dies m g)
          end
      end
      else false
    else false.

  Definition check_open (p : position) (t : target) (cut : bool) (ws : list (list Z)) (forward backward : list Z) : bool :=
    let bounds := ahead_bounds t ws in
    match forward, backward with
    | _ :: _, [] =>
        if narrow (holes b) p && sayable m b t && forallb (measured m (width m)) bounds then
          match grow (stepper cut (ahead m b) bounds) (none m (matcher m b t)) (single m p) forward with
          | None => false
          | Some f => dies m f
          end
        else false
    | _, _ => false
    end.

  Lemma nearby_behind q : forall near l ks p, contains m l p -> play b q ks p ->
    length ks = near -> contains m (nearby (behind m b) near l) q.
  Proof.
    induction near as [|near IH]; intros l ks p L P E.
    - destruct ks; [|discriminate]. inversion P; subst; trivial.
    - destruct ks as [|k ks] using rev_ind; [discriminate|]. clear IHks.
      apply play_split in P as (x & P & (J & G & Q) % play_cons). inversion Q; subst.
      apply (IH _ ks x); trivial; [|rewrite app_length in E; simpl in E; lia].
      apply next_behind with (j := k); trivial.
  Qed.

  Lemma nearby_ahead q : forall near l js p, contains m l p -> play b p js q ->
    length js = near -> contains m (nearby (ahead m b) near l) q.
  Proof.
    induction near as [|near IH]; intros l js p L P E.
    - destruct js; [|discriminate]. inversion P; subst; trivial.
    - destruct js as [|j js]; [discriminate|]. apply play_cons in P as (J & G & P).
      apply (IH _ js (move p j)); trivial; [|simpl in E; lia]. apply next_ahead; trivial.
  Qed.

  Lemma contains_start p : narrow (holes b) p = true -> contains m (single m p) p.
  Proof. intros N. apply contains_single; trivial. exact (narrow_more _ _ _ W N). Qed.

  (** A play of so many jumps passes one of the positions near its end, and weighs no less before. *)
  Lemma passes_goals ws near pegs q ks : forallb (pagoda b) ws = true -> play b q ks pegs ->
    (near <= length ks)%nat -> narrow (holes b) pegs = true ->
    passes (bounds_at (nearby (behind m b) near (single m pegs)) ws) q = true.
  Proof.
    intros P Q N H. apply forallb_forall. intros wx (w & <- & Hw) % in_map_iff. simpl.
    rewrite forallb_forall in P. rewrite <- (firstn_skipn (length ks - near) ks) in Q.
    apply play_split in Q as (r & A & Z).
    assert (contains m (nearby (behind m b) near (single m pegs)) r) as C.
    { eapply nearby_behind; eauto using contains_start. rewrite skipn_length. lia. }
    pose proof (pagoda_play b w q r B (P w Hw) (ex_intro _ _ A)). pose proof (lightest_spec m w _ r C).
    rewrite !weigh_weight in *. lia.
  Qed.

  Lemma passes_sources ws near start q js : forallb (pagoda b) ws = true -> play b start js q ->
    (near <= length js)%nat -> narrow (holes b) start = true ->
    passes (bounds_at (nearby (ahead m b) near (single m start)) (map negate ws)) q = true.
  Proof.
    intros P Q N H. apply forallb_forall. intros wx (v & <- & (w & <- & Hw) % in_map_iff) % in_map_iff. simpl.
    rewrite forallb_forall in P. rewrite <- (firstn_skipn near js) in Q.
    apply play_split in Q as (r & A & Z).
    assert (contains m (nearby (ahead m b) near (single m start)) r) as C.
    { eapply nearby_ahead; eauto using contains_start. apply firstn_length_le. lia. }
    pose proof (pagoda_play b w r q B (P w Hw) (ex_intro _ _ Z)). pose proof (lightest_spec m (negate w) _ r C).
    rewrite !weigh_negate, !weigh_weight in *. lia.
  Qed.

  Lemma check_pair_sound p t pegs ws forward backward near : forallb (pagoda b) ws = true ->
    t = Pattern pegs N0 -> check_pair p pegs false ws forward backward near = true -> ~ feasible b p t.
  Proof.
    intros V T H (q & [js P] & M).
    assert (forall z, matches b t z = true -> z = pegs) as Only.
    { intros z Mz. subst t. simpl in Mz. rewrite N.ldiff_0_r in Mz. apply N.eqb_eq, Mz. }
    apply Only in M as Q. subst q.
    unfold check_pair in H. destruct (_ && _ && _ && _ && _) eqn:C in H; [|discriminate].
    rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[[[K E] Near] Np] Ng].
    pose proof (play_length b p js pegs B P) as L. rewrite <- !weigh_weight in L.
    destruct (negb _ && negb _ && _) eqn:C in H; [|discriminate].
    rewrite !andb_true_iff, forallb_app, andb_true_iff in C. destruct C as [_ [MF MB]].
    destruct (grow _ _ (single m p) forward) as [f|] eqn:F; [|discriminate].
    destruct (grow _ _ (single m pegs) backward) as [g|] eqn:G; [|discriminate].
    assert (forall ks ls r, js = ks ++ ls -> play b p ks r -> play b r ls pegs ->
      length ks = steps_made forward -> contains m f r) as InF.
    { intros ks ls r J P' Q' E'. eapply (grow_ahead _ MF t _ near forward); eauto using contains_start.
      - intros z zs y Pz Mz Nz. apply Only in Mz. subst y. eapply passes_goals; eauto.
      - apply (f_equal (@length _)) in J. rewrite app_length in J. lia. }
    assert (forall ks ls r, js = ks ++ ls -> play b p ks r -> play b r ls pegs ->
      length ls = steps_made backward -> contains m g r) as InG.
    { intros ks ls r J P' Q' E'. eapply (grow_behind _ MB p _ near backward); eauto using contains_start.
      - intros z zs Pz Nz. eapply passes_sources; eauto.
      - apply (f_equal (@length _)) in J. rewrite app_length in J. lia. }
    set (n := steps_made forward) in *. set (k := (length js - steps_made backward)%nat).
    assert (forall i, exists r, play b p (firstn i js) r /\ play b r (skipn i js) pegs) as Mid.
    { intros i. apply play_split. rewrite firstn_skipn. exact P. }
    destruct (Mid n) as (r & A & A'), (Mid k) as (s & D & D').
    assert (contains m f r) as Rf.
    { apply (InF _ _ r (eq_sym (firstn_skipn n js)) A A'). apply firstn_length_le. lia. }
    assert (contains m g s) as Sg.
    { apply (InG _ _ s (eq_sym (firstn_skipn k js)) D D'). rewrite skipn_length. lia. }
    apply andb_true_iff in H as [X [[Y % Z.eqb_eq|Y] % orb_true_iff|Y] % orb_true_iff].
    - assert (k = n) as -> by lia. rewrite (play_deterministic b p _ s r D A) in Sg.
      exact (disjoint_spec m R f g r X Rf Sg).
    - exact (dies_spec m f r Y Rf).
    - exact (dies_spec m g s Y Sg).
  Qed.

  Lemma check_open_sound p t ws forward backward : forallb (pagoda b) ws = true ->
    check_open p t false ws forward backward = true -> ~ feasible b p t.
  Proof.
    intros V H. unfold check_open in H. destruct forward as [|s sizes]; [discriminate|]. destruct backward; [|discriminate].
    destruct (_ && _ && _) eqn:C in H; [|discriminate]. rewrite !andb_true_iff in C. destruct C as [[N S] M].
    destruct (grow _ _ _ _) as [f|] eqn:G; [|discriminate].
    refine (grow_none _ M t (s :: sizes) S _ (single m p) f _ G H p (contains_start p N)); [|discriminate].
    intros; apply passes_ahead with (b := b); trivial.
  Qed.
End Search.

(** The machine that is given, where the board and the weights fit into its words, else exact numbers. *)
Definition fitting (m : machine) (b : board) (ws : list (list Z)) : machine :=
  if (holes b <=? width m)%nat && (Z.of_nat (holes b) <=? limit m) &&
     forallb (fun w => (length w <=? width m)%nat && (span w <=? limit m)) ws
  then m
  else exact (fold_right Nat.max (holes b) (map (@length Z) ws)) (fold_right Z.max (Z.of_nat (holes b)) (map span ws)).

Lemma fitting_right m b ws : right m -> right (fitting m b ws) /\ (holes b <= width (fitting m b ws))%nat.
Proof.
  intros R. unfold fitting. destruct (_ && _ && _) eqn:E.
  - rewrite !andb_true_iff, Nat.leb_le in E. tauto.
  - split; [apply exact_right|]. simpl. clear. induction ws as [|w ws IH]; simpl; lia.
Qed.

Definition check_search (m : machine) (b : board) (p : position) (t : target) (ws : list (list Z))
    (rs : list (Z * list Z)) (forward backward : list Z) (near : nat) : bool :=
  match t with
  | Count _ => false
  | Pattern pegs free =>
      forallb (pagoda b) ws && forallb (fun r => residue b (fst r) (snd r)) rs &&
      let cut := existsb (fun r => differs p t (fst r) (snd r)) rs in
      let m := fitting m b ws in
      if N.eqb free 0 then check_pair m b p pegs cut ws forward backward near
      else (near =? 0)%nat && check_open m b p t cut ws forward backward
  end.

Theorem search_sound m b p t ws rs forward backward near : right m -> proper b = true ->
  check_search m b p t ws rs forward backward near = true -> ~ feasible b p t.
Proof.
  intros R B H. unfold check_search in H. destruct t as [pegs free|] eqn:T; [|discriminate]. rewrite <- T in *.
  rewrite !andb_true_iff in H. destruct H as [[V S] H]. apply (fitting_right m b ws) in R as [R W].
  destruct (existsb _ rs) eqn:C.
  - apply existsb_exists in C as (r & Hr & C). rewrite forallb_forall in S.
    apply (residue_sound b p t (fst r) (snd r) B). apply andb_true_iff. auto.
  - destruct (N.eqb_spec free 0) as [->|_].
    + exact (check_pair_sound _ b R B W p t pegs ws forward backward near V T H).
    + apply andb_true_iff in H as [_ H]. exact (check_open_sound _ b R B W p t ws forward backward V H).
Qed.
