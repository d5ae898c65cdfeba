(** What must be believed of the file beside a certificate of a table: which bytes it has, by its entries. This is how
    NumPy writes an array of whole numbers, in version 1.0 of its format. *)

From Coq Require Import NArith Ascii String List.
From Grundy Require Import Statements Print PrintTable.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** A number in so many bytes, the lowest one first. *)
Fixpoint little (count : nat) (n : N) : string :=
  match count with O => "" | S more => String (ascii_of_N (n mod 256)) (little more (n / 256)) end.

(** Outcomes stand in bytes of eight bits, the first one in the lowest bit. *)
Definition of_bits : list bool -> N := fold_right (fun (bit : bool) n => (if bit then 1 else 0) + 2 * n) 0.

Fixpoint packed (fuel : nat) (l : list bool) : list N :=
  match fuel, l with S more, _ :: _ => of_bits (firstn 8 l) :: packed more (skipn 8 l) | _, _ => [] end.

(** The head has 128 bytes: the magic one, the version, the length of what follows, and in this a dictionary of Python,
    blanks, and the end of a line. *)
Definition type_of (bytes : N) : string := ((if (bytes =? 1)%N then "|u" else "<u") ++ spelled 10 bytes)%string.
Definition tuple (sides : list N) : string :=
  match sides with
  | [side] => ("(" ++ spelled 10 side ++ ",)")%string
  | _ => ("(" ++ String.concat ", " (map (spelled 10) sides) ++ ")")%string
  end.

Fixpoint filled (size : nat) (s : string) : string :=
  match size, s with
  | O, _ => s | S more, String c s' => String c (filled more s') | S more, EmptyString => String " " (filled more s)
  end.

Definition header (bytes : N) (sides : list N) : string :=
  (String "147" "NUMPY" ++ little 1 1 ++ little 1 0 ++ little 2 118 ++
   filled (N.to_nat 117) ("{'descr': '" ++ type_of bytes ++ "', 'fortran_order': False, 'shape': " ++ tuple sides ++ ", }") ++
   String feed "")%string.

Definition array (bytes : N) (sides numbers : list N) : string :=
  (header bytes sides ++ String.concat "" (map (little (N.to_nat bytes)) numbers))%string.

(** A file, byte by byte. *)
Fixpoint whole (f : file) : string := match f with Ends => "" | Byte c rest => String c (whole rest) end.

(** That these are the entries of this file: one for each state, each of them fitting in the bytes that it has. *)
Definition lie_in (data : file) (t : tabulated) (e : entries) : Prop :=
  let '(Tabulates outcomes _ shape bytes _ _) := t in
  match outcomes, e with
  | None, OfValues values =>
      N.of_nat (length values) = states shape /\ Forall (fun v => v < 256 ^ bytes) values /\
      whole data = array bytes shape values
  | Some _, OfOutcomes losing =>
      N.of_nat (length losing) = states shape /\
      whole data = array bytes [(states shape + 7) / 8] (packed (length losing) losing)
  | _, _ => False
  end.
