(** Sets of positions as lists in order, and the level one jump further on or back. Only one direction is proved,
    that nothing is left out: a list with too much in it, or out of order, would be found by its size or be harmless. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Masks Words.
Import ListNotations.
Local Open Scope Z_scope.

Section Levels.
  Variable m : machine.
  Hypothesis R : right m.
  Definition level := list (word m).

  Definition contains (l : level) (p : position) : Prop := exists x, In x l /\ value m x = p.

  Fixpoint count_on (l : level) (n : N) : N := match l with [] => n | _ :: l => count_on l (N.succ n) end.
  Definition count (l : level) : Z := Z.of_N (count_on l 0).

  Definition dies (l : level) : bool := match l with [] => true | _ => false end.

  Lemma dies_spec l p : dies l = true -> ~ contains l p.
  Proof. destruct l; [intros _ (x & [] & _)|discriminate]. Qed.

  Lemma contains_rev l p : contains (rev l) p <-> contains l p.
  Proof. unfold contains. setoid_rewrite <- in_rev. tauto. Qed.

  Definition single (p : position) : level := [to_word m p].

  Lemma contains_single p : narrow (width m) p = true -> contains (single p) p.
  Proof. intros N. exists (to_word m p). split; [left; trivial|apply word_of; trivial]. Qed.

  (** Both lists in one, on top of a third: in the opposite order, and what is in both once. The last argument says
      that this ends; no program has it. *)
  Lemma left_less (x : word m) (a a' b : level) : a = x :: a' -> (length a' + length b < length a + length b)%nat.
  Proof. intros ->. simpl. lia. Qed.
  Lemma right_less (y : word m) (a b b' : level) : b = y :: b' -> (length a + length b' < length a + length b)%nat.
  Proof. intros ->. simpl. lia. Qed.

  Fixpoint merge_on (up : bool) (a b acc : level) (H : Acc lt (length a + length b)%nat) {struct H} : level :=
    match a as a0 return a = a0 -> level with
    | [] => fun _ => rev_append b acc
    | x :: a' => fun A =>
        match b as b0 return b = b0 -> level with
        | [] => fun _ => rev_append a acc
        | y :: b' => fun B =>
            if same_word m x y then merge_on up a' b acc (Acc_inv H (left_less x a a' b A))
            else if (if up then less m x y else less m y x)
            then merge_on up a' b (x :: acc) (Acc_inv H (left_less x a a' b A))
            else merge_on up a b' (y :: acc) (Acc_inv H (right_less y a b b' B))
        end eq_refl
    end eq_refl.
  Definition merge (up : bool) (a b : level) : level := merge_on up a b [] (lt_wf _).

  Lemma contains_rev_append a b p : contains (rev_append a b) p <-> contains a p \/ contains b p.
  Proof.
    unfold contains. rewrite rev_append_rev. setoid_rewrite in_app_iff. setoid_rewrite <- in_rev. firstorder.
  Qed.

  Lemma contains_cons x l p : contains (x :: l) p <-> value m x = p \/ contains l p.
  Proof. unfold contains. simpl. firstorder; subst; eauto. Qed.

  Lemma contains_merge_on up p : forall n a b acc H, (length a + length b <= n)%nat ->
    contains a p \/ contains b p \/ contains acc p -> contains (merge_on up a b acc H) p.
  Proof.
    induction n as [|n IH]; intros a b acc [H] L C; destruct a as [|x a]; cbn [merge_on];
      try (apply (contains_rev_append b acc p); destruct C as [(z & [] & _)|C]; tauto);
      destruct b as [|y b]; try (apply (contains_rev_append (x :: a) acc p); destruct C as [C|[(z & [] & _)|C]]; tauto);
      [simpl in L; lia|]. simpl in L.
    destruct (same_word m x y) eqn:E.
    - rewrite (same_right m R), N.eqb_eq in E. apply IH; [simpl; lia|]. rewrite !contains_cons in *. rewrite E in C. tauto.
    - destruct (if up then less m x y else less m y x); (apply IH; [simpl; lia|]); rewrite !contains_cons in *; tauto.
  Qed.

  Lemma contains_merge up p a b : contains a p \/ contains b p -> contains (merge up a b) p.
  Proof. intros C. apply (contains_merge_on up p (length a + length b)%nat); [lia|tauto]. Qed.

  Lemma merge_on_from up p : forall n a b acc H, (length a + length b <= n)%nat ->
    contains (merge_on up a b acc H) p -> contains a p \/ contains b p \/ contains acc p.
  Proof.
    induction n as [|n IH]; intros a b acc [H] L C; destruct a as [|x a]; cbn [merge_on] in C;
      try (apply contains_rev_append in C; tauto);
      destruct b as [|y b]; try (apply (contains_rev_append (x :: a) acc p) in C; tauto); [simpl in L; lia|]. simpl in L.
    rewrite !contains_cons. destruct (same_word m x y).
    - apply IH in C; [|simpl; lia]. rewrite contains_cons in C. tauto.
    - destruct (if up then less m x y else less m y x); (apply IH in C; [|simpl; lia]); rewrite ?contains_cons in C; tauto.
  Qed.

  Lemma merge_contains up p a b : contains (merge up a b) p <-> contains a p \/ contains b p.
  Proof.
    split; [|apply contains_merge]. intros C. apply (merge_on_from up p (length a + length b)%nat) in C; [|lia].
    destruct C as [C|[C|(x & [] & _)]]; auto.
  Qed.

  (** Many lists in one, in order upward, each given in order upward or all downward: a stack holds at each place
      nothing or what twice as many lists as at the place before have been merged to. *)
  Fixpoint push (up : bool) (l : level) (stack : list (option level)) : list (option level) :=
    match stack with
    | [] => [Some l]
    | None :: rest => Some l :: rest
    | Some k :: rest => None :: push (negb up) (merge up l k) rest
    end.

  Fixpoint collapse (up : bool) (l : level) (stack : list (option level)) : level :=
    match stack with
    | [] => if up then l else rev_append l []
    | None :: rest => collapse (negb up) (rev_append l []) rest
    | Some k :: rest => collapse (negb up) (merge up l k) rest
    end.

  Definition unite (up : bool) (ls : list level) : level :=
    collapse up [] (fold_left (fun stack l => push up l stack) ls []).

  Definition stacked (stack : list (option level)) (p : position) : Prop := exists l, In (Some l) stack /\ contains l p.

  Lemma stacked_cons o stack p : stacked (o :: stack) p <-> (exists l, o = Some l /\ contains l p) \/ stacked stack p.
  Proof. unfold stacked. simpl. split; [intros (l & [E|I] & C); eauto|intros [(l & E & C)|(l & I & C)]; eauto]. Qed.

  Lemma stacked_none stack p : stacked (None :: stack) p <-> stacked stack p.
  Proof. rewrite stacked_cons. split; [intros [(l & E & _)|S]; [discriminate|trivial]|auto]. Qed.
  Lemma stacked_some k stack p : stacked (Some k :: stack) p <-> contains k p \/ stacked stack p.
  Proof.
    rewrite stacked_cons. split; (intros [C|S]; [left|right; trivial]); [|eauto].
    destruct C as (l & E & C). injection E as <-. exact C.
  Qed.
  Lemma stacked_nil p : ~ stacked [] p.
  Proof. intros (l & [] & _). Qed.

  Lemma push_spec p : forall stack up l, stacked (push up l stack) p <-> contains l p \/ stacked stack p.
  Proof.
    induction stack as [|[k|] rest IH]; intros up l; simpl;
      rewrite ?stacked_some, ?stacked_none, ?IH, ?merge_contains, ?stacked_some; tauto.
  Qed.

  Lemma contains_back l p : contains (rev_append l []) p <-> contains l p.
  Proof. rewrite contains_rev_append. split; [intros [H|(x & [] & _)]; trivial|auto]. Qed.

  Lemma collapse_spec p : forall stack up l, contains (collapse up l stack) p <-> contains l p \/ stacked stack p.
  Proof.
    induction stack as [|[k|] rest IH]; intros up l; simpl;
      rewrite ?stacked_some, ?stacked_none, ?IH, ?merge_contains, ?contains_back; try tauto.
    pose proof (stacked_nil p). destruct up; rewrite ?contains_back; tauto.
  Qed.

  Lemma unite_spec up ls p : contains (unite up ls) p <-> exists l, In l ls /\ contains l p.
  Proof.
    unfold unite. rewrite collapse_spec.
    assert (forall ls stack, stacked (fold_left (fun stack l => push up l stack) ls stack) p <->
      stacked stack p \/ exists l, In l ls /\ contains l p) as F.
    { clear ls. induction ls as [|l ls IH]; intros stack; simpl.
      - split; [auto|intros [S|(l & [] & _)]; trivial].
      - rewrite IH, push_spec. split.
        + intros [[C|S]|(k & I & C)]; eauto.
        + intros [S|(k & [<-|I] & C)]; eauto. }
    rewrite F. pose proof (stacked_nil p). split; [intros [(x & [] & _)|[S|E]]; [contradiction|trivial]|auto].
  Qed.

  (** ** Jumps *)

  (** The holes that a jump touches, and which of them hold pegs before it. *)
  Record change_of := Change { places : word m; before : word m }.

  Fixpoint image (c : change_of) (l acc : level) : level :=
    match l with
    | [] => acc
    | x :: l => image c l (if fits m x (places c) (before c) then flip m x (places c) :: acc else acc)
    end.

  Lemma image_keeps c l : forall acc p, contains acc p -> contains (image c l acc) p.
  Proof.
    induction l as [|x l IH]; simpl; intros acc p H; trivial. apply IH.
    destruct (fits m x (places c) (before c)); trivial. apply contains_cons. auto.
  Qed.

  Lemma image_spec c p l : contains l p -> N.land p (value m (places c)) = value m (before c) ->
    forall acc, contains (image c l acc) (N.lxor p (value m (places c))).
  Proof.
    intros (x & I & <-) F. induction l as [|y l IH]; [destruct I|]. intros acc. simpl. destruct I as [->|I]; [|apply IH, I].
    apply image_keeps. rewrite (fits_right m R), F, N.eqb_refl. apply contains_cons. left. apply flip_right, R.
  Qed.

  (** Jumps in a tree, so that their images are merged two by two. *)
  Inductive moves := NoMove | OneMove (c : change_of) | Moves (a b : moves).

  Fixpoint some_move (c : change_of) (t : moves) : Prop :=
    match t with NoMove => False | OneMove d => c = d | Moves a b => some_move c a \/ some_move c b end.

  (** Puts one move into each of two halves by turns. *)
  Fixpoint add_move (c : change_of) (t : moves) : moves :=
    match t with
    | NoMove => OneMove c
    | OneMove d => Moves (OneMove d) (OneMove c)
    | Moves a b => Moves b (add_move c a)
    end.

  Lemma add_move_spec c d t : c = d \/ some_move c t -> some_move c (add_move d t).
  Proof. induction t; simpl; intuition. Qed.

  Definition all_moves (cs : list change_of) : moves := fold_right add_move NoMove cs.

  Lemma all_moves_spec c cs : In c cs -> some_move c (all_moves cs).
  Proof. unfold all_moves. induction cs as [|d cs IH]; simpl; [tauto|]. intros H. apply add_move_spec. intuition. Qed.

  Fixpoint reached (t : moves) (up : bool) (l back : level) : level :=
    match t with
    | NoMove => []
    | OneMove c => image c (if up then back else l) []
    | Moves a b => merge (negb up) (reached a (negb up) l back) (reached b (negb up) l back)
    end.

  Definition next (t : moves) (l : level) : level := reached t true l (rev_append l []).

  Lemma reached_spec c p t : N.land p (value m (places c)) = value m (before c) -> some_move c t ->
    forall up l back, contains l p -> contains back p ->
    contains (reached t up l back) (N.lxor p (value m (places c))).
  Proof.
    intros F. induction t as [|d|a IHa b IHb]; simpl; intros S up l back L B; [destruct S| |].
    - subst d. apply image_spec; trivial. destruct up; trivial.
    - apply contains_merge. destruct S; auto.
  Qed.

  Lemma next_spec c p t l : contains l p -> some_move c t -> N.land p (value m (places c)) = value m (before c) ->
    contains (next t l) (N.lxor p (value m (places c))).
  Proof. intros L S F. apply (reached_spec c); trivial. apply contains_rev_append. auto. Qed.

  Definition ahead_of (j : jump) : change_of :=
    Change (to_word m (touched j)) (to_word m (N.lor (bit (from j)) (bit (over j)))).
  Definition behind_of (j : jump) : change_of := Change (to_word m (touched j)) (to_word m (bit (landing j))).
  Definition ahead (b : board) : moves := all_moves (map ahead_of (jumps b)).
  Definition behind (b : board) : moves := all_moves (map behind_of (jumps b)).

  Lemma narrow_touched n j : (from j < n -> over j < n -> landing j < n -> narrow n (touched j) = true)%nat.
  Proof. intros. unfold touched. auto using narrow_lor, narrow_bit. Qed.

  Lemma next_ahead b l p j : proper b = true -> (holes b <= width m)%nat -> contains l p -> In j (jumps b) ->
    legal p j -> contains (next (ahead b) l) (move p j).
  Proof.
    intros P W L J G. destruct (proper_spec b j P J) as (A & B & C & _).
    unfold proper in P. rewrite forallb_forall in P. destruct (jump_ahead (holes b) p j (P j J) G) as [F M].
    assert (value m (places (ahead_of j)) = touched j) as V.
    { apply word_of; trivial. apply (narrow_more (holes b)); auto using narrow_touched. }
    rewrite <- M, <- V. apply next_spec; trivial.
    - apply all_moves_spec, in_map, J.
    - rewrite V, F. symmetry. apply word_of; trivial. apply (narrow_more (holes b)); auto using narrow_lor, narrow_bit.
  Qed.

  Lemma next_behind b l p j : proper b = true -> (holes b <= width m)%nat -> contains l (move p j) -> In j (jumps b) ->
    legal p j -> contains (next (behind b) l) p.
  Proof.
    intros P W L J G. destruct (proper_spec b j P J) as (A & B & C & _).
    unfold proper in P. rewrite forallb_forall in P. destruct (jump_behind (holes b) p j (P j J) G) as [F M].
    assert (value m (places (behind_of j)) = touched j) as V.
    { apply word_of; trivial. apply (narrow_more (holes b)); auto using narrow_touched. }
    rewrite <- M, <- V. apply next_spec; trivial.
    - apply all_moves_spec, in_map, J.
    - rewrite V, F. symmetry. apply word_of; trivial. apply (narrow_more (holes b)); auto using narrow_bit.
  Qed.

  (** ** Two levels without a common position *)

  Fixpoint in_order (l : level) : bool :=
    match l with
    | x :: (y :: _) as l' => less m x y && in_order l'
    | _ => true
    end.

  Fixpoint apart_lists (a : level) : level -> bool :=
    fix apart_a (b : level) : bool :=
      match a, b with
      | x :: a', y :: b' =>
          if same_word m x y then false else if less m x y then apart_lists a' b else apart_a b'
      | _, _ => true
      end.
  Definition disjoint (a b : level) : bool := in_order a && in_order b && apart_lists a b.

  Lemma in_order_cons x l : in_order (x :: l) = true ->
    in_order l = true /\ forall p, contains l p -> (value m x < p)%N.
  Proof.
    revert x. induction l as [|y l IH]; intros x H; [split; [trivial|intros p (z & [] & _)]|].
    cbn [in_order] in H. apply andb_true_iff in H as [L H]. split; trivial.
    rewrite (less_right m R), N.ltb_lt in L. intros p [<-|P] % contains_cons; trivial.
    apply IH in H as [_ H]. specialize (H p P). lia.
  Qed.

  Lemma apart_lists_spec p : forall a b, in_order a = true -> in_order b = true -> apart_lists a b = true ->
    contains a p -> contains b p -> False.
  Proof.
    induction a as [|x a IHa]; [intros b _ _ _ (z & [] & _)|].
    induction b as [|y b IHb]; [intros _ _ _ _ (z & [] & _)|].
    intros OA OB H A B. apply in_order_cons in OA as OA'. apply in_order_cons in OB as OB'.
    destruct OA' as [OA' XA], OB' as [OB' YB]. cbn [apart_lists] in H. fold apart_lists in H.
    rewrite (same_right m R), (less_right m R) in H.
    destruct (N.eqb_spec (value m x) (value m y)) as [|D]; [discriminate|].
    rewrite contains_cons in A, B. destruct (N.ltb_spec (value m x) (value m y)) as [L|L].
    - apply (IHa (y :: b)); trivial; [|apply contains_cons; trivial].
      destruct A as [A|A]; trivial. subst p. destruct B as [B|B]; [congruence|]. specialize (YB _ B). lia.
    - apply IHb; trivial; [apply contains_cons; trivial|].
      destruct B as [B|B]; trivial. subst p. destruct A as [A|A]; [congruence|]. specialize (XA _ A). lia.
  Qed.

  Lemma disjoint_spec a b p : disjoint a b = true -> contains a p -> contains b p -> False.
  Proof. unfold disjoint. rewrite !andb_true_iff. intros [[A B] H]. eapply apart_lists_spec; eauto. Qed.

  (** ** What a level keeps: positions of so much weight at least *)

  Fixpoint filter_on (f : word m -> bool) (l acc : level) : level :=
    match l with [] => rev_append acc [] | x :: l => filter_on f l (if f x then x :: acc else acc) end.

  Lemma filter_on_spec f p l : forall acc, contains acc p \/ (exists x, In x l /\ value m x = p /\ f x = true) ->
    contains (filter_on f l acc) p.
  Proof.
    induction l as [|y l IH]; simpl; intros acc [A|(x & I & V & F)].
    - apply contains_rev_append. auto.
    - destruct I.
    - apply IH. left. destruct (f y); trivial. apply contains_cons. auto.
    - apply IH. destruct I as [->|I]; [|right; eauto]. left. rewrite F. apply contains_cons. auto.
  Qed.

  Definition passes (bounds : list (list Z * Z)) (q : position) : bool :=
    forallb (fun wx => snd wx <=? weigh (fst wx) q) bounds.

  (** A bound that words can hold. *)
  Definition measured (n : nat) (wx : list Z * Z) : bool :=
    (length (fst wx) <=? n)%nat && (span (fst wx) <=? limit m) && (Z.abs (snd wx) <=? limit m).

  Definition weigher (wx : list Z * Z) : word m -> bool :=
    heavy m (tags m (fst wx) 0) (to_sum m (snd wx)) (to_sum m 0).

  Definition keep (weighers : list (word m -> bool)) (l : level) : level :=
    filter_on (fun x => forallb (fun f => f x) weighers) l [].

  Lemma keep_spec bounds l q : forallb (measured (width m)) bounds = true -> contains l q -> passes bounds q = true ->
    contains (keep (map weigher bounds) l) q.
  Proof.
    intros M (x & I & V) P. apply filter_on_spec. right. exists x. repeat split; trivial.
    apply forallb_forall. intros f (wx & <- & H) % in_map_iff. rewrite forallb_forall in M. specialize (M wx H).
    unfold measured in M. rewrite !andb_true_iff, Nat.leb_le, !Z.leb_le in M. destruct M as [[A B] C].
    unfold weigher. rewrite heavy_spec; trivial. unfold passes in P. rewrite forallb_forall in P. rewrite V. apply P, H.
  Qed.

  Definition step (t : moves) (weighers : list (word m -> bool)) (l : level) : level :=
    match weighers with [] => next t l | _ => keep weighers (next t l) end.

  Lemma step_spec bounds t l q : forallb (measured (width m)) bounds = true -> contains (next t l) q ->
    passes bounds q = true -> contains (step t (map weigher bounds) l) q.
  Proof. unfold step. destruct bounds as [|wx bounds]; [trivial|]. apply keep_spec. Qed.

  (** The least weight of a level. *)
  Definition lightest (w : list Z) (l : level) : Z :=
    match l with [] => 0 | x :: l => fold_left (fun n x => Z.min n (weigh w (value m x))) l (weigh w (value m x)) end.

  Lemma lightest_spec w l p : contains l p -> lightest w l <= weigh w p.
  Proof.
    intros (x & I & <-). unfold lightest. destruct l as [|y l]; [destruct I|].
    assert (forall l n, fold_left (fun n x => Z.min n (weigh w (value m x))) l n <= n) as F.
    { clear. induction l as [|y l IH]; intros n; simpl; [lia|]. specialize (IH (Z.min n (weigh w (value m y)))). lia. }
    destruct I as [->|I]; [apply F|]. generalize (weigh w (value m y)) as n. induction l as [|z l IH]; intros n; [destruct I|].
    simpl. destruct I as [->|I]; [|apply IH, I]. specialize (F l (Z.min n (weigh w (value m x)))). lia.
  Qed.

  (** ** Positions that match *)

  Fixpoint none (f : word m -> bool) (l : level) : bool :=
    match l with [] => true | x :: l => if f x then false else none f l end.

  Lemma none_spec f l x : none f l = true -> In x l -> f x = false.
  Proof.
    induction l as [|y l IH]; simpl; [tauto|]. destruct (f y) eqn:F; [discriminate|]. intros N [->|I]; auto.
  Qed.

  (** What can be said with words: a target of this board, and a sum of as many weights 1 as it has holes. *)
  Definition sayable (b : board) (t : target) : bool :=
    match t with
    | Pattern pegs free => narrow (holes b) pegs
    | Count k => (Z.of_nat (holes b) <=? limit m) && (Z.abs k <=? limit m)
    end.

  Definition matcher (b : board) (t : target) : word m -> bool :=
    match t with
    | Pattern pegs free =>
        let fixed := to_word m (N.ldiff (N.ones (N.of_nat (holes b))) free) in
        let wanted := to_word m pegs in
        fun x => fits m x fixed wanted
    | Count k =>
        let ws := tags m (ones b) 0 in
        let wanted := to_sum m k in
        let zero := to_sum m 0 in
        fun x => let s := weigh_word m ws x zero in most_sum m s wanted && most_sum m wanted s
    end.

  Lemma narrow_ones n p : narrow n (N.ldiff (N.ones (N.of_nat n)) p) = true.
  Proof.
    apply narrow_has. intros h H. unfold has. rewrite N.ldiff_spec, N.ones_spec_high by lia. trivial.
  Qed.

  Lemma span_ones b : span (ones b) = Z.of_nat (holes b).
  Proof.
    unfold ones. induction (holes b) as [|n IH]; [reflexivity|]. cbn [repeat]. rewrite span_cons, IH. lia.
  Qed.

  Lemma matcher_spec b t x : (holes b <= width m)%nat -> sayable b t = true -> matches b t (value m x) = true ->
    matcher b t x = true.
  Proof.
    intros W S M. destruct t as [pegs free|k]; simpl in *.
    - apply N.eqb_eq in M.
      rewrite (fits_right m R), !word_of by (trivial; apply (narrow_more (holes b)); auto using narrow_ones).
      apply N.eqb_eq, has_ext. intros h. rewrite has_land. unfold has at 2. rewrite N.ldiff_spec. fold (has free h).
      destruct (Nat.lt_ge_cases h (holes b)).
      + rewrite N.ones_spec_low by lia. rewrite <- M. unfold has at 3. rewrite N.ldiff_spec. trivial.
      + rewrite N.ones_spec_high, andb_false_r by lia. symmetry. apply (proj1 (narrow_has _ _) S). trivial.
    - apply andb_true_iff in S as [L % Z.leb_le K % Z.leb_le]. apply Z.eqb_eq in M.
      assert (amount m (to_sum m 0) = 0) as A by (apply (to_sum_right m R); simpl; lia).
      rewrite !(most_right m R), (to_sum_right m R k K).
      rewrite (weigh_word_spec m R (ones b) 0 (value m x)), A, M; trivial; [rewrite andb_true_iff, !Z.leb_le; lia| |].
      + unfold ones. rewrite repeat_length. lia.
      + rewrite A, span_ones. simpl. lia.
  Qed.

  Lemma none_matches b t l p : (holes b <= width m)%nat -> sayable b t = true -> none (matcher b t) l = true ->
    contains l p -> matches b t p = false.
  Proof.
    intros W S N (x & I & <-). apply not_true_is_false. intros M. apply (matcher_spec b t x W S) in M.
    rewrite (none_spec _ _ _ N I) in M. discriminate.
  Qed.
End Levels.
