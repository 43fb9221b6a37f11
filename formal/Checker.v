(** The checker for all kinds, and the theorem that what it accepts is true. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Symmetry Golden Army Masks Words Legs Tree Turn Search Closure Bound Ends Sweeps Takes Owed Fewest Longest Rule Kind Kinds.
Import ListNotations.
Local Open Scope Z_scope.

Inductive side := AtStart | AtTarget.

(** Proofs that a pair is infeasible; [ByKind] are those of a file in kinds/. The moves of a node of [Ends] name the number of the node that they lead to. *)
Inductive proof :=
  | ByKind (word : String.string) (l : list Z)
  | ByTree (n : node)
  | ByTurn (o : order) (set : list jump) (never : node) (cases : branches)
  | BySearch (ws : list (list Z)) (rs : list (Z * list Z)) (forward backward : list Z) (near : nat)
  | ByClosure (size : Z)
  | ByCases (cs : hole_cases)
  | ByEnds (ns : end_nodes)
with hole_cases :=
  | NoHole
  | HoleCase (h : nat) (pf : proof) (rest : hole_cases)
with end_nodes :=
  | NoNode
  | MovesNode (s : side) (moves : list (jump * nat)) (rest : end_nodes)
  | ProofNode (pf : proof) (rest : end_nodes).

Scheme proof_mut := Induction for proof Sort Prop
  with hole_cases_mut := Induction for hole_cases Sort Prop
  with end_nodes_mut := Induction for end_nodes Sort Prop.

Fixpoint case_holes (cs : hole_cases) : list nat :=
  match cs with NoHole => [] | HoleCase h _ rest => h :: case_holes rest end.

Fixpoint node_count (ns : end_nodes) : nat :=
  match ns with NoNode => O | MovesNode _ _ rest | ProofNode _ rest => S (node_count rest) end.

Definition stays_on_board (b : board) (p : position) : bool := N.eqb (N.shiftr p (N.of_nat (holes b))) 0.

(** ** Pairs that wait to be refuted: one for each node of [Ends] that is still to come, once it is known *)

Definition pair := (position * target)%type.

Definition same_target (t u : target) : bool :=
  match t, u with
  | Pattern p f, Pattern q g => N.eqb p q && N.eqb f g
  | Count k, Count l => k =? l
  | _, _ => false
  end.

Definition same_pair (x y : pair) : bool := N.eqb (fst x) (fst y) && same_target (snd x) (snd y).

(** A node that is reached twice is reached with one and the same pair. *)
Fixpoint expect (k : nat) (x : pair) (waiting : list (option pair)) : option (list (option pair)) :=
  match waiting, k with
  | [], _ => None
  | None :: rest, O => Some (Some x :: rest)
  | Some y :: rest, O => if same_pair x y then Some waiting else None
  | y :: rest, S k => match expect k x rest with Some rest' => Some (y :: rest') | None => None end
  end.

(** [i] is the number of the node that is being read; it may only lead to later ones. *)
Fixpoint expect_all (i : nat) (child : jump -> pair) (moves : list (jump * nat)) (waiting : list (option pair))
    : option (list (option pair)) :=
  match moves with
  | [] => Some waiting
  | (j, k) :: rest =>
      if (i <? k)%nat then
        match expect (k - S i) (child j) waiting with Some w => expect_all i child rest w | None => None end
      else None
  end.

(** The jumps that a node must list, and the pair after, or before, each. *)
Definition turns (b : board) (s : side) (p : position) (t : target) : option (list jump * (jump -> pair)) :=
  match s, t with
  | AtStart, _ => Some (first_jumps b p, fun j => (move p j, t))
  | AtTarget, Pattern q 0%N => Some (last_jumps b q, fun j => (p, Pattern (undo q j) 0%N))
  | AtTarget, _ => None
  end.

Fixpoint accept (m : machine) (b : board) (p : position) (t : target) (pf : proof) : bool :=
  match pf with
  | ByKind word l => existsb (fun k => String.eqb (name k) word && refutes k b p t l) kinds
  | ByTree n => check_tree b p t n
  | ByTurn o set never cases => check_turn b p t o set never cases
  | BySearch ws rs forward backward near => check_search m b p t ws rs forward backward near
  | ByClosure size => check_closure m b p t size
  | ByCases cs =>
      match t with
      | Count 1 => stays_on_board b p && all_holes (holes b) (case_holes cs) && accept_cases m b p cs
      | _ => false
      end
  | ByEnds ns =>
      match t, node_count ns with  (* true of numbers of pegs, too, but the format takes it for patterns only *)
      | Pattern _ _, S k => accept_ends m b 0 (Some (p, t) :: repeat None k) ns
      | _, _ => false
      end
  end
with accept_cases (m : machine) (b : board) (p : position) (cs : hole_cases) : bool :=
  match cs with
  | NoHole => true
  | HoleCase h pf rest => accept m b p (Pattern (bit h) 0%N) pf && accept_cases m b p rest
  end
with accept_ends (m : machine) (b : board) (i : nat) (waiting : list (option pair)) (ns : end_nodes) : bool :=
  match ns, waiting with
  | NoNode, [] => true
  | ProofNode pf rest, Some (p, t) :: waiting => accept m b p t pf && accept_ends m b (S i) waiting rest
  | MovesNode s moves rest, Some (p, t) :: waiting =>
      negb (matches b t p) &&
      match turns b s p t with
      | None => false
      | Some (js, child) =>
          covers (map fst moves) js &&
          match expect_all i child moves waiting with
          | Some waiting' => accept_ends m b (S i) waiting' rest
          | None => false
          end
      end
  | _, _ => false
  end.

(** ** Soundness *)

Lemma stays_on_board_spec b p : stays_on_board b p = true -> on_board b p.
Proof.
  intros E % N.eqb_eq h H. unfold has.
  replace (N.of_nat h) with (N.of_nat (h - holes b) + N.of_nat (holes b))%N by lia.
  rewrite <- N.shiftr_spec, E by lia. apply N.bits_0.
Qed.

Lemma same_pair_spec x y : same_pair x y = true -> x = y.
Proof.
  destruct x as [p [q f|k]], y as [p' [q' f'|k']]; unfold same_pair; simpl; rewrite ?andb_true_iff, ?N.eqb_eq, ?Z.eqb_eq;
    intuition congruence.
Qed.

Lemma expect_spec x : forall waiting k w, expect k x waiting = Some w ->
  In (Some x) w /\ forall y, In (Some y) waiting -> In (Some y) w.
Proof.
  induction waiting as [|[y|] rest IH]; intros [|k] w; simpl; try discriminate.
  - destruct (same_pair x y) eqn:E; [|discriminate]. apply same_pair_spec in E as ->.
    intros H. injection H as <-. simpl. auto.
  - destruct (expect k x rest) as [r|] eqn:E; [|discriminate]. intros H. injection H as <-.
    apply IH in E as [E F]. simpl. split; auto. intros z [Z|Z]; auto.
  - intros H. injection H as <-. simpl. split; auto. intros z [Z|Z]; [discriminate|auto].
  - destruct (expect k x rest) as [r|] eqn:E; [|discriminate]. intros H. injection H as <-.
    apply IH in E as [E F]. simpl. split; auto. intros z [Z|Z]; auto.
Qed.

Definition all_refuted (b : board) (waiting : list (option pair)) : Prop :=
  forall p t, In (Some (p, t)) waiting -> ~ feasible b p t.

Lemma expect_all_spec i child moves : forall waiting w, expect_all i child moves waiting = Some w ->
  (forall j, In j (map fst moves) -> In (Some (child j)) w) /\
  forall y, In (Some y) waiting -> In (Some y) w.
Proof.
  induction moves as [|[j k] rest IH]; simpl; intros waiting w H.
  - injection H as <-. split; [tauto|auto].
  - destruct (i <? k)%nat; [|discriminate]. destruct (expect _ _ _) as [v|] eqn:E; [|discriminate].
    apply expect_spec in E as [E F]. apply IH in H as [H I]. split; auto. intros l [<-|L]; auto.
Qed.

(** Refuted children refute their node. *)
Lemma turns_sound b s p t js child : proper b = true -> matches b t p = false -> turns b s p t = Some (js, child) ->
  (forall j, In j js -> ~ feasible b (fst (child j)) (snd (child j))) -> ~ feasible b p t.
Proof.
  intros B N T H. destruct s; simpl in T.
  - injection T as <- <-. apply first_end; trivial.
  - destruct t as [q [|]|]; try discriminate. injection T as <- <-. apply last_end; trivial.
Qed.

Theorem accept_sound m b pf : right m -> proper b = true -> forall p t, accept m b p t pf = true -> ~ feasible b p t.
Proof.
  intros R B. apply (proof_mut
    (fun pf => forall p t, accept m b p t pf = true -> ~ feasible b p t)
    (fun cs => forall p, accept_cases m b p cs = true ->
      forall h, In h (case_holes cs) -> ~ feasible b p (Pattern (bit h) 0%N))
    (fun ns => forall i waiting, accept_ends m b i waiting ns = true -> all_refuted b waiting));
    clear pf; cbn [accept accept_cases accept_ends].
  - intros word l p t (k & _ & [_ H] % andb_true_iff) % existsb_exists. exact (refutes_sound k b p t l B H).
  - intros n p t. apply tree_sound, B.
  - intros o set never cases p t. apply turn_sound, B.
  - intros ws rs forward backward near p t. apply search_sound; trivial.
  - intros size p t. apply closure_sound; trivial.
  - intros cs IH p t H. destruct t as [|k]; [discriminate|].
    destruct k as [|[k|k|]|k]; try discriminate. rewrite !andb_true_iff in H. destruct H as [[O A] C].
    apply one_peg_anywhere; trivial; [apply stays_on_board_spec, O|].
    intros h L. apply (IH p C). apply (all_holes_spec _ _ A h L).
  - intros ns IH p t H. destruct t; [|discriminate]. destruct (node_count ns); [discriminate|].
    apply (IH _ _ H). left. trivial.
  - intros p _ h [].
  - intros h pf IH rest IHr p [H C] % andb_true_iff k [<-|K]; eauto.
  - intros i [|x waiting]; [|discriminate]. intros _ p t [].
  - intros s moves rest IH i waiting H. destruct waiting as [|[[p t]|] waiting]; try discriminate.
    apply andb_true_iff in H as [N % negb_true_iff H].
    destruct (turns b s p t) as [[js child]|] eqn:T; [|discriminate].
    apply andb_true_iff in H as [C H]. destruct (expect_all _ _ _ _) as [w|] eqn:E; [|discriminate].
    apply expect_all_spec in E as [E F]. apply IH in H. intros p' t' [X|X]; [|apply H, F, X].
    injection X as <- <-. apply (turns_sound b s p t js child B N T). intros j J. apply H.
    rewrite <- surjective_pairing. apply E. unfold covers in C. rewrite !andb_true_iff, !within_spec in C. apply C, J.
  - intros pf IHp rest IH i waiting H. destruct waiting as [|[[p t]|] waiting]; try discriminate.
    apply andb_true_iff in H as [A H]. apply IH in H. intros p' t' [X|X]; [|apply H, X].
    injection X as <- <-. apply IHp, A.
Qed.

(** ** What a reader hands over: a board, the holes of start and target, a claim with its proof *)

Inductive layout :=
  | Grid (g : geometry) (l : list place)
  | Listed (n : nat) (js : list jump).
Inductive goal :=
  | Holes (pegs free : list nat)
  | Number (k : Z).
Inductive claim :=
  | Feasible (js : list jump)
  | Infeasible (pf : proof)
  | Bounded (given : list bound) (x : bound) (n : node)
  | SweepsAtLeast (k : Z) (pf : sweeps_proof) (shown : option (list jump))
  | NoSweepLonger (k : Z) (shown : option (list jump))
  | SoundRule (xs : list part)
  | NoArmy (level : nat) (total : golden).

Definition board_of (l : layout) : board :=
  match l with Grid g places => grid g places | Listed n js => Board n js end.
Definition position_of (hs : list nat) : position := fold_right (fun h p => N.lor (bit h) p) 0%N hs.
Definition target_of (g : goal) : target :=
  match g with Holes pegs free => Pattern (position_of pegs) (position_of free) | Number k => Count k end.

(** The position that a list of holes stands for has pegs there and nowhere else. *)
Theorem position_of_spec hs h : has (position_of hs) h = true <-> In h hs.
Proof.
  induction hs as [|k hs IH]; [split; [discriminate|intros []]|].
  unfold position_of. cbn [fold_right In]. fold (position_of hs). rewrite has_lor, has_bit, orb_true_iff, IH, Nat.eqb_eq. intuition congruence.
Qed.

(** The holes of a target exist, and none is both to hold a peg and free. Then a match is what one thinks. *)
Definition proper_goal (n : nat) (g : goal) : bool :=
  match g with
  | Holes pegs free => forallb (fun h => (h <? n)%nat) (pegs ++ free)
      && forallb (fun h => negb (existsb (Nat.eqb h) pegs)) free
  | Number k => (0 <=? k) && (k <=? Z.of_nat n)
  end.

Theorem target_of_spec b pegs free q : proper_goal (holes b) (Holes pegs free) = true ->
  matches b (target_of (Holes pegs free)) q = true <->
  forall h, ~ In h free -> (has q h = true <-> In h pegs).
Proof.
  intros [_ D] % andb_true_iff. rewrite forallb_forall in D.
  assert (forall h, has (position_of free) h = false <-> ~ In h free) as F.
  { intros h. rewrite <- not_true_iff_false, position_of_spec. tauto. }
  split; intros H.
  - intros h N. apply F in N. rewrite (matches_pattern b _ _ q H h N). apply position_of_spec.
  - apply pattern_matches; intros h X.
    + apply position_of_spec, D, negb_true_iff in X. rewrite <- not_true_iff_false, position_of_spec. intros I.
      rewrite <- not_true_iff_false, existsb_exists in X. apply X. exists h. split; trivial. apply Nat.eqb_refl.
    + apply F, H in X. rewrite <- position_of_spec in X. destruct (has q h), (has (position_of pegs) h); intuition congruence.
Qed.

(** No two holes of a grid lie at one place; a jump of a list names three different holes. *)
Definition proper_layout (l : layout) : bool :=
  match l with Grid _ places => apart places | Listed n js => proper (Board n js) end.

Definition well_formed (l : layout) : Prop :=
  match l with
  | Grid _ places => NoDup places
  | Listed n js => forall j, In j js -> (from j < n /\ over j < n /\ landing j < n /\
      from j <> over j /\ from j <> landing j /\ over j <> landing j)%nat
  end.

Lemma proper_layout_spec l : proper_layout l = true -> well_formed l /\ proper (board_of l) = true.
Proof.
  destruct l as [g places|n js]; simpl; intros H.
  - apply apart_spec in H. auto using grid_proper.
  - split; trivial. intros j. apply (proper_spec (Board n js) j H).
Qed.

(** A play that comes with a claim. *)
Definition check_shown (good : list jump -> bool) (b : board) (p : position) (t : target) (shown : option (list jump)) : bool :=
  match shown with None => true | Some js => check_play b t p js && good js end.
Definition is_shown (b : board) (p : position) (t : target) (shown : option (list jump)) : Prop :=
  match shown with None => True | Some js => exists q, play b p js q /\ matches b t q = true end.

Lemma check_shown_spec good b p t shown : check_shown good b p t shown = true -> is_shown b p t shown.
Proof. destruct shown as [js|]; simpl; trivial. intros [H _] % andb_true_iff. apply check_play_spec, H. Qed.

Definition accepts (m : machine) (l : layout) (start : list nat) (g : goal) (c : claim) : bool :=
  let b := board_of l in
  let p := position_of start in
  let t := target_of g in
  proper_layout l && stays_on_board b p && proper_goal (holes b) g &&
  match c with
  | Feasible js => check_play b t p js
  | Infeasible pf => accept m b p t pf
  | Bounded given x n => check_bound b p t given x n
  | SweepsAtLeast k pf shown => check_sweeps m b p t k pf && check_shown (fun js => k <=? Z.of_nat (sweeps js)) b p t shown
  | NoSweepLonger k shown => check_longest m b p t k && check_shown (fun js => Z.of_nat (longest js) <=? k) b p t shown
  | SoundRule xs => check_rule b xs
  | NoArmy level total => match l with Grid g [] => check_army g level total | _ => false end
  end.

(** What a claim says. That a rule is sound says nothing of start and target, and an army has a geometry and no more. *)
Definition says (l : layout) (start : list nat) (g : goal) (c : claim) : Prop :=
  let b := board_of l in
  match c with
  | Feasible _ => feasible b (position_of start) (target_of g)
  | Infeasible _ => ~ feasible b (position_of start) (target_of g)
  | Bounded given x _ => bounded b (position_of start) (target_of g) given x
  | SweepsAtLeast k _ shown =>
      (forall js q, play b (position_of start) js q -> matches b (target_of g) q = true -> k <= Z.of_nat (sweeps js))
      /\ is_shown b (position_of start) (target_of g) shown
  | NoSweepLonger k shown =>
      (forall js q, play b (position_of start) js q -> matches b (target_of g) q = true -> Z.of_nat (longest js) <= k)
      /\ is_shown b (position_of start) (target_of g) shown
  | SoundRule xs => forall x p q, In x xs -> prunes x p q -> ~ reachable b p q
  | NoArmy level _ => match l with Grid g _ => out_of_reach g level | Listed _ _ => False end
  end.

Theorem accepts_sound m l start g c : right m -> accepts m l start g c = true -> well_formed l /\ says l start g c.
Proof.
  intros R. unfold accepts, says. rewrite !andb_true_iff. intros [[[[W B] % proper_layout_spec _] _] H].
  split; trivial. destruct c as [js|pf|given x n|k pf shown|k shown|xs|level total].
  - exact (play_sound _ _ js _ H).
  - exact (accept_sound m _ pf R B _ _ H).
  - exact (bound_sound _ _ _ given x n B H).
  - apply andb_true_iff in H as [H S % check_shown_spec]. split; trivial. exact (sweeps_sound m _ _ _ k pf R B H).
  - apply andb_true_iff in H as [H S % check_shown_spec]. split; trivial. exact (longest_sound m _ _ _ k R B H).
  - exact (rule_sound _ xs B H).
  - destruct l as [lines [|]|]; try discriminate. exact (army_sound lines level total H).
Qed.
