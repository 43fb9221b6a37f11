(** What a sweep can take away at most, of weights of holes and of regions, and so how many sweeps a play has. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Masks Sweeps.
Import ListNotations.
Local Open Scope Z_scope.

Definition at_hole (w : list Z) (h : nat) : Z := nth h w 0.
Definition where_ (x : bool) (u : Z) : Z := if x then u else 0.

(** A sweep that goes over [pass_over] inside [members] begins there or enters. It does so once, so that entering
    and beginning pay for it. *)
Record passage := Passage { members : position; pass_over : nat; toll : Z }.
Definition weighted := (position * Z)%type.  (* a region and its weight *)

Definition pass_cost (j : jump) (x : passage) : Z :=
  if has (members x) (landing j) then
    if has (members x) (from j) then where_ (over j =? pass_over x)%nat (- toll x) else toll x
  else 0.
Definition passed (xs : list passage) (j : jump) : Z := total (map (pass_cost j) xs).

(** What beginning in a hole costs besides its own weight. *)
Definition entry (rs : list weighted) (h : nat) : Z := total (map (fun r => where_ (has (fst r) h) (snd r)) rs).
Definition tolls (xs : list passage) (h : nat) : Z := total (map (fun x => where_ (has (members x) h) (toll x)) xs).

Lemma total_cons x l : total (x :: l) = x + total l.
Proof. reflexivity. Qed.

Lemma total_app l m : total (l ++ m) = total l + total m.
Proof. induction l as [|x l IH]; [reflexivity|]. simpl app. rewrite !total_cons, IH. lia. Qed.

Lemma total_plus {A} (f g : A -> Z) l : total (map (fun x => f x + g x) l) = total (map f l) + total (map g l).
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map]. rewrite !total_cons, IH. lia. Qed.

Lemma total_le {A} (f g : A -> Z) l : (forall x, In x l -> f x <= g x) -> total (map f l) <= total (map g l).
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. cbn [map]. rewrite !total_cons.
  pose proof (H x (or_introl eq_refl)). assert (total (map f l) <= total (map g l)) by auto with datatypes. lia.
Qed.

Lemma total_nonneg {A} (f : A -> Z) l : (forall x, In x l -> 0 <= f x) -> 0 <= total (map f l).
Proof.
  intros H. apply total_le in H. replace (total (map (fun _ => 0) l)) with 0 in H; trivial.
  clear. induction l; trivial.
Qed.

(** ** Passages *)

Lemma passage_unused x js : 0 <= toll x -> ~ In (pass_over x) (map over js) ->
  0 <= total (map (fun j => pass_cost j x) js).
Proof.
  intros U N. apply total_nonneg. intros j J. unfold pass_cost, where_.
  destruct (has (members x) (landing j)), (has (members x) (from j)); try lia.
  destruct (Nat.eqb_spec (over j) (pass_over x)) as [E|]; [|lia]. elim N. rewrite <- E. apply in_map, J.
Qed.

Lemma passage_run x js : 0 <= toll x -> forall h, run h js -> NoDup (map over js) ->
  0 <= total (map (fun j => pass_cost j x) js) + where_ (has (members x) h) (toll x).
Proof.
  intros U. induction js as [|j js IH]; intros h R D; [unfold where_; destruct (has _ h); simpl; lia|].
  destruct R as [<- R]. inversion D as [|? ? N D']; subst. specialize (IH _ R D').
  cbn [map]. rewrite total_cons. unfold pass_cost at 1. unfold where_ in *.
  destruct (has (members x) (landing j)), (has (members x) (from j)); try lia.
  destruct (Nat.eqb_spec (over j) (pass_over x)) as [E|]; [|lia]. rewrite E in N. pose proof (passage_unused x js U N). lia.
Qed.

Lemma passages_run xs js h : (forall x, In x xs -> 0 <= toll x) -> run h js -> NoDup (map over js) ->
  0 <= total (map (passed xs) js) + tolls xs h.
Proof.
  intros U R D. unfold passed, tolls. induction xs as [|x xs IH]; cbn [map].
  - assert (total (map (fun _ : jump => total []) js) = 0) as ->; [|simpl; lia].
    clear. induction js; trivial.
  - rewrite total_cons. change (map (fun j => total (pass_cost j x :: map (pass_cost j) xs)) js)
      with (map (fun j => pass_cost j x + total (map (pass_cost j) xs)) js).
    rewrite total_plus. pose proof (passage_run x js (U x (or_introl eq_refl)) h R D).
    assert (0 <= total (map (fun j => total (map (pass_cost j) xs)) js) +
      total (map (fun x => where_ (has (members x) h) (toll x)) xs)) by auto with datatypes. lia.
Qed.

(** ** Potentials *)

Section Takes.
  Variables (b : board) (w f : list Z) (xs : list passage) (rs : list weighted).

  Definition cost (j : jump) : Z := at_hole w (over j) - at_hole f (from j) + at_hole f (landing j) + passed xs j.
  Definition finish (h : nat) : Z := at_hole w h + at_hole f h.
  Definition begin_ (h : nat) : Z := finish h + tolls xs h + entry rs h.

  Fixpoint last_hole (h : nat) (js : list jump) : nat :=
    match js with [] => h | j :: js' => last_hole (landing j) js' end.

  Lemma run_changes js : forall h, run h js ->
    - total (changes w js) = finish h - finish (last_hole h js) + total (map cost js) - total (map (passed xs) js).
  Proof.
    induction js as [|j js IH]; intros h R; [simpl; lia|]. destruct R as [<- R]. specialize (IH _ R).
    unfold changes in *. cbn [map last_hole]. rewrite !total_cons. unfold cost at 1. unfold finish in *.
    unfold change at 1. fold (at_hole w (landing j)) (at_hole w (from j)) (at_hole w (over j)). lia.
  Qed.

  (** The greatest cost of some jumps, and 0 at least. *)
  Definition greatest_cost (js : list jump) : Z := fold_right (fun j => Z.max (cost j)) 0 js.

  Lemma greatest_cost_spec js : 0 <= greatest_cost js /\ forall j, In j js -> cost j <= greatest_cost js.
  Proof.
    induction js as [|j js [P H]]; simpl; [split; [lia|tauto]|]. split; [lia|]. intros k [->|K]; [lia|].
    specialize (H k K). lia.
  Qed.

  (** The jumps of a part by the hole that they go over. *)
  Definition by_over (part : list jump) : list (list jump) :=
    map (fun o => filter (fun j => over j =? o)%nat part) (seq 0 (holes b)).

  Lemma sum_within (c : nat -> Z) l : forall m, (forall o, 0 <= c o) -> NoDup l -> incl l m ->
    total (map c l) <= total (map c m).
  Proof.
    induction l as [|x l IH]; intros m P D I; [apply total_nonneg; auto|]. inversion D as [|? ? N D']; subst.
    assert (In x m) as X by auto with datatypes. apply in_split in X as (m1 & m2 & ->).
    assert (total (map c l) <= total (map c (m1 ++ m2))) as L.
    { apply IH; trivial. intros y Y. assert (In y (m1 ++ x :: m2)) as Z by auto with datatypes.
      apply in_app_or in Z as [Z|[->|Z]]; [apply in_or_app; auto|contradiction|apply in_or_app; auto]. }
    rewrite map_app in *. cbn [map]. rewrite total_cons, total_app in *. rewrite total_cons. lia.
  Qed.

  Lemma run_costs part js : proper b = true -> incl js (jumps b) -> incl js part -> NoDup (map over js) ->
    total (map cost js) <= total (map greatest_cost (by_over part)).
  Proof.
    intros B J I D. set (c o := greatest_cost (filter (fun j => over j =? o)%nat part)).
    assert (total (map cost js) <= total (map c (map over js))) as L.
    { rewrite map_map. apply total_le. intros j K. unfold c. apply greatest_cost_spec, filter_In.
      split; [auto|apply Nat.eqb_refl]. }
    unfold by_over. rewrite map_map. fold c. etransitivity; [exact L|]. apply sum_within; trivial.
    - intros o. apply greatest_cost_spec.
    - intros o (j & <- & K) % in_map_iff. apply in_seq. pose proof (proper_spec b j B (J j K)). lia.
  Qed.

  (** ** No sweep by a peg of this part takes more than so much *)

  Definition most_of (f : jump -> Z) (js : list jump) : Z :=
    match js with [] => 0 | j :: js => fold_right (fun k => Z.max (f k)) (f j) js end.

  Lemma most_of_spec g js j : In j js -> g j <= most_of g js.
  Proof.
    destruct js as [|k js]; simpl; [tauto|]. intros H.
    assert (g k <= fold_right (fun k => Z.max (g k)) (g k) js /\
      forall i, In i js -> g i <= fold_right (fun k => Z.max (g k)) (g k) js) as [A C].
    { generalize (g k) as z. clear. induction js as [|k js IH]; intros z; simpl; [split; [lia|tauto]|].
      destruct (IH z) as [A C]. split; [lia|]. intros i [->|I]; [lia|]. specialize (C i I). lia. }
    destruct H as [->|H]; auto.
  Qed.

  Definition part_takes (part : list jump) (groups : list (list jump)) (most : Z) : bool :=
    most_of (fun j => begin_ (from j)) part + most_of (fun j => - finish (landing j)) part
      + total (map greatest_cost groups) <=? most.

  Theorem run_takes part most p h js q : proper b = true -> (forall x, In x xs -> 0 <= toll x) ->
    js <> [] -> incl js part -> part_takes part (by_over part) most = true -> run h js -> play b p js q ->
    weight w p - weight w q + entry rs h <= most.
  Proof.
    intros B U N I T R P. apply Z.leb_le in T. pose proof (run_overs_differ b js B h p q R P) as D.
    pose proof (play_jumps b p js q P) as J. pose proof (run_costs part js B J I D) as C.
    pose proof (passages_run xs js h U R D) as X. pose proof (run_changes js h R) as E.
    rewrite (weight_play b w p js q B P).
    assert (begin_ h <= most_of (fun j => begin_ (from j)) part) as A.
    { destruct js as [|j js]; [congruence|]. destruct R as [<- _]. apply (most_of_spec (fun j => begin_ (from j)) part j). auto with datatypes. }
    assert (- finish (last_hole h js) <= most_of (fun j => - finish (landing j)) part) as F.
    { clear - N I. revert h. destruct js as [|j js]; [congruence|]. intros h. cbn [last_hole]. clear N h. revert j I.
      induction js as [|k js IH]; intros j I; cbn [last_hole].
      - apply (most_of_spec (fun j => - finish (landing j)) part j). auto with datatypes.
      - apply IH. intros i K. auto with datatypes. }
    unfold begin_ at 1 in A. lia.
  Qed.

  (** ** A whole play *)

  Hypothesis B : proper b = true.
  Variable most : Z.
  Hypothesis each : forall h js p q, js <> [] -> run h js -> play b p js q ->
    weight w p - weight w q + entry rs h <= most.

  Lemma swept_takes p hs q : swept b p hs q ->
    weight w p + total (map (entry rs) hs) <= weight w q + Z.of_nat (length hs) * most.
  Proof.
    induction 1 as [p|p h js r hs q N R P _ IH]; [simpl; lia|].
    pose proof (each h js p r N R P). cbn [map length]. rewrite total_cons. lia.
  Qed.
End Takes.

(** Each region that is opened has been begun in. *)
Lemma opened_entries b p hs q rs : swept b p hs q ->
  (forall r, In r rs -> region b (fst r) = true /\ 0 <= snd r) ->
  total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs) <= total (map (entry rs) hs).
Proof.
  intros S. induction rs as [|r rs IH]; intros H.
  - apply (total_nonneg (entry []) hs). reflexivity.
  - change (map (entry (r :: rs)) hs) with (map (fun h => where_ (has (fst r) h) (snd r) + entry rs h) hs).
    rewrite total_plus. cbn [map]. rewrite total_cons.
    assert (total (map (fun r => where_ (full (fst r) p && negb (full (fst r) q)) (snd r)) rs) <= total (map (entry rs) hs))
      by auto with datatypes.
    destruct (H r (or_introl eq_refl)) as [G P].
    assert (0 <= total (map (fun h => where_ (has (fst r) h) (snd r)) hs)) as Z.
    { apply total_nonneg. intros h _. unfold where_. destruct (has _ h); lia. }
    unfold where_ at 1. destruct (full (fst r) p) eqn:F, (full (fst r) q) eqn:Q; simpl; try lia.
    destruct (region_opened b (fst r) p hs q G S F Q) as (h & I & E).
    apply in_split in I as (l & m & ->). rewrite map_app, total_app. cbn [map]. rewrite total_cons.
    assert (where_ (has (fst r) h) (snd r) = snd r) as -> by (rewrite E; trivial).
    assert (forall l, 0 <= total (map (fun h => where_ (has (fst r) h) (snd r)) l)) as Y.
    { intros l'. apply total_nonneg. intros i _. unfold where_. destruct (has _ i); lia. }
    pose proof (Y l). pose proof (Y m). lia.
Qed.

(** ** Parts: jumps whose starts and landings are joined by jumps *)

Definition labels := Map.t nat.
Definition label (m : labels) (h : nat) : nat := match Map.find (Pos.of_succ_nat h) m with Some l => l | None => h end.
Definition relabel (h l : nat) (m : labels) : labels := Map.add (Pos.of_succ_nat h) l m.

Definition join (m : labels) (j : jump) : labels :=
  let l := Nat.min (label m (from j)) (label m (landing j)) in relabel (from j) l (relabel (landing j) l m).
Definition joined (m : labels) (b : board) : bool :=
  forallb (fun j => label m (from j) =? label m (landing j))%nat (jumps b).
Fixpoint labelled (rounds : nat) (b : board) (m : labels) : labels :=
  if joined m b then m else match rounds with O => m | S n => labelled n b (fold_left join (jumps b) m) end.

Definition part_of (b : board) (m : labels) (l : nat) : list jump :=
  filter (fun j => label m (from j) =? l)%nat (jumps b).

Lemma run_part b m js : joined m b = true -> forall h, run h js -> incl js (jumps b) -> incl js (part_of b m (label m h)).
Proof.
  intros J. unfold joined in J. rewrite forallb_forall in J.
  induction js as [|j js IH]; intros h R I k K; [destruct K|]. destruct R as [<- R].
  assert (In j (jumps b)) as Hj by auto with datatypes. destruct K as [<-|K].
  - apply filter_In. split; trivial. apply Nat.eqb_refl.
  - apply (J j) in Hj. apply Nat.eqb_eq in Hj. rewrite Hj. apply IH; trivial. intros i Hi. auto with datatypes.
Qed.
