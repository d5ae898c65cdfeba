(** What the theorem rests on: nothing but Coq itself. *)
From Grundy Require Import Sound.
Print Assumptions sound.
