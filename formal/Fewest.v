(** Kind [sweeps]: every play from the start to the target has so many sweeps. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Symmetry Pagoda Residue Masks Words Levels Search Sweeps Takes Owed Swept Stages.
Import ListNotations.
Local Open Scope Z_scope.

(** ** All positions that match a target *)

(** A position, with pegs added in some of these holes, or in so many. *)
Fixpoint fillings (hs : list nat) (p : position) (acc : list position) : list position :=
  match hs with [] => p :: acc | h :: hs => fillings hs p (fillings hs (N.lor p (bit h)) acc) end.

Fixpoint choices (hs : list nat) (k : nat) (p : position) (acc : list position) : list position :=
  match k, hs with
  | O, _ => p :: acc
  | S k', h :: hs => if (length hs <? k')%nat then acc else choices hs k p (choices hs k' (N.lor p (bit h)) acc)
  | S _, [] => acc
  end.

Definition below (p q : position) : Prop := forall h, has p h = true -> has q h = true.

Lemma below_lor p q h : below p q -> has q h = true -> below (N.lor p (bit h)) q.
Proof. intros B H k. rewrite has_lor, has_bit. destruct (Nat.eqb_spec k h) as [->|]; [auto|]. rewrite orb_false_r. apply B. Qed.

Lemma fillings_keep hs : forall p q acc, In q acc -> In q (fillings hs p acc).
Proof. induction hs as [|h hs IH]; simpl; auto. Qed.

Lemma fillings_spec hs q : forall p acc, below p q -> (forall h, ~ In h hs -> has q h = has p h) -> In q (fillings hs p acc).
Proof.
  induction hs as [|h hs IH]; intros p acc B E; simpl.
  - left. symmetry. apply has_ext. intros h. apply E. simpl. tauto.
  - destruct (has q h) eqn:H.
    + apply fillings_keep, IH; [apply below_lor; trivial|]. intros k K. rewrite has_lor, has_bit.
      destruct (Nat.eqb_spec k h) as [->|D]; [rewrite H, orb_true_r; trivial|]. rewrite orb_false_r. apply E. simpl. intuition.
    + apply IH; trivial. intros k K. destruct (Nat.eq_dec k h) as [->|D]; [|apply E; simpl; intuition].
      rewrite H. symmetry. apply not_true_is_false. intros X. apply B in X. congruence.
Qed.

Lemma choices_keep hs : forall k p q acc, In q acc -> In q (choices hs k p acc).
Proof. induction hs as [|h hs IH]; intros [|k] p q acc I; cbn [choices]; simpl; auto. destruct (_ <? _)%nat; auto. Qed.

Lemma filter_short (f : nat -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (f x); simpl; lia. Qed.

Lemma choices_spec hs q : forall k p acc, below p q -> (forall h, ~ In h hs -> has q h = has p h) ->
  length (filter (has q) hs) = k -> In q (choices hs k p acc).
Proof.
  assert (forall hs p, below p q -> (forall h, ~ In h hs -> has q h = has p h) -> length (filter (has q) hs) = 0%nat -> p = q) as Z.
  { clear hs. intros hs p B E L. apply has_ext. intros h. destruct (in_dec Nat.eq_dec h hs) as [I|I]; [|symmetry; auto].
    assert (has q h = false) as F.
    { apply not_true_is_false. intros X. assert (In h (filter (has q) hs)) as J by (apply filter_In; auto).
      destruct (filter (has q) hs); [destruct J|discriminate]. }
    rewrite F. apply not_true_is_false. intros X. apply B in X. congruence. }
  induction hs as [|h hs IH]; intros k p acc B E L.
  - destruct k; [|discriminate]. left. apply (Z []); trivial.
  - destruct k as [|k]; cbn [choices]; [left; apply (Z (h :: hs)); trivial|]. cbn [filter] in L.
    assert (forall k, ~ In k hs -> k <> h -> has q k = has p k) as E' by (intros i I J; apply E; simpl; intuition).
    destruct (has q h) eqn:H.
    + simpl in L. pose proof (filter_short (has q) hs). destruct (Nat.ltb_spec (length hs) k); [lia|].
      apply choices_keep, IH; [apply below_lor; trivial| |lia]. intros i I. rewrite has_lor, has_bit.
      destruct (Nat.eqb_spec i h) as [->|D]; [rewrite H, orb_true_r; trivial|]. rewrite orb_false_r. auto.
    + pose proof (filter_short (has q) hs). destruct (Nat.ltb_spec (length hs) k); [lia|].
      apply IH; trivial. intros i I. destruct (Nat.eq_dec i h) as [->|D]; [|auto].
      rewrite H. symmetry. apply not_true_is_false. intros X. apply B in X. congruence.
Qed.

Definition all_matching (b : board) (t : target) : list position :=
  match t with
  | Pattern pegs free => fillings (filter (has free) (seq 0 (holes b))) pegs []
  | Count k => choices (seq 0 (holes b)) (Z.to_nat k) 0%N []
  end.

Lemma all_matching_spec b t q : (match t with Pattern _ free => narrow (holes b) free = true | Count k => 0 <= k end) ->
  narrow (holes b) q = true -> matches b t q = true -> In q (all_matching b t).
Proof.
  intros W N M. destruct t as [pegs free|k].
  - apply fillings_spec.
    + intros h H. simpl in M. apply N.eqb_eq in M. subst pegs. unfold has in H. rewrite N.ldiff_spec in H.
      apply andb_true_iff in H. apply H.
    + intros h I. apply (matches_pattern b pegs free q M). apply not_true_is_false. intros F. apply I, filter_In. split; trivial.
      apply in_seq. destruct (Nat.lt_ge_cases h (holes b)); [lia|]. rewrite (proj1 (narrow_has _ _) W h) in F by trivial. discriminate.
  - apply choices_spec.
    + intros h H. discriminate.
    + intros h I. rewrite (proj1 (narrow_has _ _) N h); [reflexivity|]. rewrite in_seq in I. lia.
    + simpl in M. apply Z.eqb_eq in M. rewrite weigh_weight, pegs_seq in M. rewrite <- M.
      assert (forall l, total (map (peg q) l) = Z.of_nat (length (filter (has q) l))) as ->; [|lia].
      clear. induction l as [|h l IH]; [reflexivity|]. cbn [map filter]. rewrite total_cons, IH. unfold peg.
      destruct (has q h); simpl Z.b2z; simpl length; lia.
Qed.

(** ** The proof *)

Record sweeps_proof := SweepsProof {
  regions : list position;
  pagodas : list (list Z);
  residues : list (Z * list Z);
  symmetries : list (list nat);
  sweep_bounds : list sweep_bound;
  ahead_sizes : list Z;
  behind_sizes : list Z
}.

Definition proper_region (b : board) (r : position) : bool := region b r && (1 <=? size_of b r) && narrow (holes b) r.

Definition proper_target (n : nat) (t : target) : bool :=
  match t with Pattern pegs free => narrow n pegs && narrow n free | Count k => 0 <=? k end.

(** Do the symmetries carry the regions that count to one another? Then images ask for the same. *)
Definition same_regions (gs : list (list nat)) (rs : list position) : bool :=
  forallb (fun g => forallb (fun r => existsb (N.eqb (moved g r)) rs) rs) gs.

(** Allowances ahead, unless one cannot be computed. *)
Fixpoint all_kept (b : board) (t : target) (rs : list position) (xs : list sweep_bound) : option (list allowance) :=
  match xs with
  | [] => Some []
  | x :: xs =>
      match kept b t (hole_weights x) (weighted_regions rs x), all_kept b t rs xs with
      | Some k, Some rest => Some ((items_ahead t rs x, (k, per_sweep x)) :: rest)
      | _, _ => None
      end
  end.

Definition all_owing (s : position) (rs : list position) (xs : list sweep_bound) : list allowance :=
  map (fun x => let items := items_behind s rs x in (items, (burden items s, - per_sweep x))) xs.

(** Words as great as all sums need. *)
Definition need_of (room : Z) (a : allowance) : Z :=
  Z.max (span_of (fst a)) (Z.abs (fst (snd a)) + room * Z.abs (snd (snd a))).
Definition need_for (b : board) (t : target) (room : Z) (bounds : list (list Z * Z)) (all : list allowance) : Z :=
  fold_right (fun wx => Z.max (Z.max (span (fst wx)) (Z.abs (snd wx))))
    (fold_right (fun a => Z.max (need_of room a))
      (Z.max (Z.of_nat (holes b)) (match t with Count k => Z.abs k | _ => 0 end)) all) bounds.
Definition roomy (m : machine) (b : board) (need : Z) : machine :=
  if (holes b <=? width m)%nat && (need <=? limit m) then m else exact (holes b) need.

Lemma roomy_right m b need : right m -> right (roomy m b need) /\ (holes b <= width (roomy m b need))%nat.
Proof.
  intros R. unfold roomy. destruct (_ && _) eqn:E.
  - rewrite !andb_true_iff, Nat.leb_le in E. tauto.
  - split; [apply exact_right|simpl; lia].
Qed.

Definition passing (m : machine) (bounds : list (list Z * Z)) : word m -> bool :=
  let weighers := map (weigher m) bounds in fun x => forallb (fun f => f x) weighers.

Lemma passing_spec m bounds x : right m -> forallb (measured m (width m)) bounds = true -> passes bounds (value m x) = true ->
  passing m bounds x = true.
Proof.
  intros R M P. apply forallb_forall. intros f (wx & <- & H) % in_map_iff. rewrite forallb_forall in M. specialize (M wx H).
  unfold measured in M. rewrite !andb_true_iff, Nat.leb_le, !Z.leb_le in M. destruct M as [[A B] C].
  unfold weigher. rewrite (heavy_spec m R) by trivial. unfold passes in P. rewrite forallb_forall in P. apply P, H.
Qed.

Definition least_bounds (t : target) (ws : list (list Z)) : list (list Z * Z) := map (fun w => (w, least_match t w)) ws.
Definition start_bounds (s : position) (ws : list (list Z)) : list (list Z * Z) := map (fun w => (negate w, - weigh w s)) ws.

Definition unseparated (s : position) (rs : list (Z * list Z)) (q : position) : bool :=
  forallb (fun r => divides (fst r) (weigh (snd r) q - weigh (snd r) s)) rs.

Fixpoint words_of (m : machine) (keep : position -> bool) (l : list position) (acc : list (word m)) : list (word m) :=
  match l with [] => acc | p :: l => words_of m keep l (if keep p then to_word m p :: acc else acc) end.

Definition check_sweeps (m : machine) (b : board) (s : position) (t : target) (k : Z) (pf : sweeps_proof) : bool :=
  let rs := regions pf in
  let gs := symmetries pf in
  let room := k - 1 in
  let made := Z.of_nat (steps_made (ahead_sizes pf) + steps_made (behind_sizes pf)) in
  let labels := labelled (holes b) b (Map.empty nat) in
  let parts := parts_of b labels in
  (1 <=? k) && (made <=? room) && narrow (holes b) s && proper_target (holes b) t &&
  forallb (proper_region b) rs &&
  forallb (fun w => pagoda b w && (length w =? holes b)%nat) (pagodas pf) &&
  forallb (fun r => residue b (fst r) (snd r)) (residues pf) &&
  forallb (symmetry b s t) gs && group (holes b) gs && joined labels b &&
  forallb (check_takes b rs parts) (sweep_bounds pf) &&
  match all_kept b t rs (sweep_bounds pf) with
  | None => false
  | Some keeping =>
      let owing := all_owing s rs (sweep_bounds pf) in
      let passing_ahead := least_bounds t (pagodas pf) in
      let passing_behind := start_bounds s (pagodas pf) in
      let m := roomy m b (need_for b t room (passing_ahead ++ passing_behind) (keeping ++ owing)) in
      let images := map (pairs_of m 0) gs in
      let alike := same_regions gs (filter (opens t) rs) && same_regions gs (filter (fun r => full r s) rs) in
      if forallb (measured m (width m)) (passing_ahead ++ passing_behind)
        && forallb (fits_words m (holes b) room) (keeping ++ owing) && sayable m b t then
      match side m b (passing m passing_ahead) alike (asks_ahead m b t rs) (allows m false keeping) images
          (arrivals m (holes b) (steps_ahead m b)) room [to_word m s] (ahead_sizes pf) with
      | None => false
      | Some (known, last) =>
          match behind_sizes pf with
          | [] => none m (matcher m b t) known && ((made =? room) || dies m last)
          | sizes =>
              match side m b (passing m passing_behind) alike (asks_behind m s rs) (allows m true owing) images
                  (arrivals m (holes b) (steps_behind m b)) room
                  (words_of m (unseparated s (residues pf)) (all_matching b t) []) sizes with
              | None => false
              | Some (known', last') => disjoint m known known' && ((made =? room) || dies m last || dies m last')
              end
          end
      end
      else false
  end.

(** ** Soundness *)

Lemma words_of_spec m keep p l : right m -> narrow (width m) p = true -> In p l -> keep p = true ->
  contains m (words_of m keep l []) p.
Proof.
  intros R N I K.
  assert (forall l acc, In p l \/ contains m acc p -> contains m (words_of m keep l acc) p) as F; [|apply F; auto].
  clear l I. induction l as [|q l IH]; intros acc [I|C]; simpl; trivial; [destruct I| |].
  - apply IH. destruct I as [->|I]; auto. right. rewrite K. exists (to_word m p). split; [left; trivial|].
    apply word_of; trivial.
  - apply IH. right. destruct (keep q); trivial. destruct C as (x & X & V). exists x. split; [right|]; trivial.
Qed.

Lemma all_kept_spec b t rs xs all a : all_kept b t rs xs = Some all -> In a all ->
  exists x k, In x xs /\ kept b t (hole_weights x) (weighted_regions rs x) = Some k /\ a = (items_ahead t rs x, (k, per_sweep x)).
Proof.
  revert all. induction xs as [|x xs IH]; intros all H I; cbn [all_kept] in H.
  - injection H as <-. destruct I.
  - destruct (kept _ _ _ _) as [k|] eqn:K; [|discriminate]. destruct (all_kept b t rs xs) as [rest|]; [|discriminate].
    injection H as <-. destruct I as [<-|I].
    + exists x, k. simpl. auto.
    + destruct (IH rest eq_refl I) as (y & l & Y & L & E). exists y, l. simpl. auto.
Qed.

Lemma on_board_narrow b p : on_board b p <-> narrow (holes b) p = true.
Proof. unfold on_board. rewrite narrow_has. tauto. Qed.

Lemma reachable_narrow b p q : proper b = true -> narrow (holes b) p = true -> reachable b p q -> narrow (holes b) q = true.
Proof. intros B N [js P]. apply on_board_narrow. apply (play_on_board b p js q B P), on_board_narrow, N. Qed.

Section Sound.
  Variables (b : board) (s : position) (t : target) (gs : list (list nat)).
  Hypothesis B : proper b = true.
  Hypothesis N : narrow (holes b) s = true.
  Hypothesis T : proper_target (holes b) t = true.
  Hypothesis S : forallb (symmetry b s t) gs = true.
  Hypothesis G : group (holes b) gs = true.

  (** So many sweeps are enough from a position to the target, or from the start to it. *)
  Definition near_target (r : Z) (p : position) : Prop :=
    narrow (holes b) p = true /\ exists hs q, swept b p hs q /\ matches b t q = true /\ Z.of_nat (length hs) <= r.
  Definition near_start (r : Z) (p : position) : Prop :=
    exists hs, swept b s hs p /\ Z.of_nat (length hs) <= r.

  Lemma swept_narrow p hs q : narrow (holes b) p = true -> swept b p hs q -> narrow (holes b) q = true.
  Proof. intros Np W. apply (reachable_narrow b p q B Np). exact (swept_reachable b p hs q W). Qed.

  Lemma matches_moved g q : In g gs -> narrow (holes b) q = true -> matches b t q = true -> matches b t (moved g q) = true.
  Proof.
    intros I Nq M. apply (moved_matches b s t gs S g q I Nq); trivial. unfold proper_target in T. destruct t; trivial.
  Qed.

  Lemma near_target_moved g r p : In g gs -> near_target r p -> near_target r (moved g p).
  Proof.
    intros I (Np & hs & q & W & M & L). pose proof (swept_narrow p hs q Np W) as Nq. split.
    - apply moved_narrow. apply (member_symmetry b s t gs S g I).
    - exists (map (place_of g) hs), (moved g q). split; [apply (moved_swept b s t gs S); trivial|]. split; [|rewrite map_length; trivial].
      apply matches_moved; trivial.
  Qed.

  Lemma near_start_moved g r p : In g gs -> near_start r p -> near_start r (moved g p).
  Proof.
    intros I (hs & W & L). pose proof (swept_narrow s hs p N W) as Np. exists (map (place_of g) hs). rewrite map_length. split; trivial.
    destruct (member_symmetry b s t gs S g I) as (_ & _ & E & _). rewrite <- E at 1. apply (moved_swept b s t gs S); trivial.
  Qed.

  Lemma one_sweep_moved g p q : In g gs -> narrow (holes b) p = true -> narrow (holes b) q = true -> one_sweep b p q ->
    one_sweep b (moved g p) (moved g q).
  Proof.
    intros I Np Nq (h & js & X & Rn & P). exists (place_of g h), (map (map_jump (place_of g)) js). split; [destruct js; [congruence|discriminate]|].
    split; [apply run_image, Rn|apply (moved_play b s t gs S); trivial].
  Qed.

  Lemma canon_matches p : narrow (holes b) p = true -> matches b t p = true -> matches b t (canon gs p) = true.
  Proof. intros Np M. destruct (canon_orbit gs p) as [->|(g & I & ->)]; trivial. apply matches_moved; trivial. Qed.
End Sound.

Theorem sweeps_sound m b s t k pf : right m -> proper b = true -> check_sweeps m b s t k pf = true ->
  forall js q, play b s js q -> matches b t q = true -> k <= Z.of_nat (sweeps js).
Proof.
  intros R0 B H js q P M. destruct (Z_le_gt_dec k (Z.of_nat (sweeps js))) as [|Few]; trivial. exfalso.
  unfold check_sweeps in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as [[[[[[[[[[[K % Z.leb_le Made % Z.leb_le] N] T] Rg] Pg] Rs] Sy] Gr] J] Tk] H].
  destruct (all_kept _ _ _ _) as [keeping|] eqn:Kp; [|discriminate].
  set (owing := all_owing _ _ _) in *. set (bounds_a := least_bounds _ _) in *. set (bounds_b := start_bounds _ _) in *.
  destruct (roomy_right m b (need_for b t (k - 1) (bounds_a ++ bounds_b) (keeping ++ owing)) R0) as [R W].
  set (m' := roomy _ _ _) in *. clearbody m'. set (alike := _ && same_regions _ _) in H. clearbody alike.
  set (rs := regions pf) in *. set (gs := symmetries pf) in *. set (room := k - 1) in *.
  destruct (_ && _ && _) eqn:C in H; [|discriminate]. rewrite !forallb_app, !andb_true_iff in C.
  destruct C as [[[Ma Mb] [Fa Fb]] Say].
  destruct (side _ _ _ _ _ _ _ _ _ [_] _) as [[known last]|] eqn:A; [|discriminate].
  destruct (play_swept b s js q P) as (hs & Sw & Len). set (n := length hs) in *.
  assert (Z.of_nat n <= room) as Enough by (unfold room; lia).
  destruct (swept_chain b s hs q Sw) as (z & Z0 & Zn & Chain). fold n in Zn, Chain.
  assert (forall r, In r rs -> region b r = true /\ 1 <= size_of b r /\ narrow (holes b) r = true) as Rg'.
  { intros r I. rewrite forallb_forall in Rg. specialize (Rg r I). unfold proper_region in Rg.
    rewrite !andb_true_iff, Z.leb_le in Rg. tauto. }
  assert (forall r, In r rs -> region b r = true) as Rg'' by (intros r I; apply Rg', I).
  assert (match t with Count k => 0 <= k | _ => True end) as Kt.
  { unfold proper_target in T. destruct t; trivial. apply Z.leb_le, T. }
  assert (forall i d, (i + d <= n)%nat -> exists hs, swept b (z i) hs (z (i + d)%nat) /\ length hs = d) as Sub by (apply chain_swept, Chain).
  assert (forall c, (c <= n)%nat -> narrow (holes b) (z c) = true) as Nz.
  { intros c L. destruct (Sub 0%nat c L) as (ks & X & _). rewrite Z0 in X. simpl in X. exact (swept_narrow b B s ks (z c) N X). }
  assert (forall c, (c <= n)%nat -> reachable b s (z c)) as Rz.
  { intros c L. destruct (Sub 0%nat c L) as (ks & X & _). rewrite Z0 in X. exact (swept_reachable b _ _ _ X). }
  assert (forall c, (c <= n)%nat -> reachable b (z c) q) as Qz.
  { intros c L. destruct (Sub c (n - c)%nat ltac:(lia)) as (ks & X & _). replace (c + (n - c))%nat with n in X by lia.
    rewrite Zn in X. exact (swept_reachable b _ _ _ X). }
  assert (forall w, In w (pagodas pf) -> pagoda b w = true /\ length w = holes b) as Pg'.
  { intros w I. rewrite forallb_forall in Pg. specialize (Pg w I). rewrite andb_true_iff, Nat.eqb_eq in Pg. exact Pg. }
  assert (narrow (holes b) q = true) as Nq by (rewrite <- Zn; auto).
  (* ahead *)
  assert (forall c, (c <= n)%nat -> (c <= steps_made (ahead_sizes pf))%nat \/ dies m' last = true -> contains m' known (canon gs (z c))) as Ahead.
  { refine (side_catches m' R b s t gs (steps_ahead m' b) _ alike _ _ _ _ eq_refl eq_refl Sy Gr W
      (fun x => feasible b x t) (near_target b t) room (ahead_within m' b B W) _ _ _ _ n z Enough Nz _ _ _ _ _ _ _ A _ _).
    - intros x F. apply passing_spec; trivial. apply forallb_forall. intros wx (w & <- & I) % in_map_iff. simpl. apply Z.leb_le.
      destruct (Pg' w I) as [X L]. destruct F as (r & F & Mr). pose proof (least_match_spec b t w r L Mr).
      pose proof (pagoda_play b w _ r B X F). rewrite !weigh_weight in *. lia.
    - intros r x _ (_ & ks & y & X & My & L). apply (asks_ahead_spec m' R b t rs r x ks y); trivial.
    - intros r x Lr (_ & ks & y & X & My & L). apply (allows_spec m' R false (holes b) room); trivial.
      intros a I. destruct (all_kept_spec b t rs _ keeping a Kp I) as (bd & kk & Ib & Kk & ->). unfold enough_for. simpl.
      rewrite forallb_forall in Tk. specialize (Tk bd Ib).
      pose proof (bound_ahead b t rs _ bd kk (value m' x) ks y B J Rg'' Tk Kk X My) as Y.
      unfold check_takes in Tk. rewrite !andb_true_iff in Tk. destruct Tk as [[[[_ D % Z.leb_le] _] _] _]. nia.
    - intros g r p. apply (near_target_moved b s t gs B T Sy).
    - intros c r L Lr. split; [apply Nz, L|]. destruct (Sub c (n - c)%nat ltac:(lia)) as (ks & X & E).
      replace (c + (n - c))%nat with n in X by lia. rewrite Zn in X. exists ks, q. repeat split; trivial. lia.
    - intros c L. apply hop_ahead; trivial; [apply Chain, L|]. intros x ys Y.
      destruct (Qz (S c) L) as [zs Q]. exists q. split; trivial. exists (ys ++ zs). eapply play_app; eauto.
    - intros c g L I. apply hop_ahead; trivial; [apply (one_sweep_moved b s t gs Sy); auto; apply Nz; lia|]. intros x ys Y.
      destruct (Qz (S c) L) as [zs Q]. exists (moved g q). split; [|apply (matches_moved b s t gs T Sy); trivial].
      exists (ys ++ map (map_jump (place_of g)) zs). eapply play_app; [exact Y|]. apply (moved_play b s t gs Sy); trivial. apply Nz, L.
    - rewrite Z0. exists (to_word m' s). split; [left; trivial|]. apply (value_word m' R b W s N).
    - rewrite Z0. exists q. split; trivial. exists js. exact P. }
  destruct (behind_sizes pf) as [|size sizes] eqn:Sizes.
  - apply andb_true_iff in H as [X Y].
    assert (contains m' known (canon gs (z n))) as In_.
    { apply Ahead; [lia|]. apply orb_true_iff in Y as [Y % Z.eqb_eq|Y]; [left|auto]. unfold steps_made in *. simpl in *. lia. }
    pose proof (none_matches m' R b t known _ W Say X In_) as F. rewrite Zn in F.
    rewrite (canon_matches b s t gs T Sy q Nq M) in F. discriminate.
  - rewrite <- Sizes in *. destruct (side _ _ _ _ _ _ _ _ _ (words_of _ _ _ _) _) as [[known' last']|] eqn:D; [|discriminate].
    apply andb_true_iff in H as [X Y].
    assert (forall c, (c <= n)%nat -> (c <= steps_made (behind_sizes pf))%nat \/ dies m' last' = true ->
      contains m' known' (canon gs (z (n - c)%nat))) as Behind.
    { refine (side_catches m' R b s t gs (steps_behind m' b) _ alike _ _ _ _ eq_refl eq_refl Sy Gr W
        (reachable b s) (near_start b s) room (behind_within m' b B W) _ _ _ _ n (fun c => z (n - c)%nat) Enough _ _ _ _ _ _ _ _ D _ _).
      - intros x [xs F]. apply passing_spec; trivial. apply forallb_forall. intros wx (w & <- & I) % in_map_iff. simpl. apply Z.leb_le.
        destruct (Pg' w I) as [V L]. pose proof (pagoda_play b w s _ B V (ex_intro _ xs F)). rewrite weigh_negate, !weigh_weight. lia.
      - intros r x _ (ks & V & L). apply (asks_behind_spec m' R b s rs r x ks); trivial.
      - intros r x Lr (ks & V & L). apply (allows_spec m' R true (holes b) room); trivial.
        intros a (bd & <- & I) % in_map_iff. unfold enough_for. simpl.
        rewrite forallb_forall in Tk. specialize (Tk bd I).
        pose proof (bound_behind b rs _ bd s (value m' x) ks B J Rg'' Tk V) as U.
        unfold check_takes in Tk. rewrite !andb_true_iff in Tk. destruct Tk as [[[[_ E % Z.leb_le] _] _] _]. nia.
      - intros g r p. apply (near_start_moved b s t gs B N Sy).
      - intros c L. apply Nz. lia.
      - intros c r L Lr. destruct (Sub 0%nat (n - c)%nat ltac:(lia)) as (ks & V & E). rewrite Z0 in V. exists ks. split; trivial. lia.
      - intros c L. apply hop_behind; trivial.
        + replace (n - c)%nat with (S (n - S c)) by lia. apply Chain. lia.
        + intros x xs V. destruct (Rz (n - S c)%nat ltac:(lia)) as [ys U]. exists (ys ++ xs). eapply play_app; eauto.
      - intros c g L I. apply hop_behind; trivial.
        + replace (n - c)%nat with (S (n - S c)) by lia. apply (one_sweep_moved b s t gs Sy); auto; [apply Nz; lia|apply Nz; lia|apply Chain; lia].
        + intros x xs V. destruct (Rz (n - S c)%nat ltac:(lia)) as [ys U]. exists (map (map_jump (place_of g)) ys ++ xs).
          eapply play_app; [|exact V]. destruct (member_symmetry b s t gs Sy g I) as (_ & _ & E & _). rewrite <- E at 1.
          apply (moved_play b s t gs Sy); trivial. apply Nz. lia.
      - rewrite Nat.sub_0_r, Zn. apply words_of_spec; trivial; [apply (narrow_more (holes b)); trivial| |].
        + apply all_matching_spec; trivial. unfold proper_target in T. destruct t; [apply andb_true_iff in T; apply T|exact Kt].
        + apply forallb_forall. intros r I. rewrite forallb_forall in Rs. specialize (Rs r I).
          pose proof (residue_play b _ _ s q B Rs (ex_intro _ js P)) as V. unfold residue in Rs.
          apply andb_true_iff in Rs as [E % Z.leb_le _]. apply divides_spec; [lia|]. rewrite !weigh_weight. exact V.
      - rewrite Nat.sub_0_r, Zn. exists js. exact P. }
    assert (exists c, (c <= n)%nat /\ ((c <= steps_made (ahead_sizes pf))%nat \/ dies m' last = true) /\
      ((n - c <= steps_made (behind_sizes pf))%nat \/ dies m' last' = true)) as (c & L & V & U).
    { rewrite !orb_true_iff, Z.eqb_eq in Y. destruct Y as [[Y|Y]|Y].
      - exists (Nat.min n (steps_made (ahead_sizes pf))). repeat split; [lia|left; lia|left; lia].
      - exists n. repeat split; [lia|auto|left; lia].
      - exists 0%nat. repeat split; [lia|left; lia|auto]. }
    specialize (Ahead c L V). specialize (Behind (n - c)%nat ltac:(lia) U).
    replace (n - (n - c))%nat with c in Behind by lia. exact (disjoint_spec m' R known known' _ X Ahead Behind).
Qed.
