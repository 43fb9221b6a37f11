(* The reader around the extracted checker: words and integers in, one value of the checker's types out.
   It is not proved. It decides nothing, and prints the board, start and target that it handed over, so that a
   person can compare them with the question. FORMAT in README.md says what it reads. *)

open Checker
open Native

exception Unreadable of string  (* what was expected; the place is that of the last word *)
exception Too_large of string

(* Levels are lists in memory, some 60 bytes for each position of a closure, and a million take a second. *)
let most_positions = 10_000_000
let most_as_bits = 1 lsl 30  (* positions of a closure, one bit for each member of its class *)
let most_in_window = 10  (* holes *)
let most_level = 10_000  (* of an army *)

(* The text and the place in it of the next word. *)
let text = ref ""
let at = ref 0
let begun = ref 0  (* of the last word *)

let is_space c = c = ' ' || c = '\n' || c = '\t' || c = '\r'

let skip_spaces () = while !at < String.length !text && is_space !text.[!at] do incr at done

let word () =
  skip_spaces ();
  begun := !at;
  while !at < String.length !text && not (is_space !text.[!at]) do incr at done;
  if !at = !begun then raise (Unreadable "the text ends too early");
  String.sub !text !begun (!at - !begun)

let unknown what s =
  let shown = if String.length s > 40 then String.sub s 0 40 ^ "..." else s in
  raise (Unreadable (Printf.sprintf "expected %s, not %S" what shown))

let place_of_error () =
  let before = String.sub !text 0 !begun in
  let line = List.length (String.split_on_char '\n' before) in
  let column = !begun - (match String.rindex_opt before '\n' with Some i -> i | None -> -1) in
  Printf.sprintf "line %d, column %d" line column

let expect wanted = let s = word () in if s <> wanted then unknown (Printf.sprintf "%S" wanted) s

let nothing_after () = skip_spaces (); if !at < String.length !text then unknown "nothing after the end" (word ())

(* Digits and nothing else: no sign, no 0 before others, no other base. *)
let is_number s = s <> "" && String.for_all (fun c -> '0' <= c && c <= '9') s && (s.[0] <> '0' || s = "0")

(* Small numbers: holes, legs, lengths of lists. *)
let int () =
  let s = word () in
  if not (is_number s) then unknown "a number" s;
  match int_of_string_opt s with Some i when i <= 100_000_000 -> i | _ -> unknown "a smaller number" s

let nat () = let i = int () in if i > 100_000 then unknown "a smaller number" (string_of_int i) else nat_of i

let z () =
  let s = word () in
  let negative = s.[0] = '-' in
  let digits = if negative then String.sub s 1 (String.length s - 1) else s in
  if not (is_number digits) || s = "-0" then unknown "an integer" s;
  let ten = z_of_int 10 in
  let value = String.fold_left (fun z c -> Z.add (Z.mul ten z) (z_of_int (Char.code c - 48))) Z0 digits in
  if negative then Z.opp value else value

let size ?(most = most_positions) () =
  let before = !at in
  let s = word () in
  if is_number s then
    (match int_of_string_opt s with
     | Some i when i <= most -> ()
     | _ -> raise (Too_large (s ^ " positions in a level or closure")));
  at := before;
  z ()

(* A list is its length and its items. The items are read in order. *)
let list item =
  let rec go n done_ = if n = 0 then List.rev done_ else let x = item () in go (n - 1) (x :: done_) in
  go (int ()) []

(* The same, and no item twice. *)
let set item =
  let seen = Hashtbl.create 64 in
  list (fun () ->
    let first = (skip_spaces (); !at) in
    let x = item () in
    let words = String.sub !text first (!at - first) in
    let words = String.concat " " (List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if is_space c then ' ' else c) words))) in
    if Hashtbl.mem seen words then (begun := first; unknown "no item twice" words);
    Hashtbl.add seen words ();
    x)

(* A place on a grid, and a value a + b s. *)
let place () = let r = z () in let c = z () in (r, c)
let jump () = let s = nat () in let o = nat () in let l = nat () in { from = s; over = o; landing = l }
let weights () = list z
let order () = match word () with "first" -> First | "last" -> LastOf | s -> unknown "an order" s

let rec node () =
  match word () with
  | "leaf" ->
      let of_pegs = z () in
      let of_sums = list z in
      (match list weights with
       | [] -> raise (Unreadable "a leaf without weights")
       | first :: rest -> ByWeights (of_pegs, of_sums, first, rest))
  | "count" ->
      let leg = nat () in
      let j = jump () in
      let k = z () in
      let low = node () in
      let high = node () in
      ByCount (leg, j, k, low, high)
  | "middle" ->
      let leg = nat () in
      let hole = nat () in
      let none = node () in
      let peg = node () in
      ByMiddle (leg, hole, none, peg)
  | "free" ->
      let hole = nat () in
      let none = node () in
      let peg = node () in
      ByFree (hole, none, peg)
  | "split" ->
      let leg = nat () in
      let o, set, never, cases = turn () in
      Split (leg, o, set, never, cases)
  | s -> unknown "a node" s

and turn () =
  let o = order () in
  let set = list jump in
  let never = node () in
  let case () = let j = jump () in let n = node () in (j, n) in
  let cases = List.fold_right (fun (j, n) rest -> Case (j, n, rest)) (list case) NoMore in
  (o, set, never, cases)

let residue () = let d = z () in let w = weights () in (d, w)

let search near =
  let pagodas = list weights in
  let residues = list residue in
  let forward = list (fun () -> size ()) in
  let backward = list (fun () -> size ()) in
  BySearch (pagodas, residues, forward, backward, near)

let rec proof () =
  match word () with
  | "tree" -> ByTree (node ())
  | "turn" -> let o, set, never, cases = turn () in ByTurn (o, set, never, cases)
  | "search" -> search O
  | "search-near" -> search (nat ())
  | "closure" -> ByClosure (size ~most:most_as_bits ())
  | "cases" ->
      let case () = let h = nat () in let p = proof () in (h, p) in
      ByCases (List.fold_right (fun (h, p) rest -> HoleCase (h, p, rest)) (list case) NoHole)
  | "ends" -> ByEnds (List.fold_right (fun add rest -> add rest) (list end_node) NoNode)
  | s when List.exists (fun kind -> kind.name = s) kinds -> ByKind (s, list z)
  | s -> unknown "a kind of proof" s

and end_node () =
  let move () = let j = jump () in let k = nat () in (j, k) in
  match word () with
  | "start" -> let moves = list move in fun rest -> MovesNode (AtStart, moves, rest)
  | "target" -> let moves = list move in fun rest -> MovesNode (AtTarget, moves, rest)
  | "proof" -> let p = proof () in fun rest -> ProofNode (p, rest)
  | s -> unknown "a node of ends" s

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let rec twice carry = function
  | [] -> if carry = 0 then [] else [ carry ]
  | d :: rest -> let x = (2 * d) + carry in (x mod 10) :: twice (x / 10) rest
let rec digits = function XH -> [ 1 ] | XO p -> twice 0 (digits p) | XI p -> twice 1 (digits p)
let decimal p = String.concat "" (List.rev_map string_of_int (digits p))
let show_z = function Z0 -> "0" | Zpos p -> decimal p | Zneg p -> "-" ^ decimal p

(* Kind sweeps. *)
let passage () =
  let members = position_of (set nat) in
  let over = nat () in
  let toll = z () in
  { members; pass_over = over; toll }

let sweep_bound () =
  let hole_weights = weights () in
  let potentials = weights () in
  let region_weights = weights () in
  let per_sweep = z () in
  let passages = list passage in
  { hole_weights; potentials; region_weights; per_sweep; passages }

let sweeps_proof () =
  let regions = list (fun () -> position_of (set nat)) in
  let pagodas = list weights in
  let residues = list residue in
  let symmetries = list (fun () -> list nat) in
  let sweep_bounds = list sweep_bound in
  let ahead_sizes = list (fun () -> size ()) in
  let behind_sizes = list (fun () -> size ()) in
  { regions; pagodas; residues; symmetries; sweep_bounds; ahead_sizes; behind_sizes }

(* Kind rule. *)
let inequality () = let of_start = weights () in let of_target = weights () in let exceeds = z () in { of_start; of_target; exceeds }

let n_of_z = function Z0 -> N0 | Zpos p -> Npos p | Zneg p -> unknown "no negative number" (show_z (Zneg p))

let part () =
  match word () with
  | "pagoda" -> PartPagoda (weights ())
  | "residue" -> let d, w = residue () in PartResidue (d, w)
  | "inequalities" ->
      let all = list inequality in
      let multipliers = list z in
      PartInequalities (all, multipliers, weights ())
  | "window" ->
      let holes = set nat in
      if List.length holes > most_in_window then raise (Too_large "a window of more than 10 holes");
      PartWindow (holes, list (fun () -> n_of_z (z ())))
  | s -> unknown "a part of a rule" s

(* Kind army. *)
let army () =
  let level = int () in
  if level > most_level then raise (Too_large (Printf.sprintf "level %d of an army" level));
  let total = place () in
  NoArmy (nat_of level, total)

let shown () =
  match word () with
  | "play" -> Some (list jump)
  | "none" -> None
  | s -> unknown "play or none" s

let terms () = list (fun () -> let factor = z () in (factor, jump ()))

let bound () =
  match word () with
  | "sum_at_most" -> let l = terms () in SumAtMost (l, z ())
  | "sum_at_least" -> let l = terms () in SumAtLeast (l, z ())
  | "at_most" -> let j = jump () in JumpAtMost (j, z ())
  | "at_least" -> let j = jump () in JumpAtLeast (j, z ())
  | "pegs_at_least" -> PegsAtLeast (z ())
  | "pegs_at_most" -> PegsAtMost (z ())
  | s -> unknown "a bound" s

let claim () =
  match word () with
  | "feasible" -> expect "play"; Feasible (list jump)
  | "infeasible" -> Infeasible (proof ())
  | "bound" -> expect "bound"; let x = bound () in let given = list bound in let n = node () in Bounded (given, x, n)
  | "sweeps" -> let k = z () in let p = sweeps_proof () in let play = shown () in SweepsAtLeast (k, p, play)
  | "longest-sweep" -> let k = z () in let play = shown () in NoSweepLonger (k, play)
  | "sound" -> SoundRule (list part)
  | "army" -> army ()
  | s -> unknown "a claim" s

let layout () =
  match word () with
  | "orthogonal" -> Grid (Orthogonal, set place)
  | "triangular" -> Grid (Triangular, set place)
  | "diagonal" -> Grid (Diagonal, set place)
  | "explicit" -> let n = nat () in Listed (n, set jump)
  | s -> unknown "a geometry" s

let goal () =
  match word () with
  | "holes" -> let pegs = set nat in let free = set nat in Holes (pegs, free)
  | "count" -> Number (z ())
  | s -> unknown "a target" s

(* What was judged, printed from the values that the checker got. *)

let show_place (r, c) = Printf.sprintf "(%s,%s)" (show_z r) (show_z c)

(* On a grid a hole is named by its row and column, else by its number. *)
let show_hole board h =
  let i = int_of_nat h in
  match board with
  | Grid (_, places) when i < List.length places -> show_place (List.nth places i)
  | _ -> string_of_int i
let show_holes board l = String.concat " " (List.map (show_hole board) l)
let show_jump board j = Printf.sprintf "[%s]" (show_holes board [ j.from; j.over; j.landing ])

let name_of = function Orthogonal -> "orthogonal" | Triangular -> "triangular" | Diagonal -> "diagonal"
let lines_of = function Grid (g, _) -> name_of g | Listed _ -> "explicit"

let print_board board =
  match board with
  | Grid (g, []) -> Printf.printf "board: %s, no hole is named\n" (name_of g)
  | Grid (g, places) ->
      Printf.printf "board: %s, holes %s\n" (name_of g) (String.concat " " (List.map show_place places))
  | Listed (n, jumps) ->
      let jumps = String.concat " " (List.map (show_jump board) jumps) in
      Printf.printf "board: holes 0 to %d, jumps %s\n" (int_of_nat n - 1) jumps

let print_goal board = function
  | Holes (pegs, []) -> Printf.printf "target: pegs %s\n" (show_holes board pegs)
  | Holes (pegs, free) -> Printf.printf "target: pegs %s; free %s\n" (show_holes board pegs) (show_holes board free)
  | Number k -> Printf.printf "target: any position with this number of pegs: %s\n" (show_z k)

let show_sum board l =
  "the sum of " ^ String.concat ", " (List.map (fun (a, j) -> show_z a ^ " x " ^ show_jump board j) l)

let show_bound board = function
  | SumAtMost (l, k) -> Printf.sprintf "%s at most %s" (show_sum board l) (show_z k)
  | SumAtLeast (l, k) -> Printf.sprintf "%s at least %s" (show_sum board l) (show_z k)
  | JumpAtMost (j, k) -> Printf.sprintf "%s at most %s times" (show_jump board j) (show_z k)
  | JumpAtLeast (j, k) -> Printf.sprintf "%s at least %s times" (show_jump board j) (show_z k)
  | PegsAtLeast k -> "at least this number of pegs at the end: " ^ show_z k
  | PegsAtMost k -> "at most this number of pegs at the end: " ^ show_z k

let print_shown measure what = Option.iter (fun js -> Printf.printf "shown: a play with %s: %d\n" what (int_of_nat (measure js)))

let print_claim board = function
  | Feasible _ -> print_endline "claim: feasible"
  | Infeasible _ -> print_endline "claim: infeasible"
  | Bounded (given, x, _) ->
      List.iter (fun g -> Printf.printf "given: %s\n" (show_bound board g)) given;
      Printf.printf "claim: %s\n" (show_bound board x)
  | SweepsAtLeast (k, _, play) ->
      Printf.printf "claim: sweeps, of which every play has at least %s\n" (show_z k);
      print_shown sweeps "so many sweeps" play
  | NoSweepLonger (k, play) ->
      Printf.printf "claim: longest-sweep, of jumps in one sweep of a play at most %s\n" (show_z k);
      print_shown longest "so many jumps in its longest sweep" play
  | SoundRule parts -> Printf.printf "claim: sound, of a rule of so many parts, which the question names: %d\n" (List.length parts)
  | NoArmy (level, _) ->
      Printf.printf "claim: army, of finitely many pegs: none behind a line of the infinite %s board brings a peg so many rows beyond it: %d\n"
        (lines_of board) (int_of_nat level)

(* The same in the words of FORMAT, with the jumps of a grid as the checker derives them: a line to compare. *)
let question board start target claim =
  let line = Buffer.create 1000 in
  let say s = Buffer.add_char line ' '; Buffer.add_string line s in
  let number i = say (string_of_int i) in
  let each show items = number (List.length items); List.iter show items in
  let hole h = number (int_of_nat h) in
  let three (s, o, l) = number s; number o; number l in
  let ints j = (int_of_nat j.from, int_of_nat j.over, int_of_nat j.landing) in
  let show_jump j = three (ints j) in
  Buffer.add_string line "question:";
  (match board with
   | Grid (_, places) -> say "places"; each (fun (r, c) -> say (show_z r); say (show_z c)) places
   | Listed (n, _) -> say "holes"; hole n);
  say "jumps"; each three (List.sort compare (List.map ints (board_of board).jumps));
  say "start"; each hole start;
  say "target";
  (match target with
   | Holes (pegs, free) -> say "holes"; each hole pegs; each hole free
   | Number k -> say "count"; say (show_z k));
  say "claim";
  let side name k = say name; say (show_z k) in
  let sum l = say "sum"; each (fun (a, j) -> say (show_z a); show_jump j) l in
  let bound = function
    | SumAtMost (l, k) -> sum l; side "at_most" k
    | SumAtLeast (l, k) -> sum l; side "at_least" k
    | JumpAtMost (j, k) -> show_jump j; side "at_most" k
    | JumpAtLeast (j, k) -> show_jump j; side "at_least" k
    | PegsAtLeast k -> side "pegs_at_least" k
    | PegsAtMost k -> side "pegs_at_most" k in
  let integers w = each (fun x -> say (show_z x)) w in
  let part = function
    | PartPagoda w -> say "pagoda"; integers w
    | PartResidue (d, w) -> say "residue"; say (show_z d); integers w
    | PartInequalities (xs, _, _) ->
        say "inequalities"; each (fun x -> integers x.of_start; integers x.of_target; say (show_z x.exceeds)) xs
    | PartWindow (hs, rows) -> say "window"; each hole hs; each (fun n -> say (show_z (match n with N0 -> Z0 | Npos p -> Zpos p))) rows in
  (match claim with
   | Feasible _ -> say "feasible"
   | Infeasible _ -> say "infeasible"
   | Bounded (given, x, _) -> say "bound"; bound x; each bound given
   | SweepsAtLeast (k, _, play) ->
       say "sweeps"; side "at_least" k; Option.iter (fun js -> say "shown"; hole (sweeps js)) play
   | NoSweepLonger (k, play) ->
       say "longest-sweep"; side "at_most" k; Option.iter (fun js -> say "shown"; hole (longest js)) play
   | SoundRule parts -> say "sound"; each part parts
   | NoArmy (level, _) -> say "army"; say (lines_of board); say "level"; hole level);
  Buffer.contents line

(* Positions that match the target, which are all made if there are levels back from it. *)
let too_many_targets holes target =
  let rec choose n k = if k = 0 then 1. else choose (n - 1) (k - 1) *. float n /. float k in
  let number = match target with
    | Holes (_, free) -> 2. ** float (List.length free)
    | Number k -> (match int_of_string_opt (show_z k) with Some k when 0 <= k && k <= holes -> choose holes (min k (holes - k)) | _ -> 0.) in
  if number > float most_positions then raise (Too_large (Printf.sprintf "%.0f positions that match the target" number))

let machine = ref native
let exact _ = Checker.exact O Z0

let judge () =
  expect "pegfeas-plain"; expect "1";
  expect "board"; let board = layout () in
  expect "start"; let start = set nat in
  expect "target"; let target = goal () in
  expect "claim"; let claim = claim () in
  expect "end"; nothing_after ();
  let holes = int_of_nat (board_of board).holes in
  (match claim with
   | SweepsAtLeast (_, p, _) when p.behind_sizes <> [] -> too_many_targets holes target
   | _ -> ());
  let accepted = accepts (!machine holes) board start target claim in
  print_endline (if accepted then "ACCEPTED" else "REJECTED");
  print_board board;
  Printf.printf "start: pegs %s\n" (show_holes board start);
  print_goal board target;
  print_claim board claim;
  print_endline (question board start target claim);
  if accepted then 0 else 1

let unreadable what = Printf.eprintf "UNREADABLE: %s\n%!" what; 2

let answer read =
  try text := read (); at := 0; begun := 0; judge () with
  | Unreadable what -> unreadable (place_of_error () ^ ": " ^ what)
  | Too_large what -> Printf.printf "TOO LARGE: %s\n" what; 3
  | Stack_overflow | Out_of_memory -> print_endline "TOO LARGE: out of memory"; 3
  | Sys_error what -> unreadable what

(* One certificate on each line; after each answer a line with its code. *)
let rec lines () =
  match input_line stdin with
  | exception End_of_file -> 0
  | line -> Printf.printf "CODE: %d\n%!" (answer (fun () -> line)); lines ()

let all_of channel =
  let read = Buffer.create 65536 and piece = Bytes.create 65536 in
  let rec go () =
    let n = input channel piece 0 65536 in
    if n > 0 then (Buffer.add_subbytes read piece 0 n; go ()) in
  go (); Buffer.contents read

(* Where a kind does not say how many positions it takes, memory does. *)
let most_bytes = 3 lsl 30
let look_at_memory () =
  if (Gc.quick_stat ()).Gc.heap_words > most_bytes / 8 then raise (Too_large "more than 3 GiB of memory")

let () =
  ignore (Gc.create_alarm look_at_memory);
  (* Levels are lists of many short-lived cells: room for them before the collector asks (64 MB). *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 8_000_000; space_overhead = 200 };
  exit
    (match Sys.argv with
     | [| _; "--lines" |] -> lines ()
     | [| _; "--exact"; path |] -> machine := exact; answer (fun () -> all_of (open_in_bin path))
     | [| _; path |] when path <> "-" -> answer (fun () -> all_of (open_in_bin path))
     | _ -> answer (fun () -> all_of stdin))
