(** Levels by sweeps: what one sweep more reaches and no fewer do, each position as the least of its images. *)

From Coq Require Import ZArith NArith List Lia Bool Arith Permutation.
From Pegfeas Require Import Linear Board Play Symmetry Masks Words Levels Search Sweeps Takes Owed.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Images of positions *)

(** The pegs of a position from hole [h] on, each moved to its place in the list. *)
Fixpoint moved_on (h : nat) (g : list nat) (p acc : position) : position :=
  match g with
  | [] => acc
  | k :: g => moved_on (S h) g p (if has p h then N.lxor acc (bit k) else acc)
  end.
Definition moved (g : list nat) (p : position) : position := moved_on 0 g p 0%N.
Definition place_of (g : list nat) (h : nat) : nat := nth h g h.

Lemma moved_on_absent g p : forall h acc k, ~ In k g -> has (moved_on h g p acc) k = has acc k.
Proof.
  induction g as [|i g IH]; intros h acc k N; simpl in *; trivial. rewrite IH by tauto.
  destruct (has p h); trivial. rewrite has_lxor, has_bit. destruct (Nat.eqb_spec k i); [subst; tauto|]. apply xorb_false_r.
Qed.

Lemma moved_on_at g p : NoDup g -> forall h acc i k, nth_error g i = Some k ->
  has (moved_on h g p acc) k = xorb (has acc k) (has p (h + i)).
Proof.
  induction 1 as [|x g N D IH]; intros h acc [|i] k E; simpl in *; try discriminate.
  - injection E as <-. rewrite moved_on_absent by trivial. rewrite Nat.add_0_r.
    destruct (has p h); [rewrite has_lxor, has_bit, Nat.eqb_refl|rewrite xorb_false_r]; trivial.
  - rewrite (IH (S h) _ i k E). replace (S h + i)%nat with (h + S i)%nat by lia. f_equal.
    destruct (has p h); trivial. rewrite has_lxor, has_bit.
    destruct (Nat.eqb_spec k x); [subst; elim N; exact (nth_error_In g i E)|]. apply xorb_false_r.
Qed.

Section Permutation.
  Variables (n : nat) (g : list nat).
  Hypothesis P : all_holes n g = true.

  Lemma permuted : NoDup g /\ length g = n /\ incl g (seq 0 n).
  Proof.
    pose proof (all_holes_spec n g P) as A. unfold all_holes in P. apply andb_true_iff in P as [L % Nat.eqb_eq _].
    assert (incl (seq 0 n) g) as I by (intros h H % in_seq; apply A; lia).
    assert (NoDup g) as D by (apply NoDup_incl_NoDup with (seq 0 n); trivial; [apply seq_NoDup|rewrite seq_length; lia]).
    repeat split; trivial. apply NoDup_length_incl; trivial; [apply seq_NoDup|rewrite seq_length; lia].
  Qed.

  Lemma place_within h : (h < n)%nat -> (place_of g h < n)%nat.
  Proof.
    destruct permuted as (_ & L & I). intros H. assert (In (place_of g h) g) as J by (apply nth_In; lia).
    apply I, in_seq in J. lia.
  Qed.

  Lemma place_beyond h : (n <= h)%nat -> place_of g h = h.
  Proof. destruct permuted as (_ & L & _). intros H. apply nth_overflow. lia. Qed.

  Lemma place_injective h k : place_of g h = place_of g k -> h = k.
  Proof.
    destruct permuted as (D & L & _). intros E.
    destruct (Nat.lt_ge_cases h n) as [H|H], (Nat.lt_ge_cases k n) as [K|K].
    - unfold place_of in E. rewrite (nth_indep g k h) in E by lia. apply (proj1 (NoDup_nth g h) D); trivial; lia.
    - pose proof (place_within h H). rewrite (place_beyond k K) in E. lia.
    - pose proof (place_within k K). rewrite (place_beyond h H) in E. lia.
    - rewrite !place_beyond in E by trivial. exact E.
  Qed.

  Lemma place_onto h : exists k, place_of g k = h.
  Proof.
    destruct (Nat.lt_ge_cases h n) as [H|H]; [|exists h; apply place_beyond, H].
    apply (all_holes_spec n g P) in H. apply (In_nth g h 0%nat) in H as (k & K & E). exists k.
    unfold place_of. rewrite (nth_indep g k 0%nat) by trivial. exact E.
  Qed.

  Lemma moved_image p : narrow n p = true -> Symmetry.image (place_of g) p (moved g p).
  Proof.
    destruct permuted as (D & L & I). intros N h. destruct (Nat.lt_ge_cases h n) as [H|H].
    - unfold moved. rewrite (moved_on_at g p D 0 0%N h); [exact (xorb_false_l (has p h))|]. apply nth_error_nth'. lia.
    - rewrite place_beyond by trivial. unfold moved. rewrite moved_on_absent.
      + symmetry. apply (proj1 (narrow_has n p) N). trivial.
      + intros K. apply I, in_seq in K. lia.
  Qed.

  Lemma moved_narrow p : narrow n (moved g p) = true.
  Proof.
    destruct permuted as (_ & _ & I). apply narrow_has. intros h H. unfold moved. rewrite moved_on_absent; [reflexivity|].
    intros K. apply I, in_seq in K. lia.
  Qed.
End Permutation.

(** ** A group of symmetries that keep start and target *)

Definition keeps_target (t : target) (g : list nat) : bool :=
  match t with Pattern pegs free => N.eqb (moved g pegs) pegs && N.eqb (moved g free) free | Count _ => true end.

Definition symmetry (b : board) (s : position) (t : target) (g : list nat) : bool :=
  all_holes (holes b) g &&
  forallb (fun j => member (map_jump (place_of g) j) (jumps b)) (jumps b) &&
  N.eqb (moved g s) s && keeps_target t g.

Definition compose (h g : list nat) : list nat := map (place_of h) g.
Definition same_list (g h : list nat) : bool := if list_eq_dec Nat.eq_dec g h then true else false.

(** Products of members are members or the identity, and each has its inverse. *)
Definition group (n : nat) (gs : list (list nat)) : bool :=
  forallb (fun g =>
    forallb (fun h => existsb (same_list (compose h g)) (seq 0 n :: gs)) gs &&
    existsb (fun h => same_list (compose h g) (seq 0 n)) gs) gs.

Definition canon (gs : list (list nat)) (p : position) : position :=
  fold_left (fun least g => let q := moved g p in if N.ltb q least then q else least) gs p.
Definition orbit (gs : list (list nat)) (p : position) : list position := p :: map (fun g => moved g p) gs.

Lemma canon_least gs p : In (canon gs p) (orbit gs p) /\ forall q, In q (orbit gs p) -> (canon gs p <= q)%N.
Proof.
  unfold canon, orbit.
  assert (forall gs z, let c := fold_left (fun least g => let q := moved g p in if N.ltb q least then q else least) gs z in
    (c = z \/ In c (map (fun g => moved g p) gs)) /\ (c <= z)%N /\ forall q, In q (map (fun g => moved g p) gs) -> (c <= q)%N) as F.
  { clear. induction gs as [|g gs IH]; intros z; simpl; [split; [auto|split; [lia|tauto]]|].
    specialize (IH (if (moved g p <? z)%N then moved g p else z)). cbv zeta in IH. destruct IH as (A & C & D).
    destruct (N.ltb_spec (moved g p) z); (split; [destruct A; auto|split; [lia|intros q [<-|Q]; [lia|auto]]]). }
  specialize (F gs p). cbv zeta in F. destruct F as (A & C & D). split; [simpl; destruct A; auto|].
  intros q [<-|Q]; auto.
Qed.

Lemma total_same (f : nat -> Z) l m : NoDup l -> NoDup m -> (forall x, In x l <-> In x m) -> total (map f l) = total (map f m).
Proof.
  intros L M H. assert (Permutation l m) as Q by (apply NoDup_Permutation; trivial). clear - Q.
  induction Q; cbn [map]; rewrite ?total_cons; lia.
Qed.

Section Group.
  Variables (b : board) (s : position) (t : target) (gs : list (list nat)).
  Hypothesis S : forallb (symmetry b s t) gs = true.
  Hypothesis G : group (holes b) gs = true.

  Lemma member_symmetry g : In g gs -> all_holes (holes b) g = true /\
    (forall j, In j (jumps b) -> In (map_jump (place_of g) j) (jumps b)) /\ moved g s = s /\ keeps_target t g = true.
  Proof.
    intros I. rewrite forallb_forall in S. specialize (S g I). unfold symmetry in S.
    rewrite !andb_true_iff, forallb_forall, N.eqb_eq in S. destruct S as [[[A J] K] T]. repeat split; trivial.
    intros j Hj. apply member_spec, J, Hj.
  Qed.

  Lemma moved_twice g h p : In g gs -> In h gs -> narrow (holes b) p = true ->
    moved h (moved g p) = moved (compose h g) p.
  Proof.
    intros I J N. destruct (member_symmetry g I) as (Pg & _), (member_symmetry h J) as (Ph & _).
    assert (all_holes (holes b) (compose h g) = true) as Pc.
    { destruct (permuted _ g Pg) as (_ & L & _). unfold all_holes. apply andb_true_iff. split.
      - apply Nat.eqb_eq. unfold compose. rewrite map_length. exact L.
      - apply forallb_forall. intros k K % in_seq. apply existsb_exists. exists k. split; [|apply Nat.eqb_refl].
        destruct (place_onto _ h Ph k) as [i <-]. apply in_map. apply (all_holes_spec _ g Pg).
        destruct (Nat.lt_ge_cases i (holes b)) as [|H]; trivial. rewrite (place_beyond _ h Ph i H) in K. lia. }
    apply (image_unique (place_of (compose h g)) (place_onto _ _ Pc) p).
    - intros k. assert (place_of (compose h g) k = place_of h (place_of g k)) as ->.
      { destruct (permuted _ g Pg) as (_ & L & _). destruct (Nat.lt_ge_cases k (holes b)) as [H|H].
        - unfold compose, place_of at 1. rewrite (nth_indep _ k (place_of h k)) by (rewrite map_length; lia).
          rewrite map_nth. f_equal.
        - rewrite !(place_beyond _ _ Pc), (place_beyond _ g Pg), (place_beyond _ h Ph) by trivial. trivial. }
      rewrite (moved_image _ h Ph (moved g p) (moved_narrow _ g Pg p)). apply (moved_image _ g Pg p N).
    - apply (moved_image _ _ Pc p N).
  Qed.

  Lemma moved_identity p : narrow (holes b) p = true -> moved (seq 0 (holes b)) p = p.
  Proof.
    intros N. assert (all_holes (holes b) (seq 0 (holes b)) = true) as P.
    { unfold all_holes. apply andb_true_iff. split; [apply Nat.eqb_eq, seq_length|]. apply forallb_forall. intros h H.
      apply existsb_exists. exists h. split; [exact H|apply Nat.eqb_refl]. }
    symmetry. apply (image_unique (place_of (seq 0 (holes b))) (place_onto _ _ P) p).
    - intros h. destruct (Nat.lt_ge_cases h (holes b)) as [H|H].
      + unfold place_of. rewrite seq_nth by trivial. trivial.
      + rewrite (place_beyond _ _ P) by trivial. trivial.
    - apply (moved_image _ _ P p N).
  Qed.

  Lemma orbit_incl g p : In g gs -> narrow (holes b) p = true -> incl (orbit gs (moved g p)) (orbit gs p).
  Proof.
    intros I N q [<-|(h & <- & J) % in_map_iff]; [right; apply (in_map (fun g => moved g p)), I|].
    rewrite moved_twice by trivial. unfold group in G. rewrite forallb_forall in G. specialize (G g I).
    apply andb_true_iff in G as [C _]. rewrite forallb_forall in C. specialize (C h J).
    apply existsb_exists in C as (k & K & E). unfold same_list in E. destruct (list_eq_dec _ _ _) as [->|]; [|discriminate].
    destruct K as [<-|K]; [left; symmetry; apply moved_identity, N|right; apply (in_map (fun g => moved g p)), K].
  Qed.

  (** All images of a position have the same least image. *)
  Theorem canon_moved g p : In g gs -> narrow (holes b) p = true -> canon gs (moved g p) = canon gs p.
  Proof.
    intros I N. destruct (member_symmetry g I) as (Pg & _). pose proof (moved_narrow _ g Pg p) as M.
    assert (exists h, In h gs /\ moved h (moved g p) = p) as (h & J & E).
    { unfold group in G. rewrite forallb_forall in G. specialize (G g I). apply andb_true_iff in G as [_ K].
      apply existsb_exists in K as (h & J & E). exists h. split; trivial. rewrite moved_twice by trivial.
      unfold same_list in E. destruct (list_eq_dec _ _ _) as [->|]; [|discriminate]. apply moved_identity, N. }
    pose proof (orbit_incl g p I N) as A. pose proof (orbit_incl h (moved g p) J M) as C. rewrite E in C.
    destruct (canon_least gs p) as [X X'], (canon_least gs (moved g p)) as [Y Y'].
    apply N.le_antisymm; auto.
  Qed.

  Lemma canon_orbit p : canon gs p = p \/ exists g, In g gs /\ canon gs p = moved g p.
  Proof.
    destruct (canon_least gs p) as [[E|(g & E & I) % in_map_iff] _]; [left; auto|right; exists g; auto].
  Qed.

  Lemma canon_narrow p : narrow (holes b) p = true -> narrow (holes b) (canon gs p) = true.
  Proof.
    intros N. destruct (canon_orbit p) as [->|(g & I & ->)]; trivial. apply moved_narrow, member_symmetry, I.
  Qed.

  (** Images of plays are plays, from the start and to the target. *)
  Lemma moved_play g p js q : In g gs -> narrow (holes b) p = true -> narrow (holes b) q = true -> play b p js q ->
    play b (moved g p) (map (map_jump (place_of g)) js) (moved g q).
  Proof.
    intros I N M P. destruct (member_symmetry g I) as (Pg & J & _).
    apply (play_image b (place_of g) (place_injective _ g Pg) (place_onto _ g Pg) J p js q); trivial; apply (moved_image (holes b)); trivial.
  Qed.

  Lemma moved_swept g p hs q : In g gs -> narrow (holes b) p = true -> narrow (holes b) q = true -> swept b p hs q ->
    swept b (moved g p) (map (place_of g) hs) (moved g q).
  Proof.
    intros I N M W. destruct (member_symmetry g I) as (Pg & J & _).
    destruct (swept_image b (place_of g) (place_injective _ g Pg) J p hs q (moved g p) W) as (r & R & K).
    - apply (moved_image (holes b)); trivial.
    - rewrite <- (image_unique (place_of g) (place_onto _ g Pg) q r (moved g q) K); trivial. apply (moved_image (holes b)); trivial.
  Qed.

  Lemma moved_size g p : In g gs -> narrow (holes b) p = true -> weigh (ones b) (moved g p) = weigh (ones b) p.
  Proof.
    intros I N. destruct (member_symmetry g I) as (Pg & _). destruct (permuted _ g Pg) as (D & L & A).
    rewrite !weigh_weight, !pegs_seq.
    assert (total (map (peg p) (seq 0 (holes b))) = total (map (peg (moved g p)) g)) as ->.
    { assert (g = map (place_of g) (seq 0 (holes b))) as E.
      { apply (nth_ext _ _ 0%nat 0%nat); [rewrite map_length, seq_length; exact L|]. intros h H. rewrite L in H.
        rewrite (nth_indep (map (place_of g) (seq 0 (holes b))) 0%nat (place_of g 0%nat)) by (rewrite map_length, seq_length; exact H).
        rewrite map_nth, seq_nth by exact H. unfold place_of. apply nth_indep. lia. }
      rewrite E at 2. rewrite map_map. f_equal. apply map_ext. intros h. unfold peg.
      rewrite (moved_image _ g Pg p N h). trivial. }
    symmetry. apply total_same; trivial; [apply seq_NoDup|].
    intros h. split; [apply A|]. intros H % in_seq. apply (all_holes_spec _ g Pg). lia.
  Qed.

  Lemma moved_matches g p : In g gs -> narrow (holes b) p = true ->
    (match t with Pattern pegs free => narrow (holes b) pegs && narrow (holes b) free = true | Count _ => True end) ->
    matches b t p = true -> matches b t (moved g p) = true.
  Proof.
    intros I N W M. destruct (member_symmetry g I) as (Pg & _ & _ & K). pose proof (moved_size g p I N) as Z.
    clear S. destruct t as [pegs free|k]; simpl in *.
    - apply andb_true_iff in W as [Np Nf], K as [Kp % N.eqb_eq Kf % N.eqb_eq]. apply N.eqb_eq in M. apply N.eqb_eq.
      apply has_ext. intros h. destruct (place_onto _ g Pg h) as [k <-].
      unfold has at 1. rewrite N.ldiff_spec. fold (has (moved g p) (place_of g k)) (has free (place_of g k)).
      rewrite <- Kf at 1. rewrite <- Kp at 1.
      rewrite !(moved_image _ g Pg _) by trivial. rewrite <- M. unfold has at 3. rewrite N.ldiff_spec. trivial.
    - rewrite Z. exact M.
  Qed.
End Group.
