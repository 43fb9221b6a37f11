(* What classes.ml says of sets, beside what it is called in Words.v, number by number, on random sets. *)

open Classes

let numbers bits = List.filter (fun a -> inside bits (n_of_int a)) (List.init (64 * words bits) Fun.id)
let rec odd_ones a = a > 0 && (a land 1 = 1) <> odd_ones (a lsr 1)
let meets conditions a = List.for_all (fun (view, wanted) -> odd_ones (a land view) = wanted) conditions

let add bits a = let w = a / 64 * 8 in set bits w (Int64.logor (get bits w) (Int64.shift_left 1L (a land 63)))
let set_of size numbers = let bits = Bytes.make (8 * size) '\000' in List.iter (add bits) numbers; bits

let sizes = [| 1; 2; 31; 32; 33; 64; 70; 520 |]
let any size = List.init (Random.int (1 + Random.int (64 * size))) (fun _ -> Random.int (64 * size))
let number () = Random.int (1 lsl (1 + Random.int 16)) land Random.bits ()
let conditions () = List.map (fun () -> (number (), Random.bool ())) (List.init (Random.int 5) (fun _ -> ()))
let told conditions = List.map (fun (view, wanted) -> (n_of_int view, wanted)) conditions

let seen = Hashtbl.create 4
let expect name said right =
  if said <> right then (Printf.eprintf "%s says %b\n" name said; exit 1);
  Hashtbl.replace seen (name, right) (1 + Option.value ~default:0 (Hashtbl.find_opt seen (name, right)))

(* What the members become, in one of two sets, or but one of them, so that both answers are frequent. *)
let leading size bits conditions change =
  let all = List.filter (meets conditions) (numbers bits) in
  let moved = List.filter (fun a -> a < 64 * size) (List.map (fun a -> a lxor change) all) in
  let left = if moved <> [] && Random.bool () then List.tl moved else moved in
  let one, other = List.partition (fun _ -> Random.bool ()) left in
  let one = set_of size (any (1 + Random.int size) @ one) and other = set_of size other in
  let right = List.for_all (fun a -> inside one (n_of_int (a lxor change)) || inside other (n_of_int (a lxor change))) all in
  expect "leads" (leads bits (told conditions) (n_of_int change) one other) right;
  expect "lacks" (lacks bits (told conditions)) (all = [])

let once () =
  let size = sizes.(Random.int (Array.length sizes)) in
  let chosen = List.sort_uniq compare (any size) in
  let bits = set_of size chosen in
  expect "inside" (numbers bits = chosen) true;
  leading size bits (conditions ()) (number ())

let () =
  for _ = 1 to 1000 do once () done;
  List.iter (fun key -> if Hashtbl.find_opt seen key < Some 100 then (prerr_endline "one answer is rare"; exit 1))
    [("leads", true); ("leads", false); ("lacks", true); ("lacks", false)];
  print_endline "1000 sets have what is said of them"
