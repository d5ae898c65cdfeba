(** What the theorems rest on: nothing but Coq itself. *)
From Grundy Require Import Sound FurtherSound Parse Accept ParseFurther AcceptFurther ReadNpy AcceptTable.
Print Assumptions sound.
Print Assumptions further_sound.
Print Assumptions parse_print.
Print Assumptions accepted.
Print Assumptions parse_print_further.
Print Assumptions accepted_further.
Print Assumptions parse_print_table.
Print Assumptions no_other_statement.
Print Assumptions accepted_table.
Print Assumptions lying_entries.
