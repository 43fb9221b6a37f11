(* Sets of numbers below 2^d, one bit for each, 64 to a word. [inside], [leads] and [lacks] are taken on trust: the
   theorems hold for all that are what Words.v calls [right_tables]. The rest makes sets, which the checker checks; it
   writes to none that it has handed over. *)

open Checker

external get : Bytes.t -> int -> int64 = "%caml_bytes_get64"
(* For places that are known to lie inside; the compiled test of [get] takes longer than the rest of a step. *)
external unchecked : Bytes.t -> int -> int64 = "%caml_bytes_get64u"
external set : Bytes.t -> int -> int64 -> unit = "%caml_bytes_set64"

(* Numbers are below 2^62 here; others are refused. *)
let int_of_n n =
  let rec go = function XH -> 1 | XO p -> twice p | XI p -> twice p + 1
  and twice p = let i = go p in if i >= 1 lsl 61 then failwith "a number of more than 62 digits" else 2 * i in
  match n with N0 -> 0 | Npos p -> go p
let n_of_int i = if i = 0 then N0 else Npos (let rec go i = if i = 1 then XH else if i land 1 = 0 then XO (go (i / 2)) else XI (go (i / 2)) in go i)

(* 1 if the ones of a number are odd, else 0. *)
let odds = String.init 65536 (fun i -> let rec odd i = if i = 0 then 0 else (i land 1) lxor odd (i lsr 1) in Char.chr (odd i))
let odd x =
  let x = x lxor (x lsr 32) in
  Char.code odds.[(x lxor (x lsr 16)) land 0xffff]

(* Of the 64 numbers that differ in the lowest six digits: those that are odd in a view, those with a digit 1. *)
let pattern view =
  let word = ref 0L in
  for i = 0 to 63 do if odd (i land view land 63) = 1 then word := Int64.logor !word (Int64.shift_left 1L i) done;
  !word

(* A condition as what it is in a word: the pattern if the higher digits are even in [high], else its opposite. *)
type condition = { high : int; even : int64 }
let condition (view, wanted) =
  let view = int_of_n view in
  { high = view lsr 6; even = (if wanted then pattern view else Int64.lognot (pattern view)) }
let conditions_of list = Array.of_list (List.map condition list)

(* All ones for 1, none for 0. *)
let[@inline] ones_if digit = Int64.of_int (- digit)

(* These and [exchanged] are written so that words of 64 bits stay in registers. *)
let[@inline] among conditions w x =
  let x = ref x and i = ref 0 in
  while !x <> 0L && !i < Array.length conditions do
    let c = conditions.(!i) in
    x := Int64.logand !x (Int64.logxor c.even (ones_if (odd (w land c.high))));
    incr i
  done;
  !x

(* The 64 bits of a word, each where its number has these digits changed. *)
let[@inline] exchanged_by bit low x change =
  if change land bit = 0 then x
  else Int64.logor (Int64.shift_left (Int64.logand x low) bit) (Int64.logand (Int64.shift_right_logical x bit) low)
let[@inline] exchanged x change =
  if change land 63 = 0 then x else
  let x = exchanged_by 1 0x5555555555555555L x change in
  let x = exchanged_by 2 0x3333333333333333L x change in
  let x = exchanged_by 4 0x0F0F0F0F0F0F0F0FL x change in
  let x = exchanged_by 8 0x00FF00FF00FF00FFL x change in
  let x = exchanged_by 16 0x0000FFFF0000FFFFL x change in
  exchanged_by 32 0x00000000FFFFFFFFL x change

let words bits = Bytes.length bits lsr 3
let[@inline] at bits w = if w < words bits then unchecked bits (w * 8) else 0L

let inside bits a =
  let a = int_of_n a in
  a / 64 < words bits && Int64.logand (get bits (a / 64 * 8)) (Int64.shift_left 1L (a land 63)) <> 0L

(* Words in blocks of 32, which differ in their lowest five digits: those in which some number meets all conditions, and
   these numbers, a word for each. They are the same in all blocks whose higher digits are odd for the same conditions,
   so that they are [sifted] once for all of these. *)
type sieve = { conditions : condition array; known : (int array * Bytes.t) option array }

let block = 32

let sieve conditions =
  let conditions = conditions_of conditions in
  { conditions; known = Array.make (1 lsl Array.length conditions) None }

let sift conditions from =
  let kept w = among conditions (from + w) (-1L) in
  let words = List.filter (fun w -> kept w <> 0L) (List.init block Fun.id) in
  let bits = Bytes.create (8 * List.length words) in
  List.iteri (fun i w -> set bits (8 * i) (kept w)) words;
  (Array.of_list words, bits)

let sifted sieve from =
  let alike = ref 0 in
  for i = 0 to Array.length sieve.conditions - 1 do
    alike := !alike lor (odd (from land sieve.conditions.(i).high) lsl i)
  done;
  match sieve.known.(!alike) with
  | Some found -> found
  | None -> let found = sift sieve.conditions from in sieve.known.(!alike) <- Some found; found

let leads bits conditions change one other =
  let sieve = sieve conditions and change = int_of_n change in
  let rec all slots kept from i =
    i = Array.length slots
    || (let w = from + slots.(i) in
        let x = Int64.logand (at bits w) (unchecked kept (8 * i)) in
        (x = 0L
         || (let to_ = w lxor (change lsr 6) in
             Int64.logand (exchanged x change) (Int64.lognot (Int64.logor (at one to_) (at other to_))) = 0L))
        && all slots kept from (i + 1)) in
  let rec blocks from =
    from >= words bits || (let slots, kept = sifted sieve from in all slots kept from 0 && blocks (from + block)) in
  blocks 0

let lacks bits conditions =
  let conditions = conditions_of conditions in
  let rec none w = w = words bits || (among conditions w (get bits (w * 8)) = 0L && none (w + 1)) in
  none 0

(* From here on nothing is taken on trust, but that no set is written to once it is handed over. *)

let ones x =
  let rec count n x = if x = 0L then n else count (n + 1) (Int64.logand x (Int64.pred x)) in
  count 0 x
let size bits = let n = ref 0 in for w = 0 to words bits - 1 do n := !n + ones (get bits (w * 8)) done; !n

let most_digits = 30
let sparse = 64  (* members of the class for each position: beyond that lists are quicker *)
let few = 256
let most_bytes = 1 lsl 31  (* of the sets of runs *)

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

(* The span of the jumps modulo 2, as rows of which each has a hole that is in no other: the first in this order. *)
let rows order masks =
  let add rows mask =
    let mask = List.fold_left (fun mask (lead, row) -> if mask land lead <> 0 then mask lxor row else mask) mask rows in
    if mask = 0 then rows
    else
      let lead = List.find (fun hole -> mask land hole <> 0) order in
      (lead, mask) :: List.map (fun (l, row) -> (l, if row land lead <> 0 then row lxor mask else row)) rows in
  let rows = List.fold_left add [] masks in
  List.filter_map (fun hole -> List.find_opt (fun (lead, _) -> lead = hole) rows) order

(* The class of a start: how many digits its numbers have, those of the holes that hold a peg at the start, the views of
   the holes, and the jumps, each with what it changes. The lowest digits are those of the holes that the fewest jumps
   touch, so that most jumps change no digit within a word, and keep or lose a whole block. *)
type class_ = { d : int; start : int; pegs : int; views : int array; jumps : (int * int * int) array; changes : int array }

let class_of board start =
  let holes = int_of_nat board.holes in
  if holes > 62 then None
  else
    let start = int_of_n start in
    let jumps = List.map (fun (j : jump) -> (int_of_nat j.from, int_of_nat j.over, int_of_nat j.landing)) board.jumps in
    let mask (f, o, l) = (1 lsl f) lor (1 lsl o) lor (1 lsl l) in
    let masks = List.map mask jumps in
    let touching hole = List.length (List.filter (fun mask -> mask land hole <> 0) masks) in
    let order = List.map (fun hole -> (touching hole, hole)) (List.init holes (fun h -> 1 lsl h)) in
    let rows = rows (List.map snd (List.sort (fun x y -> compare y x) order)) masks in
    let d = List.length rows in
    if d > most_digits then None
    else
      let number pick = List.fold_left (fun x (lead, row) -> (2 * x) lor Bool.to_int (pick lead row)) 0 rows in
      Some {
        d; start;
        pegs = number (fun lead _ -> start land lead <> 0);
        views = Array.init holes (fun h -> number (fun _ row -> row land (1 lsl h) <> 0));
        jumps = Array.of_list jumps;
        changes = Array.of_list (List.map (fun mask -> number (fun lead _ -> mask land lead <> 0)) masks);
      }

(* Of all sizes whole blocks. *)
let none_in c = Bytes.make (max (8 * block) (1 lsl c.d / 8)) '\000'
let blocks bits = words bits / block

(* The members that each jump can be made from, or with [turn] 1 taken back from. *)
let movable c turn =
  let holding peg h = (n_of_int c.views.(h), ((c.start lsr h) land 1) lxor peg lxor turn = 1) in
  Array.map (fun (f, o, l) -> sieve [holding 1 f; holding 1 o; holding 0 l]) c.jumps

(* Blocks with the most pegs first, or with [turn] 1 last: few jumps lead back to an earlier one. *)
let order c turn number =
  let pegs = Array.init number (fun q -> ones (Int64.of_int (q lxor (c.pegs / (64 * block))))) in
  let order = Array.init number Fun.id in
  Array.stable_sort (fun p q -> (1 - (2 * turn)) * (pegs.(q) - pegs.(p))) order;
  order

(* All that can be reached from the members of a set, among those of another. The next block is always the first one
   that has grown since it was looked at. *)
let grow c turn within bits =
  let sieves = movable c turn and order = order c turn (blocks bits) in
  let rank = Array.make (blocks bits) 0 in
  Array.iteri (fun i q -> rank.(q) <- i) order;
  let done_ = Bytes.make (Bytes.length bits) '\000' and waiting = Bytes.make (blocks bits) '\001' in
  let fresh = Bytes.create (8 * block) and next = ref 0 in
  let jump change slots kept from =
    let grew = ref false in
    for i = 0 to Array.length slots - 1 do
      let w = slots.(i) in
      let x = Int64.logand (unchecked fresh (8 * w)) (unchecked kept (8 * i)) in
      if x <> 0L then begin
        let to_ = (w lxor from lxor (change lsr 6)) * 8 in
        let old = get bits to_ in
        let grown = Int64.logor old (exchanged x change) in
        let grown = match within with None -> grown | Some all -> Int64.logand grown (get all to_) in
        if grown <> old then begin set bits to_ grown; grew := true end
      end
    done;
    if !grew then begin
      let to_ = (from lxor (change lsr 6)) / block in
      Bytes.set waiting to_ '\001';
      next := min !next rank.(to_)
    end in
  let look q =
    Bytes.set waiting q '\000';
    let from = q * block in
    let some = ref false in
    for w = 0 to block - 1 do
      let here = get bits ((from + w) * 8) in
      let x = Int64.logand here (Int64.lognot (get done_ ((from + w) * 8))) in
      if x <> 0L then some := true;
      set fresh (8 * w) x;
      set done_ ((from + w) * 8) here
    done;
    if !some then
      Array.iteri (fun i sieve -> let slots, kept = sifted sieve from in jump c.changes.(i) slots kept from) sieves in
  while !next < Array.length order do
    let q = order.(!next) in
    if Bytes.get waiting q <> '\000' then look q else incr next
  done

let reached c = let bits = none_in c in set bits 0 1L; grow c 0 None bits; bits

let views_of c = List.map n_of_int (Array.to_list c.views)
let changes_of c = List.map n_of_int (Array.to_list c.changes)

let explore board start claimed =
  let claimed = match claimed with Zpos p -> int_of_n (Npos p) | _ -> 0 in
  match class_of board start with
  | Some c when claimed >= few && 1 lsl c.d <= sparse * claimed ->
      let bits = reached c in
      Some (((Obj.magic bits, views_of c), changes_of c), Zpos (match n_of_int (size bits) with Npos p -> p | N0 -> XH))
  | _ -> None

(* A set without the members of another. *)
let without bits others =
  let rest = Bytes.copy bits in
  for w = 0 to words bits - 1 do set rest (w * 8) (Int64.logand (get bits (w * 8)) (Int64.lognot (get others (w * 8)))) done;
  rest

(* One jump further over positions on plays, hole by hole. A set with nothing in it has no word. Those of the jumps
   before are given back first: each time they are as many again. *)
let further c sieves plays now =
  Gc.full_major ();
  let now = Array.of_list now in
  let next = Array.map (fun _ -> Bytes.empty) now in
  let jump bits landing change slots kept from =
    for i = 0 to Array.length slots - 1 do
      let w = from + slots.(i) in
      let x = Int64.logand (at bits w) (unchecked kept (8 * i)) in
      if x <> 0L then begin
        let to_ = (w lxor (change lsr 6)) * 8 in
        let x = Int64.logand (exchanged x change) (get plays to_) in
        if x <> 0L then begin
          if Bytes.length next.(landing) = 0 then next.(landing) <- none_in c;
          set next.(landing) to_ (Int64.logor (get next.(landing) to_) x)
        end
      end
    done in
  let all i (from, _, landing) =
    for q = 0 to blocks now.(from) - 1 do
      let slots, kept = sifted sieves.(i) (q * block) in
      jump now.(from) landing c.changes.(i) slots kept (q * block)
    done in
  Array.iteri all c.jumps;
  if Array.for_all (fun t -> Bytes.length t = 0) next then None else Some (Array.to_list next)

let divide board start pegs free =
  match class_of board start with
  | Some c when 2 * Array.length c.views * (1 lsl c.d / 8) <= most_bytes ->
      let all = reached c in
      if 1 lsl c.d > sparse * size all then None
      else
        let pegs = int_of_n pegs and free = int_of_n free in
        let fixed = List.filter (fun h -> free land (1 lsl h) = 0) (List.init (Array.length c.views) Fun.id) in
        let fits h = condition (n_of_int c.views.(h), (c.start lxor pegs) land (1 lsl h) <> 0) in
        let ends = Array.of_list (List.map fits fixed) in
        let plays = none_in c in
        for w = 0 to words all - 1 do set plays (w * 8) (among ends w (get all (w * 8))) done;
        grow c 1 (Some all) plays;
        let dead = without all plays and sieves = movable c 0 in
        Some {
          all_reached = Obj.magic all; dead = Obj.magic dead; path_views = views_of c; path_changes = changes_of c;
          further = (fun now -> Obj.magic (further c sieves plays (Obj.magic now)));
        }
  | _ -> None

let tables = {
  inside = (fun t -> inside (Obj.magic t));
  leads = (fun t conditions change one other -> leads (Obj.magic t) conditions change (Obj.magic one) (Obj.magic other));
  lacks = (fun t -> lacks (Obj.magic t));
  explore;
  divide;
}
