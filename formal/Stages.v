(** The levels by sweeps as lists of words, from either end, and kind [sweeps]. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Symmetry Pagoda Residue Masks Words Levels Search Sweeps Takes Owed Swept.
Import ListNotations.
Local Open Scope Z_scope.

Lemma size_most b p : size_of b p <= Z.of_nat (holes b).
Proof.
  unfold size_of. rewrite weigh_weight, pegs_seq.
  transitivity (total (map (fun _ => 1) (seq 0 (holes b)))); [apply total_le; intros h _; apply peg_01|].
  rewrite <- (seq_length (holes b) 0) at 2. generalize (seq 0 (holes b)).
  induction l as [|h l IH]; [reflexivity|]. cbn [map length]. rewrite total_cons. lia.
Qed.

(** ** Sweeps one after another as a chain of positions *)

Definition one_sweep (b : board) (p q : position) : Prop := exists h js, js <> [] /\ run h js /\ play b p js q.

Lemma swept_chain b p hs q : swept b p hs q -> exists z : nat -> position, z 0%nat = p /\ z (length hs) = q /\
  forall c, (c < length hs)%nat -> one_sweep b (z c) (z (S c)).
Proof.
  induction 1 as [p|p h js r hs q N R P _ (z & E & F & C)].
  - exists (fun _ => p). repeat split. simpl. lia.
  - exists (fun c => match c with O => p | S c => z c end). repeat split; trivial. intros [|c] L.
    + exists h, js. rewrite E. auto.
    + apply C. simpl in L. lia.
Qed.

Lemma chain_swept b z n : (forall c, (c < n)%nat -> one_sweep b (z c) (z (S c))) ->
  forall i d, (i + d <= n)%nat -> exists hs, swept b (z i) hs (z (i + d)%nat) /\ length hs = d.
Proof.
  intros C i d. induction d as [|d IH]; intros L.
  - exists []. rewrite Nat.add_0_r. split; [constructor|trivial].
  - destruct IH as (hs & S & E); [lia|]. destruct (C (i + d)%nat) as (h & js & N & R & P); [lia|].
    exists (hs ++ [h]). rewrite app_length, E. simpl. split; [|lia]. eapply swept_app; [exact S|].
    rewrite Nat.add_succ_r. econstructor; eauto. constructor.
Qed.

Section Machine.
  Variable m : machine.
  Hypothesis R : right m.
  Let level := level m.
  Let zero := to_word m 0%N.

  Lemma value_zero : value m zero = 0%N.
  Proof. apply (to_word_right m R). apply N.shiftr_0_l. Qed.

  (** ** Images of words *)

  Fixpoint spread (ps : list (word m * word m)) (x acc : word m) : word m :=
    match ps with
    | [] => acc
    | (h, k) :: ps => spread ps x (if fits m x h h then flip m acc k else acc)
    end.

  Fixpoint pairs_of (h : nat) (g : list nat) : list (word m * word m) :=
    match g with [] => [] | k :: g => (to_word m (bit h), to_word m (bit k)) :: pairs_of (S h) g end.

  Lemma spread_spec g : forall h x acc, (h + length g <= width m)%nat -> (forall k, In k g -> (k < width m)%nat) ->
    value m (spread (pairs_of h g) x acc) = moved_on h g (value m x) (value m acc).
  Proof.
    induction g as [|k g IH]; intros h x acc L K; simpl; trivial. simpl in L.
    rewrite IH by (trivial; try lia; intros i I; apply K; simpl; auto).
    rewrite fits_bit by (trivial; apply narrow_bit; lia). destruct (has (value m x) h); trivial.
    rewrite (flip_right m R), (word_of m R (bit k)); trivial. apply narrow_bit, K. simpl. auto.
  Qed.

  Definition canon_word (gs : list (list (word m * word m))) (x : word m) : word m :=
    fold_left (fun least g => let y := spread g x zero in if less m y least then y else least) gs x.

  Lemma canon_word_spec n gs x : (n <= width m)%nat -> (forall g, In g gs -> all_holes n g = true) ->
    value m (canon_word (map (pairs_of 0) gs) x) = canon gs (value m x).
  Proof.
    intros W A. unfold canon_word, canon.
    assert (forall gs y, (forall g, In g gs -> all_holes n g = true) ->
      value m (fold_left (fun least g => let y := spread g x zero in if less m y least then y else least) (map (pairs_of 0) gs) y) =
      fold_left (fun least g => let q := moved g (value m x) in if (q <? least)%N then q else least) gs (value m y)) as F.
    { clear gs A. induction gs as [|g gs IH]; intros y A; trivial. cbn [map fold_left]. rewrite IH by auto with datatypes.
      f_equal. destruct (permuted n g (A g (or_introl eq_refl))) as (_ & L & I).
      assert (value m (spread (pairs_of 0 g) x zero) = moved g (value m x)) as E.
      { rewrite spread_spec; [rewrite value_zero; trivial|lia|]. intros k K. apply I, in_seq in K. lia. }
      rewrite (less_right m R), E. destruct (_ <? _)%N; trivial. }
    exact (F gs x A).
  Qed.

  (** ** One list without what is in another, both in order *)

  Fixpoint minus (a : level) : level -> level -> level :=
    fix minus_a (c acc : level) : level :=
      match a, c with
      | [], _ => rev_append acc []
      | _, [] => rev_append acc a
      | x :: a', y :: c' =>
          if same_word m x y then minus a' c acc
          else if less m x y then minus a' c (x :: acc) else minus_a c' acc
      end.

  Lemma minus_spec p : forall a c acc, contains m a p \/ contains m acc p -> contains m (minus a c acc) p \/ contains m c p.
  Proof.
    induction a as [|x a IHa]; intros c.
    - intros acc C. left. destruct c; cbn; apply (contains_rev_append m R); destruct C; auto.
    - induction c as [|y c IHc]; intros acc C; cbn [minus].
      + left. apply (contains_rev_append m R). tauto.
      + destruct (same_word m x y) eqn:E.
        * rewrite (same_right m R), N.eqb_eq in E. rewrite (contains_cons m R) in C. destruct C as [[C|C]|C].
          -- right. apply (contains_cons m R). left. congruence.
          -- apply IHa. auto.
          -- apply IHa. auto.
        * destruct (less m x y).
          -- apply IHa. rewrite (contains_cons m R) in *. tauto.
          -- destruct (IHc acc C) as [D|D]; [left; exact D|right; apply (contains_cons m R); auto].
  Qed.

  (** ** What one sweep reaches *)

  (** A jump, ahead or undone, by the hole of the moving peg before and after. *)
  Record step_of := StepOf { now : nat; then_ : nat; how : change_of m }.

  Definition applies (s : step_of) (p : position) : Prop := N.land p (value m (places m (how s))) = value m (before m (how s)).
  Definition after (s : step_of) (p : position) : position := N.lxor p (value m (places m (how s))).

  Fixpoint stepped (ok : word m -> bool) (c : change_of m) (l acc : level) : level :=
    match l with
    | [] => acc
    | x :: l =>
        stepped ok c l
          (if fits m x (places m c) (before m c) then let y := flip m x (places m c) in if ok y then y :: acc else acc else acc)
    end.

  Definition arrivals (n : nat) (ss : list step_of) : list (list step_of) :=
    map (fun h => filter (fun s => then_ s =? h)%nat ss) (seq 0 n).

  Definition advance (ok : word m -> bool) (arr : list (list step_of)) (look : nat -> level) : list level :=
    map (fun ss => unite m false (map (fun s => stepped ok (how s) (look (now s)) []) ss)) arr.

  Fixpoint follow (fuel : nat) (ok : word m -> bool) (arr : list (list step_of)) (look : nat -> level) (acc : level) : level :=
    match fuel with
    | O => acc
    | S fuel =>
        let ls := advance ok arr look in
        if forallb (dies m) ls then acc else follow fuel ok arr (fun h => nth h ls []) (unite m true (acc :: ls))
    end.

  Section Trails.
    Variables (n : nat) (ss : list step_of) (P : position -> Prop) (ok : word m -> bool).
    Hypothesis within : forall s, In s ss -> (then_ s < n)%nat.
    Hypothesis okay : forall x, P (value m x) -> ok x = true.

    Inductive trail : nat -> position -> nat -> position -> nat -> Prop :=
      | last_step s p : In s ss -> applies s p -> P (after s p) -> trail (now s) p (then_ s) (after s p) 1
      | more_steps s p h q k : In s ss -> applies s p -> P (after s p) -> trail (then_ s) (after s p) h q k ->
          trail (now s) p h q (S k).

    Lemma trail_snoc h p i q k s : trail h p i q k -> In s ss -> now s = i -> applies s q -> P (after s q) ->
      trail h p (then_ s) (after s q) (S k).
    Proof.
      induction 1 as [r p I A Q|r p h q k I A Q _ IH]; intros J E B C.
      - apply more_steps; trivial. rewrite <- E. apply last_step; trivial.
      - apply more_steps; auto.
    Qed.

    Lemma stepped_keeps c l : forall acc p, contains m acc p -> contains m (stepped ok c l acc) p.
    Proof.
      induction l as [|x l IH]; simpl; intros acc p H; trivial. apply IH. destruct (fits m _ _ _); trivial.
      destruct (ok _); trivial. apply (contains_cons m R). auto.
    Qed.

    Lemma stepped_spec s p l : contains m l p -> applies s p -> P (after s p) -> forall acc,
      contains m (stepped ok (how s) l acc) (after s p).
    Proof.
      intros (x & I & <-) A Q. induction l as [|y l IH]; [destruct I|]. intros acc. simpl. destruct I as [->|I]; [|apply IH, I].
      apply stepped_keeps. unfold applies in A. rewrite (fits_right m R), A, N.eqb_refl, okay; [|rewrite (flip_right m R); exact Q].
      apply (contains_cons m R). left. apply (flip_right m R).
    Qed.

    Lemma advance_spec s p look : In s ss -> contains m (look (now s)) p -> applies s p -> P (after s p) ->
      contains m (nth (then_ s) (advance ok (arrivals n ss) look) []) (after s p).
    Proof.
      intros I C A Q. pose proof (within s I) as L. unfold advance, arrivals. rewrite map_map.
      set (f := fun h => unite m false (map (fun s => stepped ok (how s) (look (now s)) []) (filter (fun s => (then_ s =? h)%nat) ss))).
      rewrite (nth_indep _ [] (f 0%nat)) by (rewrite map_length, seq_length; exact L).
      rewrite map_nth, seq_nth by exact L. unfold f. apply (unite_spec m R). eexists. split.
      - apply in_map_iff. exists s. split; [reflexivity|]. apply filter_In. split; trivial. apply Nat.eqb_refl.
      - apply stepped_spec; trivial.
    Qed.

    Lemma follow_keeps p arr : forall fuel look acc, contains m acc p -> contains m (follow fuel ok arr look acc) p.
    Proof.
      induction fuel as [|fuel IH]; intros look acc C; simpl; trivial. destruct (forallb _ _); trivial.
      apply IH, (unite_spec m R). exists acc. simpl. auto.
    Qed.

    Lemma follow_spec h p i q k : trail h p i q k -> forall fuel look acc, (k <= fuel)%nat -> contains m (look h) p ->
      contains m (follow fuel ok (arrivals n ss) look acc) q.
    Proof.
      assert (forall s p look, In s ss -> contains m (look (now s)) p -> applies s p -> P (after s p) ->
        forallb (dies m) (advance ok (arrivals n ss) look) = false) as Alive.
      { intros s p' look I C A Q. apply not_true_is_false. intros D. rewrite forallb_forall in D.
        pose proof (advance_spec s p' look I C A Q) as X.
        destruct (Nat.lt_ge_cases (then_ s) (length (advance ok (arrivals n ss) look))) as [L|L].
        - refine (dies_spec m _ _ (D _ (nth_In _ [] L)) X).
        - rewrite nth_overflow in X by exact L. destruct X as (x & [] & _). }
      induction 1 as [s p I A Q|s p h q k I A Q _ IH]; intros [|fuel] look acc L C; try lia; cbn [follow];
        rewrite (Alive s p look I C A Q).
      - apply follow_keeps, (unite_spec m R). eexists. split; [|apply (advance_spec s p look I C A Q)].
        right. apply nth_In. unfold advance, arrivals. rewrite !map_length, seq_length. apply within, I.
      - apply IH; [lia|]. apply advance_spec; trivial.
    Qed.
  End Trails.

  (** ** Stages: each level is made from the one before; known is what is on some level *)

  Section Stages.
    Variables (make : Z -> level -> level -> level) (room : Z) (first : level).

    Fixpoint stage (e : nat) : level * level :=
      match e with
      | O => (first, first)
      | S e' => let kl := stage e' in let l := make (room - Z.of_nat (S e')) (fst kl) (snd kl) in (unite m true [fst kl; l], l)
      end.

    Fixpoint build (room : Z) (known l : level) (sizes : list Z) : option (level * level) :=
      match sizes with
      | [] => Some (known, l)
      | s :: sizes =>
          let l := make (room - 1) known l in
          if count m l =? s then build (room - 1) (unite m true [known; l]) l sizes else None
      end.

    Lemma build_stage sizes : forall e r known l, build (room - Z.of_nat e) (fst (stage e)) (snd (stage e)) sizes = Some (known, l) ->
      r = (e + length sizes)%nat -> stage r = (known, l).
    Proof.
      induction sizes as [|s sizes IH]; intros e r known l H ->; cbn [build] in H.
      - rewrite Nat.add_0_r. injection H as <- <-. apply surjective_pairing.
      - destruct (_ =? s) in H; [|discriminate]. simpl length. rewrite <- Nat.add_succ_comm. apply (IH (S e)); trivial.
        rewrite <- H. cbn [stage fst snd]. replace (room - Z.of_nat (S e)) with (room - Z.of_nat e - 1) by lia. reflexivity.
    Qed.

    Lemma known_stage e p : contains m (fst (stage e)) p <-> exists d, (d <= e)%nat /\ contains m (snd (stage d)) p.
    Proof.
      induction e as [|e IH].
      - simpl. split; [intros C; exists 0%nat; auto|intros (d & D & C)]. assert (d = 0)%nat as -> by lia. exact C.
      - cbn [stage fst]. rewrite (unite_spec m R). split.
        + intros (l & [<-|[<-|[]]] & C).
          * apply IH in C as (d & D & C). exists d. split; trivial. lia.
          * exists (S e). split; trivial.
        + intros (d & D & C). destruct (Nat.eq_dec d (S e)) as [->|N].
          * eexists. split; [right; left; reflexivity|exact C].
          * eexists. split; [left; reflexivity|]. apply IH. exists d. split; trivial. lia.
    Qed.

    Variables (n : nat) (y : nat -> position).
    Hypothesis enough : Z.of_nat n <= room.
    Hypothesis begins : contains m first (y 0%nat).
    Hypothesis makes : forall c r known l, (c < n)%nat -> Z.of_nat (n - S c) <= r <= room -> contains m l (y c) ->
      contains m known (y (S c)) \/ contains m (make r known l) (y (S c)).

    Lemma caught F c : (c <= n)%nat -> (c <= F)%nat \/ dies m (snd (stage F)) = true -> contains m (fst (stage F)) (y c).
    Proof.
      intros C H. apply known_stage.
      assert (exists e, (e <= c /\ e <= F)%nat /\ contains m (snd (stage e)) (y c)) as (e & [_ L] & E); [|exists e; auto].
      induction c as [|c IH].
      - exists 0%nat. split; [lia|exact begins].
      - destruct IH as (e & [L L'] & E); [lia|destruct H; [left; lia|auto]|].
        assert (e < F)%nat as N.
        { destruct (Nat.eq_dec e F) as [->|]; [|lia]. destruct H as [H|H]; [lia|]. destruct (dies_spec m _ _ H E). }
        destruct (makes c (room - Z.of_nat (S e)) (fst (stage e)) (snd (stage e))) as [K|K]; trivial; [lia| |].
        + apply known_stage in K as (d & D & K). exists d. split; [lia|exact K].
        + exists (S e). split; [lia|exact K].
    Qed.
  End Stages.

  (** ** A side: from one end, with what is left out on the way, by regions and by bounds *)

  Fixpoint singles (f : word m -> word m) (l : level) (acc : list level) : list level :=
    match l with [] => acc | x :: l => singles f l ([f x] :: acc) end.
  Definition sort (f : word m -> word m) (l : level) : level := unite m true (singles f l []).

  Lemma sort_spec f l p q : contains m l p -> (forall x, value m x = p -> value m (f x) = q) -> contains m (sort f l) q.
  Proof.
    intros (x & I & V) F. apply (unite_spec m R). exists [f x]. split; [|exists (f x); simpl; auto].
    assert (forall l acc, In x l \/ In [f x] acc -> In [f x] (singles f l acc)) as S.
    { clear. induction l as [|y l IH]; simpl; intros acc [H|H]; [tauto|trivial| |apply IH; simpl; auto].
      destruct H as [->|H]; apply IH; simpl; auto. }
    apply S. auto.
  Qed.

  Section Side.
    Variables (b : board) (s : position) (t : target) (gs : list (list nat)) (ss : list step_of).
    Variables (ok : word m -> bool) (alike : bool) (asks allows : Z -> word m -> bool).
    Variables (images : list (list (word m * word m))) (arr : list (list step_of)).
    Hypothesis images_are : images = map (pairs_of 0) gs.
    Hypothesis arr_are : arr = arrivals (holes b) ss.

    Definition least_images (l : level) : level := match images with [] => l | _ => sort (canon_word images) l end.

    Definition begun (room : Z) (first : level) : level :=
      filter_on m (allows room) (filter_on m (asks room) (sort (canon_word images) (filter_on m ok first [])) []) [].

    Definition make (room : Z) (known l : level) : level :=
      let reached := follow (holes b) ok arr (fun _ => l) [] in
      let near := if alike then filter_on m (asks room) reached [] else reached in
      let fresh := minus (least_images near) known [] in
      let near := if alike then fresh else filter_on m (asks room) fresh [] in
      filter_on m (allows room) near [].

    Definition side (room : Z) (first : level) (sizes : list Z) : option (level * level) :=
      match sizes with
      | [] => None
      | size :: sizes =>
          let l := begun room first in
          if count m l =? size then build make room l l sizes else None
      end.

    Hypothesis S : forallb (symmetry b s t) gs = true.
    Hypothesis G : group (holes b) gs = true.
    Hypothesis W : (holes b <= width m)%nat.
    Variables (P : position -> Prop) (near : Z -> position -> Prop) (most : Z).
    Hypothesis within : forall x, In x ss -> (then_ x < holes b)%nat.
    Hypothesis okay : forall x, P (value m x) -> ok x = true.
    Hypothesis asked : forall r x, 0 <= r <= most -> near r (value m x) -> asks r x = true.
    Hypothesis allowed : forall r x, 0 <= r <= most -> near r (value m x) -> allows r x = true.
    Hypothesis near_moved : forall g r p, In g gs -> near r p -> near r (moved g p).

    Definition hop (p q : position) : Prop := exists h k len, trail ss P h p k q len /\ (len <= holes b)%nat.

    Variables (n : nat) (z : nat -> position).
    Hypothesis enough : Z.of_nat n <= most.
    Hypothesis narrow_z : forall c, (c <= n)%nat -> narrow (holes b) (z c) = true.
    Hypothesis near_z : forall c r, (c <= n)%nat -> Z.of_nat (n - c) <= r -> near r (z c).
    Hypothesis hops : forall c, (c < n)%nat -> hop (z c) (z (Datatypes.S c)).
    Hypothesis hops_moved : forall c g, (c < n)%nat -> In g gs -> hop (moved g (z c)) (moved g (z (Datatypes.S c))).

    Lemma near_canon r p : near r p -> near r (canon gs p).
    Proof. destruct (canon_orbit gs p) as [->|(g & I & ->)]; auto. Qed.

    Lemma canon_word_canon x : value m (canon_word images x) = canon gs (value m x).
    Proof.
      rewrite images_are. apply (canon_word_spec (holes b)); trivial. intros g I. eapply (member_symmetry b s t gs S g I).
    Qed.

    Lemma least_images_spec l p : contains m l p -> contains m (least_images l) (canon gs p).
    Proof.
      intros C. unfold least_images. destruct images as [|i is] eqn:E.
      - symmetry in images_are. apply map_eq_nil in images_are. rewrite images_are. exact C.
      - rewrite <- E in *. apply (sort_spec _ l p); trivial. intros x <-. rewrite E. rewrite <- E. apply canon_word_canon.
    Qed.

    Lemma filter_contains f l p : contains m l p -> (forall x, value m x = p -> f x = true) -> contains m (filter_on m f l []) p.
    Proof. intros (x & I & V) F. apply (filter_on_spec m R). right. exists x. auto. Qed.

    Lemma make_catches c r known l : (c < n)%nat -> Z.of_nat (n - Datatypes.S c) <= r <= most -> contains m l (canon gs (z c)) ->
      contains m known (canon gs (z (Datatypes.S c))) \/ contains m (make r known l) (canon gs (z (Datatypes.S c))).
    Proof.
      intros C [L L'] H.
      assert (exists q, hop (canon gs (z c)) q /\ canon gs q = canon gs (z (Datatypes.S c)) /\ near r q) as (q & (h & k & len & T & F) & <- & N).
      { destruct (canon_orbit gs (z c)) as [->|(g & I & ->)].
        - exists (z (Datatypes.S c)). auto.
        - exists (moved g (z (Datatypes.S c))). repeat split; [auto| |auto]. apply (canon_moved b s t gs S G); trivial. apply narrow_z. lia. }
      pose proof (near_canon r q N) as N'. assert (0 <= r <= most) as Z0 by lia.
      assert (contains m (follow (holes b) ok arr (fun _ => l) []) q) as X.
      { rewrite arr_are. apply (follow_spec (holes b) ss P ok within okay h (canon gs (z c)) k q len T); trivial. }
      unfold make. set (reached := follow _ _ _ _ _) in *.
      assert (contains m (if alike then filter_on m (asks r) reached [] else reached) q) as Y.
      { destruct alike; trivial. apply filter_contains; trivial. intros x <-. auto. }
      apply least_images_spec in Y. destruct (minus_spec (canon gs q) _ known [] (or_introl Y)) as [D|D]; [right|left; exact D].
      apply filter_contains; [|intros x E; apply allowed; trivial; rewrite E; trivial].
      destruct alike; trivial. apply filter_contains; trivial. intros x E. apply asked; trivial. rewrite E. trivial.
    Qed.

    Lemma begun_catches first : contains m first (z 0%nat) -> P (z 0%nat) -> contains m (begun most first) (canon gs (z 0%nat)).
    Proof.
      intros C Q. assert (near most (canon gs (z 0%nat))) as N by (apply near_canon, near_z; lia).
      apply filter_contains; [|intros x E; apply allowed; [lia|]; rewrite E; trivial].
      apply filter_contains; [|intros x E; apply asked; [lia|]; rewrite E; trivial].
      apply (sort_spec _ _ (z 0%nat)); [|intros x <-; apply canon_word_canon].
      apply filter_contains; trivial. intros x E. apply okay. rewrite E. exact Q.
    Qed.

    Theorem side_catches first sizes known last : side most first sizes = Some (known, last) ->
      contains m first (z 0%nat) -> P (z 0%nat) -> forall c, (c <= n)%nat ->
      (c <= steps_made sizes)%nat \/ dies m last = true -> contains m known (canon gs (z c)).
    Proof.
      intros D C Q c L H. unfold side in D. destruct sizes as [|size sizes]; [discriminate|].
      destruct (_ =? size) in D; [|discriminate]. unfold steps_made in H. simpl in H.
      assert (stage make most (begun most first) (length sizes) = (known, last)) as E.
      { apply (build_stage make most (begun most first) sizes 0); trivial. rewrite Z.sub_0_r. exact D. }
      replace known with (fst (stage make most (begun most first) (length sizes))) by (rewrite E; trivial).
      apply (caught make most (begun most first) n (fun c => canon gs (z c)) enough (begun_catches first C Q)); trivial.
      - intros c' r known' l Lc Lr Hc. apply make_catches; trivial.
      - destruct H as [H|H]; [left; exact H|right]. rewrite E. exact H.
    Qed.
  End Side.

  (** ** Ahead and behind *)

  Definition steps_ahead (b : board) : list step_of := map (fun j => StepOf (from j) (landing j) (ahead_of m j)) (jumps b).
  Definition steps_behind (b : board) : list step_of := map (fun j => StepOf (landing j) (from j) (behind_of m j)) (jumps b).

  Section Both.
    Variable b : board.
    Hypothesis B : proper b = true.
    Hypothesis W : (holes b <= width m)%nat.

    Lemma ahead_within x : In x (steps_ahead b) -> (then_ x < holes b)%nat.
    Proof. intros (j & <- & J) % in_map_iff. pose proof (proper_spec b j B J). simpl. lia. Qed.
    Lemma behind_within x : In x (steps_behind b) -> (then_ x < holes b)%nat.
    Proof. intros (j & <- & J) % in_map_iff. pose proof (proper_spec b j B J). simpl. lia. Qed.

    Lemma value_word q : narrow (holes b) q = true -> value m (to_word m q) = q.
    Proof. intros N. apply (word_of m R). apply (narrow_more (holes b)); trivial. Qed.

    Lemma ahead_applies p j : In j (jumps b) -> legal p j -> let s := StepOf (from j) (landing j) (ahead_of m j) in
      applies s p /\ after s p = move p j.
    Proof.
      intros J L. destruct (proper_spec b j B J) as (X & Y & Z & _). unfold proper in B. rewrite forallb_forall in B.
      destruct (jump_ahead (holes b) p j (B j J) L) as [F M]. unfold applies, after. cbn [how ahead_of places before].
      rewrite !value_word by auto using narrow_touched, narrow_lor, narrow_bit. auto.
    Qed.

    Lemma behind_applies p j : In j (jumps b) -> legal p j -> let s := StepOf (landing j) (from j) (behind_of m j) in
      applies s (move p j) /\ after s (move p j) = p.
    Proof.
      intros J L. destruct (proper_spec b j B J) as (X & Y & Z & _). unfold proper in B. rewrite forallb_forall in B.
      destruct (jump_behind (holes b) p j (B j J) L) as [F M]. unfold applies, after. cbn [how behind_of places before].
      rewrite !value_word by auto using narrow_touched, narrow_bit. auto.
    Qed.

    Lemma ahead_trail (P : position -> Prop) js : forall h p q, js <> [] -> run h js -> play b p js q -> (forall x ys, play b x ys q -> P x) ->
      trail (steps_ahead b) P h p (last_hole h js) q (length js).
    Proof.
      induction js as [|j js IH]; intros h p q N Rn Q H; [congruence|]. apply play_cons in Q as (J & L & Q). destruct Rn as [<- Rn].
      destruct (ahead_applies p j J L) as [A E]. assert (In (StepOf (from j) (landing j) (ahead_of m j)) (steps_ahead b)) as I.
      { apply in_map_iff. exists j. auto. }
      cbn [last_hole length]. destruct js as [|k js].
      - inversion Q; subst. cbn [last_hole length]. rewrite <- E. apply (last_step _ _ _ p I A). rewrite E. eapply H; constructor.
      - apply (more_steps _ _ (StepOf (from j) (landing j) (ahead_of m j)) p); trivial.
        + rewrite E. eapply H; eauto.
        + rewrite E. apply IH; trivial. discriminate.
    Qed.

    Lemma behind_trail (P : position -> Prop) js : forall h p q, js <> [] -> run h js -> play b p js q -> (forall x xs, play b p xs x -> P x) ->
      trail (steps_behind b) P (last_hole h js) q h p (length js).
    Proof.
      induction js as [|j js IH]; intros h p q N Rn Q H; [congruence|]. apply play_cons in Q as (J & L & Q). destruct Rn as [<- Rn].
      destruct (behind_applies p j J L) as [A E]. assert (In (StepOf (landing j) (from j) (behind_of m j)) (steps_behind b)) as I.
      { apply in_map_iff. exists j. auto. }
      assert (P p) as Pp by (eapply H; constructor).
      cbn [last_hole length]. destruct js as [|k js].
      - inversion Q; subst. cbn [last_hole length]. rewrite <- E at 2. apply (last_step _ _ _ _ I A). rewrite E. exact Pp.
      - rewrite <- E at 1. apply (trail_snoc _ P _ _ (landing j) _ _ (StepOf (landing j) (from j) (behind_of m j))); trivial.
        + apply IH; trivial; [discriminate|]. intros x xs X. apply (H x (j :: xs)). constructor; trivial.
        + rewrite E. exact Pp.
    Qed.

    Lemma run_short p js q : play b p js q -> (length js <= holes b)%nat.
    Proof.
      intros Q. pose proof (play_length b p js q B Q) as L. rewrite <- !weigh_weight in L. fold (size_of b p) (size_of b q) in L.
      pose proof (size_most b p). pose proof (size_nonneg b q). lia.
    Qed.

    Lemma hop_ahead (P : position -> Prop) p q : one_sweep b p q -> (forall x ys, play b x ys q -> P x) -> hop b (steps_ahead b) P p q.
    Proof.
      intros (h & js & N & Rn & Q) H. exists h, (last_hole h js), (length js). split; [apply ahead_trail; trivial|].
      exact (run_short p js q Q).
    Qed.

    Lemma hop_behind (P : position -> Prop) p q : one_sweep b p q -> (forall x xs, play b p xs x -> P x) -> hop b (steps_behind b) P q p.
    Proof.
      intros (h & js & N & Rn & Q) H. exists (last_hole h js), h, (length js). split; [apply behind_trail; trivial|].
      exact (run_short p js q Q).
    Qed.
  End Both.

  (** ** Regions and bounds in words *)

  Definition apart_words (x y : word m) : bool := fits m x y zero.

  Lemma apart_regions (l : list (word m)) : all_apart _ apart_words l -> disjoint_regions (map (value m) l).
  Proof.
    induction l as [|x l IH]; simpl; trivial. intros [A D]. split; auto. intros y (w & <- & I) % in_map_iff.
    specialize (A w I). unfold apart_words in A. rewrite (fits_right m R), value_zero in A. apply N.eqb_eq, A.
  Qed.

  Definition asks_ahead (b : board) (t : target) (rs : list position) : Z -> word m -> bool :=
    let words := map (to_word m) (filter (opens t) rs) in
    let more := spared b t rs in
    let fuel := S (length rs) in
    fun room =>
      let k := S (Z.to_nat (room + more)) in
      fun x => negb (crowd _ apart_words fuel k (filter (fun r => fits m x r r) words)).

  Definition asks_behind (s : position) (rs : list position) : Z -> word m -> bool :=
    let words := map (to_word m) (filter (fun r => full r s) rs) in
    let fuel := S (length rs) in
    fun room =>
      let k := S (Z.to_nat room) in
      fun x => negb (crowd _ apart_words fuel k (filter (fun r => negb (fits m x r r)) words)).

  Lemma asks_ahead_spec b t rs room x hs q : (holes b <= width m)%nat ->
    (forall r, In r rs -> region b r = true /\ 1 <= size_of b r /\ narrow (holes b) r = true) ->
    (match t with Count k => 0 <= k | _ => True end) ->
    swept b (value m x) hs q -> matches b t q = true -> Z.of_nat (length hs) <= room -> asks_ahead b t rs room x = true.
  Proof.
    intros W G K S M L. unfold asks_ahead. apply negb_true_iff, not_true_is_false. intros C.
    apply crowd_spec in C as (l & A & E & I). apply apart_regions in A.
    assert (Z.of_nat (length (map (value m) l)) <= Z.of_nat (length hs) + spared b t rs) as T.
    { apply (regions_ahead b t rs _ (value m x) hs q); trivial; [intros r Hr; destruct (G r Hr) as (X & Y & _); auto|].
      intros r (w & <- & J) % in_map_iff. apply I, filter_In in J as [J F].
      apply in_map_iff in J as (r & <- & J). apply filter_In in J as [J O]. destruct (G r J) as (_ & _ & N).
      rewrite (fits_right m R) in F. rewrite (value_word b W r N) in *. auto. }
    rewrite map_length in T. lia.
  Qed.

  Lemma asks_behind_spec b s rs room x hs : (holes b <= width m)%nat ->
    (forall r, In r rs -> region b r = true /\ 1 <= size_of b r /\ narrow (holes b) r = true) ->
    swept b s hs (value m x) -> Z.of_nat (length hs) <= room -> asks_behind s rs room x = true.
  Proof.
    intros W G S L. unfold asks_behind. apply negb_true_iff, not_true_is_false. intros C.
    apply crowd_spec in C as (l & A & E & I). apply apart_regions in A.
    assert (length (map (value m) l) <= length hs)%nat as T.
    { apply (regions_behind b rs _ s (value m x) hs); trivial; [intros r Hr; apply G, Hr|].
      intros r (w & <- & J) % in_map_iff. apply I, filter_In in J as [J F % negb_true_iff].
      apply in_map_iff in J as (r & <- & J). apply filter_In in J as [J O]. destruct (G r J) as (_ & _ & N).
      rewrite (fits_right m R) in F. rewrite (value_word b W r N) in *. auto. }
    rewrite map_length in T. lia.
  Qed.

  (** Weights of sets, those that are not 0. *)
  Definition laden (items : list weighted) : list (word m * sum m) :=
    map (fun i => (to_word m (fst i), to_sum m (snd i))) (filter (fun i => negb (snd i =? 0)) items).
  Definition span_of (items : list weighted) : Z := total (map (fun i => Z.abs (snd i)) items).

  Lemma laden_spec n items x : (n <= width m)%nat -> forallb (fun i => narrow n (fst i)) items = true -> forall a,
    Z.abs (amount m a) + span_of items <= limit m ->
    amount m (weigh_word m (laden items) x a) = amount m a + burden items (value m x).
  Proof.
    intros W N. unfold laden, span_of, burden. induction items as [|i items IH]; intros a L; [simpl; lia|].
    cbn [forallb filter map] in *. apply andb_true_iff in N as [Ni N]. rewrite total_cons in *.
    assert (0 <= total (map (fun i => Z.abs (snd i)) items)) as P by (apply total_nonneg; intros; lia).
    destruct (Z.eqb_spec (snd i) 0) as [Z|Z]; cbn [negb].
    - rewrite IH by (trivial; lia). unfold where_. rewrite Z. destruct (full _ _); lia.
    - cbn [map weigh_word]. rewrite (fits_right m R), (word_of m R) by (apply (narrow_more n); trivial).
      fold (full (fst i) (value m x)).
      assert (amount m (to_sum m (snd i)) = snd i) as Y by (apply (to_sum_right m R); lia).
      unfold where_ at 1. destruct (full (fst i) (value m x)).
      + assert (amount m (plus_sum m a (to_sum m (snd i))) = amount m a + snd i) as A.
        { rewrite (plus_right m R), Y; trivial. rewrite Y. lia. }
        rewrite IH by (trivial; rewrite ?A; lia). lia.
      + rewrite IH by (trivial; lia). lia.
  Qed.

  (** Weighted sets, and how much they may weigh in all where so many sweeps are left: [fst + room * snd]. *)
  Definition allowance := (list weighted * (Z * Z))%type.
  Definition enough_for (a : allowance) (room : Z) : Z := fst (snd a) + room * snd (snd a).

  Definition allows (back : bool) (all : list allowance) : Z -> word m -> bool :=
    let nought := to_sum m 0 in
    let all := map (fun a : allowance => (laden (fst a), a)) all in
    fun room =>
      let tests := map (fun la => (fst la, to_sum m (enough_for (snd la) room))) all in
      fun x => forallb (fun test : list (word m * sum m) * sum m =>
        let y := weigh_word m (fst test) x nought in
        if back then most_sum m (snd test) y else most_sum m y (snd test)) tests.

  Definition fits_words (n : nat) (room : Z) (a : allowance) : bool :=
    forallb (fun i => narrow n (fst i)) (fst a) && (span_of (fst a) <=? limit m) &&
    (Z.abs (fst (snd a)) + room * Z.abs (snd (snd a)) <=? limit m).

  Lemma allows_spec (back : bool) n most all room x : (n <= width m)%nat -> 0 <= room <= most ->
    forallb (fits_words n most) all = true ->
    (forall a, In a all -> if back then enough_for a room <= burden (fst a) (value m x)
      else burden (fst a) (value m x) <= enough_for a room) ->
    allows back all room x = true.
  Proof.
    intros W L F H. unfold allows. apply forallb_forall. intros test (la & <- & (a & <- & I) % in_map_iff) % in_map_iff. cbn [fst snd].
    rewrite forallb_forall in F. specialize (F a I). specialize (H a I). unfold fits_words in F.
    rewrite !andb_true_iff, !Z.leb_le in F. destruct F as [[N Sp] E].
    assert (0 <= span_of (fst a)) as P by (apply total_nonneg; intros; lia).
    assert (amount m (to_sum m 0) = 0) as Z by (apply (to_sum_right m R); simpl; lia).
    assert (amount m (weigh_word m (laden (fst a)) x (to_sum m 0)) = burden (fst a) (value m x)) as Y.
    { rewrite (laden_spec n); trivial; rewrite Z; lia. }
    assert (amount m (to_sum m (enough_for a room)) = enough_for a room) as T.
    { apply (to_sum_right m R). unfold enough_for. nia. }
    destruct back; rewrite (most_right m R), Y, T; apply Z.leb_le, H.
  Qed.
End Machine.
