// The page that explains: its commands can be copied.

import { offerCopies } from "./common.js";

offerCopies();
