(* The reader around the extracted checker: words and integers in, one value of the checker's types out.
   It is not proved. It decides nothing, and prints the board, start and target that it handed over, so that a
   person can compare them with the question. FORMAT in README.md says what it reads. *)

open Checker

exception Unreadable of string
exception Too_large of string

(* Levels are sets in memory, some 300 bytes a position, and 100,000 positions take a second. *)
let most_positions = 10_000_000

let tokens = ref (Scanf.Scanning.from_string "")

let word () =
  match Scanf.bscanf !tokens " %s" (fun s -> s) with
  | "" -> raise (Unreadable "the text ends too early")
  | s -> s

let unknown what s = raise (Unreadable (Printf.sprintf "%s: %S" what s))

let expect s = if word () <> s then raise (Unreadable (Printf.sprintf "expected %S" s))

(* Small numbers: holes, legs, lengths of lists. *)
let int () =
  let s = word () in
  match int_of_string_opt s with Some i when 0 <= i && i <= 100_000_000 -> i | _ -> unknown "a number" s

let rec nat_of i = let rec go n i = if i = 0 then n else go (S n) (i - 1) in go O i
let nat () = let i = int () in if i > 100_000 then unknown "a hole" (string_of_int i) else nat_of i

let rec positive i = if i = 1 then XH else if i land 1 = 0 then XO (positive (i / 2)) else XI (positive (i / 2))
let z_of_int i = if i = 0 then Z0 else Zpos (positive i)

let z_of_string s =
  let digit c = match c with
    | '0' .. '9' -> z_of_int (Char.code c - 48)
    | _ -> unknown "an integer" s in
  let ten = z_of_int 10 in
  let negative = String.length s > 1 && s.[0] = '-' in
  let digits = if negative then String.sub s 1 (String.length s - 1) else s in
  let value = String.fold_left (fun z c -> Z.add (Z.mul ten z) (digit c)) Z0 digits in
  if negative then Z.opp value else value
let z () = z_of_string (word ())

let size () =
  let s = word () in
  match int_of_string_opt s with
  | Some i when i <= most_positions -> z_of_string s
  | _ -> raise (Too_large (s ^ " positions in a level or closure"))

(* A list is its length and its items. The items are read in order. *)
let list item =
  let rec go n done_ = if n = 0 then List.rev done_ else let x = item () in go (n - 1) (x :: done_) in
  go (int ()) []

(* A place on a grid, and a value a + b s. *)
let place () = let r = z () in let c = z () in (r, c)
let jump () = let s = nat () in let o = nat () in let l = nat () in { from = s; over = o; landing = l }
let weights () = list z
let order () = match word () with "first" -> First | "last" -> LastOf | s -> unknown "an order" s

let rec node () =
  match word () with
  | "leaf" ->
      let multiplier = z () in
      (match list weights with
       | [] -> raise (Unreadable "a leaf without weights")
       | first :: rest -> ByWeights (multiplier, first, rest))
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
  let forward = list size in
  let backward = list size in
  BySearch (pagodas, residues, forward, backward, near)

let rec proof () =
  match word () with
  | "pagoda" -> ByPagoda (weights ())
  | "residue" -> let d, w = residue () in ByResidue (d, w)
  | "golden" -> ByGolden (list place)
  | "tree" -> ByTree (node ())
  | "turn" -> let o, set, never, cases = turn () in ByTurn (o, set, never, cases)
  | "search" -> search O
  | "search-near" -> search (nat ())
  | "closure" -> ByClosure (size ())
  | "cases" ->
      let case () = let h = nat () in let p = proof () in (h, p) in
      ByCases (List.fold_right (fun (h, p) rest -> HoleCase (h, p, rest)) (list case) NoHole)
  | "ends" -> ByEnds (List.fold_right (fun add rest -> add rest) (list end_node) NoNode)
  | s -> unknown "a kind of proof" s

and end_node () =
  let move () = let j = jump () in let k = nat () in (j, k) in
  match word () with
  | "start" -> let moves = list move in fun rest -> MovesNode (AtStart, moves, rest)
  | "target" -> let moves = list move in fun rest -> MovesNode (AtTarget, moves, rest)
  | "proof" -> let p = proof () in fun rest -> ProofNode (p, rest)
  | s -> unknown "a node of ends" s

let bound () =
  match word () with
  | "at_most" -> let j = jump () in JumpAtMost (j, z ())
  | "at_least" -> let j = jump () in JumpAtLeast (j, z ())
  | "pegs_at_least" -> PegsAtLeast (z ())
  | "pegs_at_most" -> PegsAtMost (z ())
  | s -> unknown "a bound" s

let claim () =
  match word () with
  | "feasible" -> expect "play"; Feasible (list jump)
  | "infeasible" -> Infeasible (proof ())
  | "bound" -> expect "bound"; let x = bound () in let n = node () in Bounded (x, n)
  | s -> unknown "a claim" s

let layout () =
  match word () with
  | "orthogonal" -> Grid (Orthogonal, list place)
  | "triangular" -> Grid (Triangular, list place)
  | "diagonal" -> Grid (Diagonal, list place)
  | "explicit" -> let n = nat () in Listed (n, list jump)
  | s -> unknown "a geometry" s

let goal () =
  match word () with
  | "holes" -> let pegs = list nat in let free = list nat in Holes (pegs, free)
  | "count" -> Number (z ())
  | s -> unknown "a target" s

(* What was judged, printed from the values that the checker got. *)

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let rec twice carry = function
  | [] -> if carry = 0 then [] else [ carry ]
  | d :: rest -> let x = (2 * d) + carry in (x mod 10) :: twice (x / 10) rest
let rec digits = function XH -> [ 1 ] | XO p -> twice 0 (digits p) | XI p -> twice 1 (digits p)
let decimal p = String.concat "" (List.rev_map string_of_int (digits p))
let show_z = function Z0 -> "0" | Zpos p -> decimal p | Zneg p -> "-" ^ decimal p
let show_place (r, c) = Printf.sprintf "(%s,%s)" (show_z r) (show_z c)

(* On a grid a hole is named by its row and column, else by its number. *)
let show_hole board h =
  let i = int_of_nat h in
  match board with
  | Grid (_, places) when i < List.length places -> show_place (List.nth places i)
  | _ -> string_of_int i
let show_holes board l = String.concat " " (List.map (show_hole board) l)
let show_jump board j = Printf.sprintf "[%s]" (show_holes board [ j.from; j.over; j.landing ])

let print_board board =
  match board with
  | Grid (g, places) ->
      let name = match g with Orthogonal -> "orthogonal" | Triangular -> "triangular" | Diagonal -> "diagonal" in
      Printf.printf "board: %s, holes %s\n" name (String.concat " " (List.map show_place places))
  | Listed (n, jumps) ->
      let jumps = String.concat " " (List.map (show_jump board) jumps) in
      Printf.printf "board: holes 0 to %d, jumps %s\n" (int_of_nat n - 1) jumps

let print_goal board = function
  | Holes (pegs, []) -> Printf.printf "target: pegs %s\n" (show_holes board pegs)
  | Holes (pegs, free) -> Printf.printf "target: pegs %s; free %s\n" (show_holes board pegs) (show_holes board free)
  | Number k -> Printf.printf "target: any position with this number of pegs: %s\n" (show_z k)

let print_claim board = function
  | Feasible _ -> print_endline "claim: feasible"
  | Infeasible _ -> print_endline "claim: infeasible"
  | Bounded (JumpAtMost (j, k), _) -> Printf.printf "claim: %s at most %s times\n" (show_jump board j) (show_z k)
  | Bounded (JumpAtLeast (j, k), _) -> Printf.printf "claim: %s at least %s times\n" (show_jump board j) (show_z k)
  | Bounded (PegsAtLeast k, _) -> Printf.printf "claim: at least this number of pegs at the end: %s\n" (show_z k)
  | Bounded (PegsAtMost k, _) -> Printf.printf "claim: at most this number of pegs at the end: %s\n" (show_z k)

let judge () =
  expect "pegfeas-plain"; expect "1";
  expect "board"; let board = layout () in
  expect "start"; let start = list nat in
  expect "target"; let target = goal () in
  expect "claim"; let claim = claim () in
  expect "end";
  let accepted = accepts board start target claim in
  print_endline (if accepted then "ACCEPTED" else "REJECTED");
  print_board board;
  Printf.printf "start: pegs %s\n" (show_holes board start);
  print_goal board target;
  print_claim board claim;
  if accepted then 0 else 1

let answer text =
  try tokens := text (); judge () with
  | Unreadable what -> Printf.eprintf "UNREADABLE: %s\n" what; 2
  | Too_large what -> Printf.printf "TOO LARGE: %s\n" what; 3
  | Stack_overflow | Out_of_memory -> print_endline "TOO LARGE: out of memory"; 3
  | Sys_error what -> Printf.eprintf "UNREADABLE: %s\n" what; 2
  | Scanf.Scan_failure _ | End_of_file -> prerr_endline "UNREADABLE: the text ends too early"; 2

(* One certificate on each line; after each answer a line with its code. *)
let rec lines () =
  match input_line stdin with
  | exception End_of_file -> 0
  | line ->
      Printf.printf "CODE: %d\n%!" (answer (fun () -> Scanf.Scanning.from_string line));
      lines ()

let () =
  exit
    (match Sys.argv with
     | [| _; "--lines" |] -> lines ()
     | [| _; path |] when path <> "-" -> answer (fun () -> Scanf.Scanning.from_channel (open_in_bin path))
     | _ -> answer (fun () -> Scanf.Scanning.from_channel stdin))
