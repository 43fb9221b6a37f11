(** The turning point: Theorems 3 and 4 on dead jumps, and the kind [turn].

    Sets of jumps are predicates here, so that the union of any family of sets is a set. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Counts Legs Tree.
Import ListNotations.
Local Open Scope Z_scope.

Definition jump_set := jump -> Prop.

(** A x at a hole: what jumps, each as often as [x] says, add to its number of pegs. *)
Definition effect (b : board) (x : nat -> Z) (h : nat) : Z :=
  dot (map (fun j => unit (landing j) h + - 1 * unit (from j) h + - 1 * unit (over j) h) (jumps b)) x.

(** The integer cone of the jumps of a set: q - p = A x for whole x >= 0 that is zero on all other jumps. *)
Definition in_cone (b : board) (s : jump_set) (p q : position) : Prop := exists x : nat -> Z,
  (forall i, 0 <= x i) /\
  (forall j, In j (jumps b) -> x (index j (jumps b)) <> 0 -> s j) /\
  (forall h, peg q h = peg p h + effect b x h).

Lemma play_in_cone b (s : jump_set) p js q : proper b = true -> play b p js q -> (forall j, In j js -> s j) ->
  in_cone b s p q.
Proof.
  intros B P S. exists (counts b js). split; [apply counts_nonneg|]. split.
  - intros j J N. apply S. destruct (member j js) eqn:M; [apply member_spec, M|]. exfalso. apply N.
    apply counts_absent; eauto using play_jumps. rewrite <- member_spec. congruence.
  - intros h. clear S. induction P as [p|p j js q J L P IH].
    + unfold effect. rewrite (dot_ext _ _ (fun _ => 0)), dot_zero by reflexivity. lia.
    + rewrite IH. unfold effect. rewrite (dot_ext _ _ _ (fun i _ => counts_cons b j js i)), dot_add, dot_unit.
      erewrite (nth_error_nth (map _ (jumps b)) (index j (jumps b)) 0);
        [|rewrite nth_error_map, index_nth by trivial; reflexivity].
      unfold proper in B. rewrite forallb_forall in B. rewrite (peg_move (holes b) p j (B j J) L h). lia.
Qed.

(** The integer cone as a criterion. *)
Theorem integer_cone b p q : proper b = true -> reachable b p q -> in_cone b (fun _ => True) p q.
Proof. intros B [js P]. eapply play_in_cone; eauto. Qed.

Section Turning.
  Variables (b : board) (p q : position).
  Hypothesis B : proper b = true.

  Definition dead (d : jump_set) : Prop := forall js, play b p js q -> forall j, In j js -> ~ d j.

  (** The case of a jump [j] of [s] has a solution, given the dead jumps [d]. *)
  Definition case (d : jump_set) (o : order) (s : jump_set) (j : jump) : Prop := exists r, legal r j /\
    in_cone b (fun k => ~ d k /\ (o = First -> ~ s k)) p r /\
    in_cone b (fun k => ~ d k /\ (o = LastOf -> ~ s k)) (move r j) q.

  Lemma cut_play js j ks : play b p (js ++ j :: ks) q ->
    exists r, legal r j /\ play b p js r /\ play b (move r j) ks q.
  Proof. intros (r & P & (_ & L & Q) % play_cons) % play_split. eauto. Qed.

  Lemma case_of_turn (d s : jump_set) o js j ks : dead d -> play b p (js ++ j :: ks) q ->
    (forall k, In k (match o with First => js | LastOf => ks end) -> ~ s k) -> case d o s j.
  Proof.
    intros D P T. pose proof (D _ P) as N. destruct (cut_play js j ks P) as (r & L & P1 & P2).
    exists r. split; trivial. split; eapply play_in_cone; eauto; intros k K;
      (split; [apply N, in_or_app; simpl; auto|intros ->; auto]).
  Qed.

  (** Theorem 3: a play uses no jump of the set, or some jump of it has a solution of its case. *)
  Theorem turning_point d o set : dead d -> reachable b p q ->
    in_cone b (fun k => ~ d k /\ ~ In k set) p q \/ exists j, In j set /\ case d o (fun k => In k set) j.
  Proof.
    intros D [ls P]. destruct (turn_exists o set ls) as [N|(js & j & ks & -> & J & N)].
    - left. eapply play_in_cone; eauto. intros j J. split; [exact (D ls P j J)|]. intros S. exact (N j S J).
    - right. exists j. split; trivial. apply case_of_turn with js ks; trivial.
      intros k K S. exact (N k S K).
  Qed.

  Definition closed (d : jump_set) (o : order) (s : jump_set) : Prop := forall j, s j -> ~ case d o s j.

  (** A larger set forbids more, so its cases have fewer solutions. *)
  Lemma case_mono d o (s l : jump_set) j : (forall k, s k -> l k) -> case d o l j -> case d o s j.
  Proof.
    intros I (r & L & X & Z). exists r. split; trivial. unfold in_cone in *.
    destruct X as (x & X0 & Xs & X), Z as (z & Z0 & Zs & Z).
    split; [exists x|exists z]; repeat split; trivial.
    - destruct (Xs j0 H H0). trivial.
    - intros E K. destruct (Xs j0 H H0) as [_ N]. exact (N E (I _ K)).
    - destruct (Zs j0 H H0). trivial.
    - intros E K. destruct (Zs j0 H H0) as [_ N]. exact (N E (I _ K)).
  Qed.

  (** In a closed set no jump can be the first (last) of the set to be played, so none is played. *)
  Theorem closed_dead d o s : dead d -> closed d o s -> dead (fun j => d j \/ s j).
  Proof.
    intros D C js P j J [K|K]; [exact (D js P j J K)|].
    apply in_split in J as (as_ & bs & ->).
    remember (length (match o with First => as_ | LastOf => bs end)) as n eqn:E. revert as_ j bs P K E.
    induction n as [n IH] using lt_wf_ind. intros as_ j bs P K E.
    apply (C j K). apply case_of_turn with as_ bs; trivial. intros k Hk S.
    destruct o; apply in_split in Hk as (xs & ys & ->).
    - rewrite <- app_assoc in P. simpl in P. rewrite app_length in E. simpl in E.
      refine (IH (length xs) _ xs k (ys ++ j :: bs) P S eq_refl). lia.
    - rewrite app_length in E. simpl in E. rewrite app_comm_cons, app_assoc in P.
      refine (IH (length ys) _ (as_ ++ j :: xs) k ys P S eq_refl). lia.
  Qed.

  (** Theorem 4: the union of closed sets is closed, *)
  Theorem union_closed d o (family : jump_set -> Prop) : (forall s, family s -> closed d o s) ->
    closed d o (fun j => exists s, family s /\ s j).
  Proof.
    intros F j (s & S & J) X. apply (F s S j J). apply (case_mono d o s _ j) in X; trivial.
    intros k K. exists s. auto.
  Qed.

  (** and taking out jumps whose case has a solution, as long as there are any, leaves the greatest closed set. *)
  Inductive thinned (d : jump_set) (o : order) : jump_set -> jump_set -> Prop :=
    | thinned_end l : thinned d o l l
    | thinned_out l m j : case d o l j -> thinned d o (fun k => l k /\ k <> j) m -> thinned d o l m.

  Theorem greatest_closed d o l g : thinned d o l g -> closed d o g ->
    forall s, closed d o s -> (forall j, s j -> l j) -> forall j, s j -> g j.
  Proof.
    intros T G s S. induction T as [l|l m j C T IH]; trivial. intros I. apply IH; trivial.
    intros k K. split; auto. intros ->. apply (S j K). apply (case_mono d o s l); trivial.
  Qed.

  (** The pair is refuted as soon as the jumps that are not dead do not suffice. *)
  Theorem dead_refutes d : dead d -> ~ in_cone b (fun k => ~ d k) p q -> ~ reachable b p q.
  Proof. intros D N [js P]. apply N. eapply play_in_cone; eauto. Qed.
End Turning.

(** ** Kind [turn]: a split at the root. It may not branch on a jump that the leg cannot have. *)

Fixpoint avoids (a : nat) (set : list jump) (n : node) : bool :=
  match n with
  | ByWeights _ _ _ _ => true
  | ByCount a' j _ low high => negb ((a =? a')%nat && member j set) && avoids a set low && avoids a set high
  | ByMiddle _ _ none peg | ByFree _ none peg => avoids a set none && avoids a set peg
  | Split _ _ _ _ _ => false
  end.

Fixpoint cases_avoid (a : nat) (set : list jump) (cs : branches) : bool :=
  match cs with NoMore => true | Case _ n rest => avoids a set n && cases_avoid a set rest end.

Definition check_turn (b : board) (p : position) (t : target) (o : order) (set : list jump)
    (never : node) (cases : branches) : bool :=
  negb (length set =? 0)%nat && avoids 0 set never
  && cases_avoid (match o with First => 0 | LastOf => 1 end) set cases
  && check_tree b p t (Split 0 o set never cases).

Theorem turn_sound b p t o set never cases : proper b = true ->
  check_turn b p t o set never cases = true -> ~ feasible b p t.
Proof. intros B [_ H] % andb_true_iff. exact (tree_sound b p t _ B H). Qed.
