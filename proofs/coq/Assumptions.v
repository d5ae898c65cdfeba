(** What the theorems rest on: nothing but Coq itself. *)
From Grundy Require Import Sound FurtherSound.
Print Assumptions sound.
Print Assumptions further_sound.
