(** How many sweeps a position asks for, by its regions and by weights: to the target, or from the start. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda Masks Search Sweeps Takes.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Weights of sets of holes: each counts where it is full *)

Definition burden (items : list weighted) (p : position) : Z :=
  total (map (fun i => where_ (full (fst i) p) (snd i)) items).

Fixpoint hole_items (w : list Z) (h : nat) : list weighted :=
  match w with [] => [] | x :: w => (bit h, x) :: hole_items w (S h) end.

Lemma full_bit h p : full (bit h) p = has p h.
Proof.
  apply eq_iff_eq_true. rewrite full_spec. setoid_rewrite has_bit. split; [intros H; apply H, Nat.eqb_refl|].
  intros H k -> % Nat.eqb_eq. exact H.
Qed.

Lemma burden_app a c p : burden (a ++ c) p = burden a p + burden c p.
Proof. unfold burden. rewrite map_app, total_app. trivial. Qed.

Lemma burden_holes_from w p : forall h, burden (hole_items w h) p = dot w (fun i => peg p (h + i)).
Proof.
  induction w as [|x w IH]; intros h; [reflexivity|]. unfold burden in *. cbn [hole_items map dot]. rewrite total_cons, IH.
  simpl fst. simpl snd. rewrite full_bit, Nat.add_0_r. f_equal; [unfold peg, where_; destruct (has p h); simpl; lia|].
  apply dot_ext. intros i _. f_equal. lia.
Qed.

Lemma burden_holes w p : burden (hole_items w 0) p = weight w p.
Proof. rewrite burden_holes_from. apply dot_ext. trivial. Qed.

(** ** Totals over all holes *)

Lemma dot_seq w f : dot w f = total (map (fun h => at_hole w h * f h) (seq 0 (length w))).
Proof.
  revert f. induction w as [|x w IH]; intros f; [reflexivity|]. cbn [dot length seq map]. rewrite total_cons, IH, <- seq_shift, map_map.
  unfold at_hole. reflexivity.
Qed.

Lemma pegs_seq b p : weight (ones b) p = total (map (peg p) (seq 0 (holes b))).
Proof.
  unfold weight. rewrite dot_seq. unfold ones. rewrite repeat_length. f_equal. apply map_ext_in.
  intros h [_ H] % in_seq. unfold at_hole. rewrite nth_repeat_1 by lia. lia.
Qed.

Definition size_of (b : board) (r : position) : Z := weigh (ones b) r.

Lemma peg_ldiff q r h : peg (N.ldiff q r) h = Z.b2z (has q h && negb (has r h)).
Proof. unfold peg, has. rewrite N.ldiff_spec. trivial. Qed.

Lemma size_within b r q : full r q = true -> size_of b (N.ldiff q r) = size_of b q - size_of b r.
Proof.
  intros F. rewrite full_spec in F. unfold size_of. rewrite !weigh_weight, !pegs_seq.
  assert (total (map (peg q) (seq 0 (holes b))) =
    total (map (fun h => peg (N.ldiff q r) h + peg r h) (seq 0 (holes b)))) as ->; [|rewrite total_plus; lia].
  f_equal. apply map_ext. intros h. rewrite peg_ldiff. unfold peg. specialize (F h).
  destruct (has q h), (has r h); simpl; trivial. discriminate F. trivial.
Qed.

Lemma size_nonneg b r : 0 <= size_of b r.
Proof. unfold size_of. rewrite weigh_weight, pegs_seq. apply total_nonneg. intros h _. apply peg_01. Qed.

(** Disjoint sets that are full have no more holes than there are pegs. *)
Lemma sizes_within b rs : forall q, disjoint_regions rs -> (forall r, In r rs -> full r q = true) ->
  total (map (size_of b) rs) <= size_of b q.
Proof.
  induction rs as [|r rs IH]; intros q D F; [apply size_nonneg|]. destruct D as [A D]. cbn [map]. rewrite total_cons.
  assert (total (map (size_of b) rs) <= size_of b (N.ldiff q r)) as L.
  { apply IH; trivial. intros s S. apply full_spec. intros h H. unfold has. rewrite N.ldiff_spec. fold (has q h) (has r h).
    assert (has q h = true) as -> by (apply (proj1 (full_spec s q) (F s (or_intror S))); trivial).
    specialize (A s S). apply (f_equal (fun x => has x h)) in A. rewrite has_land, H, andb_true_r in A. rewrite A. trivial. }
  rewrite size_within in L by auto with datatypes. lia.
Qed.

(** ** The greatest weight of a position with so many pegs, and the least of one that matches *)

Definition by_shortfall (k : Z) (v : list Z) (c : Z) : Z := c * k + shortfall c v.
Definition least_of_count (k : Z) (v : list Z) : Z :=
  match v with [] => 0 | c :: cs => fold_left (fun z x => Z.max z (by_shortfall k v x)) cs (by_shortfall k v c) end.

Lemma least_of_count_spec b k v q : (length v = holes b)%nat -> matches b (Count k) q = true ->
  least_of_count k v <= weigh v q.
Proof.
  intros L M. simpl in M. apply Z.eqb_eq in M. unfold ones in M. rewrite <- L in M.
  assert (forall c, by_shortfall k v c <= weigh v q) as S.
  { intros c. unfold by_shortfall. pose proof (shortfall_weigh c v q). rewrite M in H. trivial. }
  unfold least_of_count. destruct v as [|c cs]; [simpl; lia|].
  assert (forall l z, z <= weigh (c :: cs) q -> fold_left (fun z x => Z.max z (by_shortfall k (c :: cs) x)) l z <= weigh (c :: cs) q) as F.
  { induction l as [|x l IH]; intros z H; [exact H|]. cbn [fold_left]. apply IH. specialize (S x). lia. }
  apply F, S.
Qed.

Definition least_match (t : target) (w : list Z) : Z :=
  match t with Pattern pegs free => least w pegs free | Count k => least_of_count k w end.

Lemma least_match_spec b t w q : (length w = holes b)%nat -> matches b t q = true -> least_match t w <= weigh w q.
Proof.
  destruct t as [pegs free|k]; intros L M; [|apply (least_of_count_spec b); trivial].
  simpl in M. apply N.eqb_eq in M. subst pegs. apply least_weigh.
Qed.

(** ** The most that a target keeps *)

Definition share (b : board) (times : Z) (r : weighted) : Z := times / size_of b (fst r) * snd r.
Definition raised (b : board) (times : Z) (w : list Z) (rs : list weighted) (h : nat) : Z :=
  times * at_hole w h + total (map (fun r => where_ (has (fst r) h) (share b times r)) rs).

(** Where [k] pegs are left they may fill regions: a region that is full counts no more than its holes do, each
    with its share. [None] never happens. *)
Definition kept (b : board) (t : target) (w : list Z) (rs : list weighted) : option Z :=
  match t with
  | Pattern pegs free => Some (- least (negate w) pegs free)
  | Count k =>
      let fillable := filter (fun r => size_of b (fst r) <=? k) rs in
      let times := fold_right (fun r z => Z.lcm (size_of b (fst r)) z) 1 fillable in
      if (0 <? times) && forallb (fun r => times / size_of b (fst r) * size_of b (fst r) =? times) fillable then
        Some (- least_of_count k (negate (map (raised b times w fillable) (seq 0 (holes b)))) / times)
      else None
  end.

Lemma raised_total b times w rs q : (length w = holes b)%nat -> 0 < times -> (forall r, In r rs -> 0 <= snd r) ->
  (forall r, In r rs -> times / size_of b (fst r) * size_of b (fst r) = times) ->
  times * (weight w q + burden rs q) <= weight (map (raised b times w rs) (seq 0 (holes b))) q.
Proof.
  intros L T M D. unfold weight at 2. rewrite dot_seq, map_length, seq_length.
  assert (total (map (fun h => raised b times w rs h * peg q h) (seq 0 (holes b))) =
    total (map (fun h => at_hole (map (raised b times w rs) (seq 0 (holes b))) h * peg q h) (seq 0 (holes b)))) as <-.
  { f_equal. apply map_ext_in. intros h [_ H] % in_seq. f_equal. unfold at_hole.
    rewrite nth_indep with (d' := raised b times w rs 0%nat) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. trivial. }
  assert (weight w q = total (map (fun h => at_hole w h * peg q h) (seq 0 (holes b)))) as W.
  { unfold weight. rewrite dot_seq, L. trivial. }
  unfold raised, burden. induction rs as [|r rs IH]; cbn [map].
  - rewrite W. clear. generalize (seq 0 (holes b)). induction l as [|h l IH]; [simpl; lia|].
    cbn [map]. rewrite !total_cons. change (total []) with 0 in *. nia.
  - assert (times * (weight w q + total (map (fun i => where_ (full (fst i) q) (snd i)) rs)) <=
      total (map (fun h => (times * at_hole w h + total (map (fun r => where_ (has (fst r) h) (share b times r)) rs)) * peg q h)
        (seq 0 (holes b)))) as K by (apply IH; auto with datatypes). clear IH.
    rewrite total_cons.
    assert (total (map (fun h => (times * at_hole w h +
        total (where_ (has (fst r) h) (share b times r) :: map (fun r => where_ (has (fst r) h) (share b times r)) rs)) * peg q h)
        (seq 0 (holes b))) =
      total (map (fun h => (times * at_hole w h + total (map (fun r => where_ (has (fst r) h) (share b times r)) rs)) * peg q h)
        (seq 0 (holes b))) +
      total (map (fun h => where_ (has (fst r) h) (share b times r) * peg q h) (seq 0 (holes b)))) as ->.
    { rewrite <- total_plus. f_equal. apply map_ext. intros h. rewrite total_cons. lia. }
    assert (times * where_ (full (fst r) q) (snd r) <=
      total (map (fun h => where_ (has (fst r) h) (share b times r) * peg q h) (seq 0 (holes b)))); [|lia].
    assert (0 <= share b times r) as P.
    { unfold share. specialize (M r (or_introl eq_refl)). specialize (D r (or_introl eq_refl)).
      pose proof (size_nonneg b (fst r)). apply Z.mul_nonneg_nonneg; [|exact M]. nia. }
    destruct (full (fst r) q) eqn:F.
    + unfold where_ at 1. rewrite full_spec in F.
      assert (total (map (fun h => where_ (has (fst r) h) (share b times r) * peg q h) (seq 0 (holes b))) =
        share b times r * size_of b (fst r)) as ->.
      { unfold size_of. rewrite weigh_weight, pegs_seq. generalize (seq 0 (holes b)). induction l as [|h l IH]; [simpl; lia|].
        cbn [map]. rewrite !total_cons, IH. unfold where_, peg. specialize (F h).
        destruct (has (fst r) h); [rewrite F by trivial|]; simpl Z.b2z; ring. }
      unfold share. specialize (D r (or_introl eq_refl)). nia.
    + unfold where_ at 1. rewrite Z.mul_0_r. apply total_nonneg. intros h _. pose proof (peg_01 q h). unfold where_.
      destruct (has (fst r) h); nia.
Qed.

Lemma burden_filter (f : weighted -> bool) rs q : (forall r, In r rs -> f r = false -> full (fst r) q = false) ->
  burden (filter f rs) q = burden rs q.
Proof.
  intros H. unfold burden. induction rs as [|r rs IH]; [reflexivity|]. cbn [filter map]. rewrite total_cons, <- IH by auto with datatypes.
  destruct (f r) eqn:F; [reflexivity|]. rewrite (H r (or_introl eq_refl) F). reflexivity.
Qed.

Lemma size_full b k r q : matches b (Count k) q = true -> full r q = true -> size_of b r <= k.
Proof.
  intros M F. simpl in M. apply Z.eqb_eq in M. fold (size_of b q) in M. pose proof (size_within b r q F).
  pose proof (size_nonneg b (N.ldiff q r)). lia.
Qed.

(** What counts: regions that cannot be full at a target; for a number of pegs all. *)
Definition opens (t : target) (r : position) : bool :=
  match t with Pattern pegs free => negb (full r (N.lor pegs free)) | Count _ => true end.

Lemma opens_spec b pegs free r q : matches b (Pattern pegs free) q = true -> opens (Pattern pegs free) r = true ->
  full r q = false.
Proof.
  intros M O. apply not_true_is_false. intros F. simpl in O. apply negb_true_iff in O. rewrite <- not_true_iff_false in O.
  apply O, full_spec. intros h H. rewrite full_spec in F. apply F in H. rewrite has_lor.
  destruct (has free h) eqn:E; [apply orb_true_r|]. rewrite <- (matches_pattern b pegs free q M h E), H. trivial.
Qed.

Definition counted (t : target) (rs : list weighted) : list weighted := filter (fun r => opens t (fst r)) rs.
Definition filled (s : position) (rs : list weighted) : list weighted := filter (fun r => full (fst r) s) rs.

(** A number of pegs keeps no more than this, weights of the regions that they fill included. *)
Lemma kept_spec b t w rs k p q : (length w = holes b)%nat -> (forall r, In r rs -> 0 <= snd r) ->
  matches b t q = true -> kept b t w rs = Some k ->
  weight w q + burden (counted t rs) p <=
  k + total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs).
Proof.
  intros L N M K. destruct t as [pegs free|n].
  - injection K as <-. pose proof (least_weigh (negate w) q free) as Q. rewrite weigh_negate, weigh_weight in Q.
    assert (N.ldiff q free = pegs) as E by (simpl in M; apply N.eqb_eq, M). rewrite E in Q.
    assert (burden (counted (Pattern pegs free) rs) p <=
      total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs)); [|lia].
    clear Q L E. unfold counted, burden. induction rs as [|r rs IH]; [reflexivity|].
    assert (total (map (fun i => where_ (full (fst i) p) (snd i)) (filter (fun r => opens (Pattern pegs free) (fst r)) rs)) <=
      total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs)) as I by auto with datatypes.
    cbn [filter]. destruct (opens _ (fst r)) eqn:O; cbn [map]; rewrite !total_cons.
    + rewrite (opens_spec b pegs free (fst r) q M O), andb_true_r. lia.
    + specialize (N r (or_introl eq_refl)). unfold where_ at 1 2. destruct (_ && _); unfold where_ in *; lia.
  - unfold kept in K. set (fillable := filter _ rs) in K. set (times := fold_right _ 1 fillable) in K.
    destruct (_ && _) eqn:C in K; [|discriminate]. injection K as <-. apply andb_true_iff in C as [T % Z.ltb_lt D].
    rewrite forallb_forall in D.
    assert (times * (weight w q + burden fillable q) <=
      weight (map (raised b times w fillable) (seq 0 (holes b))) q) as R.
    { apply raised_total; trivial; intros r I.
      - apply filter_In in I. apply N, I.
      - apply Z.eqb_eq, D, I. }
    assert (least_of_count n (negate (map (raised b times w fillable) (seq 0 (holes b)))) <=
      weigh (negate (map (raised b times w fillable) (seq 0 (holes b)))) q) as S.
    { apply (least_of_count_spec b); trivial. unfold negate. rewrite !map_length, seq_length. trivial. }
    rewrite weigh_negate, weigh_weight in S. unfold fillable in R at 1. rewrite burden_filter in R.
    2: { intros r _ F. apply Z.leb_gt in F. apply not_true_is_false. intros G. pose proof (size_full b n (fst r) q M G). lia. }
    set (z := least_of_count _ _) in *.
    assert (weight w q + burden rs q <= - z / times) as X by (apply Z.div_le_lower_bound; lia).
    assert (burden (counted (Count n) rs) p = burden rs p) as ->.
    { unfold counted. apply burden_filter. intros r _ O. discriminate. }
    clear - X N. assert (burden rs p <= burden rs q +
      total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs)); [|lia]. clear X.
    unfold burden. induction rs as [|r rs IH]; [simpl; lia|].
    assert (total (map (fun i => where_ (full (fst i) p) (snd i)) rs) <= total (map (fun i => where_ (full (fst i) q) (snd i)) rs) +
      total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs)) by auto with datatypes.
    cbn [map]. rewrite !total_cons. specialize (N r (or_introl eq_refl)). unfold where_ at 1 3 5.
    destruct (full (fst r) p), (full (fst r) q); simpl; lia.
Qed.

(** ** The largest number of disjoint regions *)

Section Crowd.
  Variables (A : Type) (apart : A -> A -> bool).

  Fixpoint all_apart (l : list A) : Prop :=
    match l with [] => True | x :: l' => (forall y, In y l' -> apart x y = true) /\ all_apart l' end.

  (** Are there [n] of these, each apart from each? *)
  Fixpoint crowd (fuel n : nat) (l : list A) : bool :=
    match fuel, n, l with
    | _, O, _ => true
    | S fuel, S n', x :: l' =>
        if (length l <? n)%nat then false
        else
          let others := filter (apart x) l' in
          crowd fuel n' others || (if (length others =? length l')%nat then false else crowd fuel n l')
    | _, _, _ => false
    end.

  Lemma crowd_spec fuel : forall n l, crowd fuel n l = true -> exists s, all_apart s /\ length s = n /\ incl s l.
  Proof.
    induction fuel as [|fuel IH]; intros [|n] [|x l]; cbn [crowd]; try discriminate;
      try (intros _; exists []; repeat split; intros y []).
    destruct (_ <? _)%nat; [discriminate|]. intros [H|H] % orb_true_iff.
    - apply IH in H as (s & S & E & I). exists (x :: s). split; [split; trivial|split; [simpl; congruence|]].
      + intros y Y. apply I, filter_In in Y. apply Y.
      + intros y [->|Y]; [left; trivial|]. apply I, filter_In in Y. right. apply Y.
    - destruct (_ =? _)%nat; [discriminate|]. apply IH in H as (s & S & E & I). exists s. repeat split; auto with datatypes.
  Qed.
End Crowd.

(** Regions that so many pegs can fill. *)
Definition spared (b : board) (t : target) (rs : list position) : Z :=
  match t, rs with
  | Count k, r :: rs => k / fold_right (fun r => Z.min (size_of b r)) (size_of b r) rs
  | _, _ => 0
  end.

Lemma spared_spec b k rs s q : (forall r, In r rs -> 1 <= size_of b r) -> 0 <= k -> matches b (Count k) q = true ->
  disjoint_regions s -> incl s rs -> (forall r, In r s -> full r q = true) -> Z.of_nat (length s) <= spared b (Count k) rs.
Proof.
  intros P K M D I F. pose proof (sizes_within b s q D F) as T. simpl in M. apply Z.eqb_eq in M. fold (size_of b q) in M.
  rewrite M in T. destruct rs as [|r rs].
  - destruct s as [|x s]; [reflexivity|]. destruct (I x (or_introl eq_refl)).
  - unfold spared. set (least := fold_right _ _ rs).
    assert (1 <= least /\ forall x, In x (r :: rs) -> least <= size_of b x) as [L A].
    { clear - P. unfold least. induction rs as [|y rs IH]; cbn [fold_right].
      - split; [apply P; simpl; auto|]. intros x [->|[]]. lia.
      - destruct IH as [L A]; [intros x [->|X]; apply P; simpl; auto|].
        assert (1 <= size_of b y) by (apply P; simpl; auto). split; [lia|].
        intros x [->|[->|X]]; [assert (H0 := A x (or_introl eq_refl))| |assert (H0 := A x (or_intror X))]; lia. }
    apply Z.div_le_lower_bound; [lia|].
    assert (least * Z.of_nat (length s) <= total (map (size_of b) s)); [|lia].
    clear - A I. induction s as [|x s IH]; [simpl; lia|]. cbn [map length]. rewrite total_cons.
    assert (least <= size_of b x) by (apply A, I; simpl; auto).
    assert (least * Z.of_nat (length s) <= total (map (size_of b) s)) by (apply IH; intros y Y; apply I; simpl; auto). lia.
Qed.

(** Disjoint regions that are full at [p] and count are at most so many as there are sweeps from [p] to the target,
    and those that may be filled. *)
Theorem regions_ahead b t rs s p hs q : (forall r, In r rs -> region b r = true /\ 1 <= size_of b r) ->
  (match t with Count k => 0 <= k | _ => True end) ->
  swept b p hs q -> matches b t q = true -> disjoint_regions s ->
  (forall r, In r s -> In r rs /\ opens t r = true /\ full r p = true) ->
  Z.of_nat (length s) <= Z.of_nat (length hs) + spared b t rs.
Proof.
  intros G K W M D H. destruct t as [pegs free|k].
  - assert (length s <= length hs)%nat as L; [|simpl; lia]. apply (disjoint_opened b s p hs q W D).
    intros r R. destruct (H r R) as (I & O & F). split; [apply G, I|]. split; trivial. exact (opens_spec b pegs free r q M O).
  - set (stay := filter (fun r => full r q) s). set (go := filter (fun r => negb (full r q)) s).
    assert (forall f, disjoint_regions (filter f s)) as X.
    { intros f. clear - D. induction s as [|r s IH]; [exact I|]. destruct D as [A D]. cbn [filter].
      destruct (f r); auto. split; auto. intros y Y. apply filter_In in Y. apply A, Y. }
    assert (length s = length stay + length go)%nat as ->.
    { unfold stay, go. clear. induction s as [|r s IH]; [reflexivity|]. cbn [filter].
      destruct (full r q); simpl; rewrite IH; lia. }
    assert (length go <= length hs)%nat.
    { apply (disjoint_opened b go p hs q W); [apply X|]. intros r R. apply filter_In in R as [R N]. destruct (H r R) as (I & _ & F).
      split; [apply G, I|]. split; trivial. apply negb_true_iff, N. }
    assert (Z.of_nat (length stay) <= spared b (Count k) rs); [|lia].
    apply (spared_spec b k rs stay q); trivial; [intros r R; apply G, R|apply X| |].
    + intros r R. apply filter_In in R. apply H, R.
    + intros r R. apply filter_In in R. apply R.
Qed.

(** And those that were full at the start and are not at [p]. *)
Theorem regions_behind b rs s start p hs : (forall r, In r rs -> region b r = true) -> swept b start hs p -> disjoint_regions s ->
  (forall r, In r s -> In r rs /\ full r start = true /\ full r p = false) -> (length s <= length hs)%nat.
Proof.
  intros G W D H. apply (disjoint_opened b s start hs p W D). intros r R. destruct (H r R) as (I & F & N). auto.
Qed.

(** ** Bounds *)

Record sweep_bound := SweepBound {
  hole_weights : list Z;
  potentials : list Z;
  region_weights : list Z;
  per_sweep : Z;
  passages : list passage
}.

Definition weighted_regions (rs : list position) (x : sweep_bound) : list weighted := combine rs (region_weights x).

Definition parts_of (b : board) (m : labels) : list (list jump * list (list jump)) :=
  map (fun l => let part := part_of b m l in (part, by_over b part))
    (nodup Nat.eq_dec (map (fun j => label m (from j)) (jumps b))).

Definition check_takes (b : board) (rs : list position) (parts : list (list jump * list (list jump))) (x : sweep_bound) : bool :=
  (length (hole_weights x) =? holes b)%nat && (length (potentials x) =? holes b)%nat &&
  (length (region_weights x) =? length rs)%nat &&
  (0 <=? per_sweep x) && forallb (Z.leb 0) (region_weights x) && forallb (fun y => 0 <=? toll y) (passages x) &&
  let ws := weighted_regions rs x in
  forallb (fun part => part_takes (hole_weights x) (potentials x) (passages x) ws (fst part) (snd part) (per_sweep x)) parts.

Lemma check_takes_spec b rs m x : proper b = true -> joined m b = true -> check_takes b rs (parts_of b m) x = true ->
  forall h js p q, js <> [] -> run h js -> play b p js q ->
  weight (hole_weights x) p - weight (hole_weights x) q + entry (weighted_regions rs x) h <= per_sweep x.
Proof.
  intros B J H h js p q N R P. unfold check_takes in H. rewrite !andb_true_iff in H. destruct H as [[_ T] H].
  rewrite forallb_forall in T, H.
  assert (In (part_of b m (label m h), by_over b (part_of b m (label m h))) (parts_of b m)) as I.
  { unfold parts_of. apply in_map_iff. exists (label m h). split; trivial. apply nodup_In. destruct js as [|j js]; [congruence|].
    destruct R as [<- R]. apply in_map_iff. exists j. split; trivial. apply play_cons in P. apply P. }
  apply H in I. simpl in I. eapply run_takes; eauto.
  - intros y Y. apply Z.leb_le, T, Y.
  - apply run_part; trivial. exact (play_jumps b p js q P).
Qed.

Lemma check_takes_weights b rs parts x r : check_takes b rs parts x = true -> In r (weighted_regions rs x) ->
  In (fst r) rs /\ 0 <= snd r.
Proof.
  intros H I. unfold check_takes in H. rewrite !andb_true_iff in H. destruct H as [[[_ H] _] _]. rewrite forallb_forall in H.
  destruct r as [r z]. split; [exact (in_combine_l _ _ _ _ I)|]. apply Z.leb_le, H. exact (in_combine_r _ _ _ _ I).
Qed.

(** What weighs, ahead and behind. *)
Definition items_ahead (t : target) (rs : list position) (x : sweep_bound) : list weighted :=
  hole_items (hole_weights x) 0 ++ counted t (weighted_regions rs x).
Definition items_behind (s : position) (rs : list position) (x : sweep_bound) : list weighted :=
  hole_items (hole_weights x) 0 ++ filled s (weighted_regions rs x).

Theorem bound_ahead b t rs m x k p hs q : proper b = true -> joined m b = true ->
  (forall r, In r rs -> region b r = true) -> check_takes b rs (parts_of b m) x = true ->
  kept b t (hole_weights x) (weighted_regions rs x) = Some k ->
  swept b p hs q -> matches b t q = true ->
  burden (items_ahead t rs x) p <= k + Z.of_nat (length hs) * per_sweep x.
Proof.
  intros B J G C K W M. pose proof (swept_takes b _ _ _ (check_takes_spec b rs m x B J C) p hs q W) as T.
  assert (length (hole_weights x) = holes b) as L.
  { unfold check_takes in C. rewrite !andb_true_iff, Nat.eqb_eq in C. apply C. }
  assert (forall r, In r (weighted_regions rs x) -> region b (fst r) = true /\ 0 <= snd r) as R.
  { intros r I. destruct (check_takes_weights b rs _ x r C I) as [I' P]. auto. }
  pose proof (opened_entries b p hs q _ W R) as O.
  pose proof (kept_spec b t _ _ k p q L (fun r I => proj2 (R r I)) M K). unfold items_ahead.
  rewrite burden_app, burden_holes. lia.
Qed.

Theorem bound_behind b rs m x s p hs : proper b = true -> joined m b = true ->
  (forall r, In r rs -> region b r = true) -> check_takes b rs (parts_of b m) x = true ->
  swept b s hs p ->
  burden (items_behind s rs x) s - Z.of_nat (length hs) * per_sweep x <= burden (items_behind s rs x) p.
Proof.
  intros B J G C W. pose proof (swept_takes b _ _ _ (check_takes_spec b rs m x B J C) s hs p W) as T.
  assert (forall r, In r (weighted_regions rs x) -> region b (fst r) = true /\ 0 <= snd r) as R.
  { intros r I. destruct (check_takes_weights b rs _ x r C I) as [I' P]. auto. }
  pose proof (opened_entries b s hs p _ W R) as O. unfold items_behind. rewrite !burden_app, !burden_holes.
  assert (burden (filled s (weighted_regions rs x)) s - burden (filled s (weighted_regions rs x)) p <=
    total (map (fun r => where_ (full (fst r) s && negb (full (fst r) p)) (snd r)) (weighted_regions rs x))); [|lia].
  clear. unfold filled, burden. induction (weighted_regions rs x) as [|r l IH]; [reflexivity|]. cbn [filter].
  destruct (full (fst r) s) eqn:F; cbn [map]; rewrite !total_cons, ?F; [|simpl; lia].
  unfold where_ at 1 3 5. destruct (full (fst r) p); simpl; lia.
Qed.
