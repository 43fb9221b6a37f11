(** Kind [longest]: no sweep of a play has more than so many jumps. All positions of a sweep of a play lie on that
    play; so all runs of jumps by one peg over positions on plays are followed. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Masks Words Levels Search Sweeps Stages Class.
Import ListNotations.
Local Open Scope Z_scope.

(** The jumps of the first sweep, and the most that one has. *)
Fixpoint first_run (js : list jump) : nat :=
  match js with
  | [] => 0
  | j :: js' => match js' with [] => 1 | k :: _ => if (landing j =? from k)%nat then S (first_run js') else 1 end
  end.
Fixpoint longest (js : list jump) : nat :=
  match js with [] => 0 | _ :: js' => Nat.max (first_run js) (longest js') end.

Lemma first_run_spec j js : exists r ks, j :: js = r ++ ks /\ run (from j) r /\ length r = first_run (j :: js).
Proof.
  revert j. induction js as [|k js IH]; intros j; cbn [first_run].
  - exists [j], []. simpl. auto.
  - destruct (Nat.eqb_spec (landing j) (from k)) as [E|_]; [|exists [j], (k :: js); simpl; auto].
    destruct (IH k) as (r & ks & F & Rn & L). exists (j :: r), ks. repeat split; [cbn [app]; congruence|rewrite E; exact Rn|].
    cbn [length]. rewrite L. reflexivity.
Qed.

Lemma longest_spec js : (0 < longest js)%nat ->
  exists before_ h r after_, js = before_ ++ r ++ after_ /\ run h r /\ length r = longest js.
Proof.
  induction js as [|j js IH]; intros P; [simpl in P; lia|]. cbn [longest] in *.
  destruct (Nat.max_spec (first_run (j :: js)) (longest js)) as [[L ->]|[L ->]].
  - destruct IH as (as_ & h & r & bs & -> & Rn & E); [lia|]. exists (j :: as_), h, r, bs. auto.
  - destruct (first_run_spec j js) as (r & ks & E & Rn & F). exists [], (from j), r, ks. auto.
Qed.

Section Longest.
  Variables (m : machine) (b : board) (t : target).
  Hypothesis R : right m.
  Hypothesis B : proper b = true.
  Hypothesis W : (holes b <= width m)%nat.
  Hypothesis Y : sayable m b t = true.
  Let level := level m.

  (** What is in both of two lists in order; where they are not, all of the first. *)
  Fixpoint both (a : level) : level -> level -> level :=
    fix both_a (c acc : level) : level :=
      match a, c with
      | x :: a', y :: c' =>
          if same_word m x y then both a' c' (x :: acc) else if less m x y then both a' c acc else both_a c' acc
      | _, _ => rev_append acc []
      end.
  Definition common (a c : level) : level := if in_order m a && in_order m c then both a c [] else a.

  Lemma both_spec p : forall a c acc, in_order m a = true -> in_order m c = true ->
    (contains m a p /\ contains m c p) \/ contains m acc p -> contains m (both a c acc) p.
  Proof.
    induction a as [|x a IHa].
    - intros c acc _ _ [[(z & [] & _) _]|C]. destruct c; cbn; apply (contains_rev_append m R); auto.
    - induction c as [|y c IHc]; intros acc OA OC H.
      + destruct H as [[_ (z & [] & _)]|C]. cbn. apply (contains_rev_append m R). auto.
      + destruct (in_order_cons m R x a OA) as [OA' XA], (in_order_cons m R y c OC) as [OC' YC]. cbn [both].
        rewrite (same_right m R), (less_right m R). destruct (N.eqb_spec (value m x) (value m y)) as [E|D].
        * apply IHa; trivial. rewrite !(contains_cons m R) in *. destruct H as [[[<-|A] [C|C]]|A]; auto.
          right. left. congruence.
        * destruct (N.ltb_spec (value m x) (value m y)) as [L|L].
          -- apply IHa; trivial. destruct H as [[A C]|A]; auto. left. split; trivial. rewrite (contains_cons m R) in A.
             destruct A as [<-|A]; trivial. rewrite (contains_cons m R) in C. destruct C as [C|C]; [congruence|]. specialize (YC _ C). lia.
          -- apply IHc; trivial. destruct H as [[A C]|A]; auto. left. split; trivial. rewrite (contains_cons m R) in C.
             destruct C as [<-|C]; trivial. rewrite (contains_cons m R) in A. destruct A as [A|A]; [congruence|]. specialize (XA _ A). lia.
  Qed.

  Lemma common_spec a c p : contains m a p -> contains m c p -> contains m (common a c) p.
  Proof.
    intros A C. unfold common. destruct (_ && _) eqn:O; trivial. apply andb_true_iff in O as [OA OC]. apply both_spec; auto.
  Qed.

  (** Positions by the number of jumps from the start, and those of them that are on plays. *)
  Fixpoint layers (on : moves m) (fuel : nat) (l : level) : list level :=
    match fuel with O => [] | S fuel => if dies m l then [] else l :: layers on fuel (next m on l) end.

  Fixpoint on_plays (back : moves m) (match_ : word m -> bool) (ls : list level) : list level :=
    match ls with
    | [] => []
    | l :: rest =>
        let rest := on_plays back match_ rest in
        let below := match rest with [] => [] | k :: _ => k end in
        unite m true [filter_on m match_ l []; common l (next m back below)] :: rest
    end.

  (** Is there no run of so many jumps, the first of them from the positions that [look] has for its hole? *)
  Fixpoint no_run_from (arr : list (list (step_of m))) (more : nat) (rest : list level) (look : nat -> level) : bool :=
    match more, rest with
    | O, _ => false
    | _, [] => true
    | S more, l :: rest =>
        let ls := map (fun k => common k l) (advance m (fun _ => true) arr look) in
        forallb (dies m) ls || no_run_from arr more rest (fun h => nth h ls [])
    end.

  Fixpoint no_run (arr : list (list (step_of m))) (more : nat) (ls : list level) : bool :=
    match ls with [] => true | l :: rest => no_run_from arr more rest (fun _ => l) && no_run arr more rest end.

  (** The positions of a play are in these levels. *)
  Fixpoint along (ls : list level) (p : position) (js : list jump) : Prop :=
    match ls with
    | [] => False
    | l :: rest => contains m l p /\ match js with [] => True | j :: js => along rest (move p j) js end
    end.

  Lemma layers_along q js : forall fuel l p, contains m l p -> play b p js q -> (length js < fuel)%nat ->
    along (layers (ahead m b) fuel l) p js.
  Proof.
    induction js as [|j js IH]; intros [|fuel] l p C P L; try (simpl in L; lia); cbn [layers].
    - destruct (dies m l) eqn:D; [destruct (dies_spec m l p D C)|]. simpl. auto.
    - destruct (dies m l) eqn:D; [destruct (dies_spec m l p D C)|]. split; trivial.
      apply play_cons in P as (J & Lg & P). apply IH; trivial; [|simpl in L; lia]. apply next_ahead; trivial.
  Qed.

  Lemma on_plays_along q js : forall ls p, along ls p js -> play b p js q -> matches b t q = true ->
    along (on_plays (behind m b) (matcher m b t) ls) p js.
  Proof.
    induction js as [|j js IH]; intros [|l rest] p A P M; try destruct A as [C A]; cbn [on_plays along]; try contradiction.
    - split; trivial. inversion P; subst. apply (unite_spec m R). eexists. split; [left; reflexivity|].
      destruct C as (x & I & V). apply (filter_on_spec m R). right. exists x. repeat split; trivial.
      apply matcher_spec; trivial. rewrite V. exact M.
    - apply play_cons in P as (J & Lg & P). specialize (IH rest (move p j) A P M). split; trivial.
      destruct (on_plays _ _ rest) as [|k rest']; [destruct IH|]. destruct IH as [K _].
      apply (unite_spec m R). eexists. split; [right; left; reflexivity|]. apply common_spec; trivial.
      apply next_behind with (j := j); trivial.
  Qed.

  Let arr := arrivals m (holes b) (steps_ahead m b).

  Lemma no_run_from_spec q r : forall more rest look h p ks, no_run_from arr more rest look = true -> contains m (look h) p ->
    run h r -> play b p (r ++ ks) q ->
    match r ++ ks with [] => True | j :: js => along rest (move p j) js end -> (more <= length r)%nat -> False.
  Proof.
    induction r as [|j r IH]; intros [|more] rest look h p ks H C Rn P A L; try discriminate; [simpl in L; lia|].
    cbn [no_run_from] in H. destruct rest as [|l rest]; [destruct A|]. simpl app in P, A. destruct Rn as [<- Rn].
    apply play_cons in P as (J & Lg & P). destruct A as [K A].
    assert (In (StepOf m (from j) (landing j) (ahead_of m j)) (steps_ahead m b)) as I by (apply in_map_iff; exists j; auto).
    destruct (ahead_applies m R b B W p j J Lg) as [X E].
    pose proof (advance_spec m R (holes b) (steps_ahead m b) (fun _ => True) (fun _ => true) (ahead_within m b B W)
      (fun _ _ => eq_refl) _ p look I C X Logic.I) as D. rewrite E in D. simpl then_ in D. fold arr in D.
    set (ls := map (fun k => common k l) (advance m (fun _ => true) arr look)) in *.
    assert (contains m (nth (landing j) ls []) (move p j)) as Z.
    { unfold ls. assert (common [] l = []) as Nil.
      { unfold common. destruct (_ && _); trivial. destruct l; reflexivity. }
      rewrite <- Nil, (map_nth (fun k => common k l)). apply common_spec; trivial. }
    apply orb_true_iff in H as [H|H].
    - destruct (Nat.lt_ge_cases (landing j) (length ls)) as [Lt|Ge].
      + rewrite forallb_forall in H. exact (dies_spec m _ _ (H _ (nth_In _ [] Lt)) Z).
      + rewrite nth_overflow in Z by exact Ge. destruct Z as (z & [] & _).
    - apply (IH more rest (fun h => nth h ls []) (landing j) (move p j) ks H Z Rn P); [|simpl in L; lia].
      destruct (r ++ ks); trivial.
  Qed.

  Lemma no_run_spec q more r h ks : run h r -> (more <= length r)%nat -> r <> [] -> forall js ls p, no_run arr more ls = true ->
    along ls p (js ++ r ++ ks) -> play b p (js ++ r ++ ks) q -> False.
  Proof.
    intros Rn L N. induction js as [|j js IH]; intros [|l rest] p H A P; cbn [no_run] in H; try (destruct A; fail);
      apply andb_true_iff in H as [F H]; simpl app in A, P.
    - destruct A as [C A]. exact (no_run_from_spec q r more rest (fun _ => l) h p ks F C Rn P A L).
    - destruct A as [_ A]. apply play_cons in P as (_ & _ & P). exact (IH rest (move p j) H A P).
  Qed.
End Longest.

Definition check_longest_listed (m : machine) (b : board) (p : position) (t : target) (k : Z) : bool :=
  let m := fitting m b [] in
  match t with
  | Count _ => false
  | Pattern _ _ =>
      (0 <=? k) && narrow (holes b) p && sayable m b t &&
      no_run m (arrivals m (holes b) (steps_ahead m b)) (Z.to_nat (Z.min (k + 1) (Z.of_nat (S (holes b)))))
        (on_plays m (behind m b) (matcher m b t) (layers m (ahead m b) (S (holes b)) (single m p)))
  end.

Lemma longest_listed_sound m b p t k : right m -> proper b = true -> check_longest_listed m b p t k = true ->
  forall js q, play b p js q -> matches b t q = true -> Z.of_nat (longest js) <= k.
Proof.
  intros R B H js q P M. unfold check_longest_listed in H. destruct t as [pegs free|] eqn:T; [|discriminate]. rewrite <- T in *.
  cbv zeta in H. rewrite !andb_true_iff, Z.leb_le in H. destruct H as [[[K N] S] H].
  apply (fitting_right m b []) in R as [R W]. set (m' := fitting m b []) in *. clearbody m'.
  destruct (Z_le_gt_dec (Z.of_nat (longest js)) k) as [|G]; trivial. exfalso.
  destruct (longest_spec js) as (as_ & h & r & bs & E & Rn & L); [lia|].
  pose proof (run_short m' b B W p js q P) as Short.
  assert (length r <= holes b)%nat as Few.
  { rewrite E, !app_length in Short. lia. }
  refine (no_run_spec m' b R B W q _ r h bs Rn _ _ as_ _ p H _ _).
  - lia.
  - destruct r; [simpl in L; lia|discriminate].
  - rewrite <- E. apply (on_plays_along m' b t R B W S q); trivial. apply (layers_along m' b R B W q); trivial; [|lia].
    apply (contains_start m' b R W p N).
  - rewrite <- E. exact P.
Qed.

(** As bits where a machine has sets, else as lists. *)
Definition check_longest (m : machine) (b : board) (p : position) (t : target) (k : Z) : bool :=
  match sets m, t with
  | Some o, Pattern pegs free =>
      match divide o b p pegs free with
      | Some w => (0 <=? k) && check_runs o b p (path_views _ w) (path_changes _ w) w pegs free (Z.to_nat (Z.min k (Z.of_nat (holes b))))
      | None => check_longest_listed m b p t k
      end
  | _, _ => check_longest_listed m b p t k
  end.

Theorem longest_sound m b p t k : right m -> proper b = true -> check_longest m b p t k = true ->
  forall js q, play b p js q -> matches b t q = true -> Z.of_nat (longest js) <= k.
Proof.
  intros R B H. pose proof (longest_listed_sound m b p t k R B) as Listed. pose proof (sets_right m R) as O.
  unfold check_longest in H. destruct (sets m) as [o|]; [|exact (Listed H)]. destruct t as [pegs free|]; [|exact (Listed H)].
  destruct (divide o b p pegs free) as [w|]; [|exact (Listed H)]. clear Listed. apply andb_true_iff in H as [K % Z.leb_le H].
  intros js q P M. destruct (Z_le_gt_dec (Z.of_nat (longest js)) k) as [|G]; trivial. exfalso.
  destruct (longest_spec js) as (as_ & h & r & bs & -> & Rn & L); [lia|].
  refine (runs_sound o b p _ O B _ w pegs free _ as_ q h r bs H Rn _ _ P M); [|lia].
  destruct r; [cbn [length] in L; lia|discriminate].
Qed.
