(* Words of the machine: what is taken on trust besides the extraction. The theorems hold for every machine whose
   functions are what Words.v calls [right]; that those below are is to be seen here. Sums are OCaml's integers, from
   -2^60 to 2^60. Positions of up to 62 holes are integers from 0 to 2^62 - 1; others are arrays of such integers,
   the lowest holes first. *)

open Checker

let rec positive i = if i = 1 then XH else if i land 1 = 0 then XO (positive (i / 2)) else XI (positive (i / 2))
let z_of_int i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - int_of_positive p
let nat_of i = let rec go n i = if i = 0 then n else go (S n) (i - 1) in go O i

(* The types of words and sums are nobody's business but the machine's: the checker has them as anything. *)
let word x = Obj.magic x
let int x : int = Obj.magic x
let array x : int array = Obj.magic x

let small = 62

let narrow = {
  width = nat_of small;
  value = (fun x -> if int x = 0 then N0 else Npos (positive (int x)));
  to_word = (fun p -> word (match p with N0 -> 0 | Npos p -> int_of_positive p));
  fits = (fun x y z -> int x land int y = int z);
  flip = (fun x y -> word (int x lxor int y));
  same_word = (fun x y -> int x = int y);
  less = (fun x y -> int x < int y);
  limit = z_of_int (1 lsl 60);
  amount = (fun x -> z_of_int (int x));
  to_sum = (fun z -> word (int_of_z z));
  plus_sum = (fun x y -> word (int x + int y));
  most_sum = (fun x y -> int x <= int y);
  sets = Some Classes.tables;
}

let wide holes =
  let length = (holes + small - 1) / small in
  let rec all from test = from = length || (test from && all (from + 1) test) in
  let rec below x y at = at >= 0 && (x.(at) < y.(at) || (x.(at) = y.(at) && below x y (at - 1))) in
  let rec digits x at bit p =
    let set () = x.(at) <- x.(at) lor (1 lsl bit) in
    let next p = if bit + 1 = small then digits x (at + 1) 0 p else digits x at (bit + 1) p in
    match p with XH -> set () | XO p -> next p | XI p -> set (); next p in
  let bit x i = x.(i / small) land (1 lsl (i mod small)) <> 0 in
  { narrow with
    width = nat_of holes;
    value = (fun x ->
      let x = array x in
      let add i n = match n with N0 -> if bit x i then Npos XH else N0 | Npos p -> Npos (if bit x i then XI p else XO p) in
      List.fold_right add (List.init (length * small) Fun.id) N0);
    to_word = (fun p ->
      let x = Array.make length 0 in
      (match p with N0 -> () | Npos p -> digits x 0 0 p);
      word x);
    fits = (fun x y z -> let x = array x and y = array y and z = array z in all 0 (fun i -> x.(i) land y.(i) = z.(i)));
    flip = (fun x y -> word (Array.map2 ( lxor ) (array x) (array y)));
    same_word = (fun x y -> let x = array x and y = array y in all 0 (fun i -> x.(i) = y.(i)));
    less = (fun x y -> below (array x) (array y) (length - 1));
  }

let native holes = if holes <= small then narrow else wide holes
