// The panels, in their order.

import type { Panel } from "../panel.js";
import { bytes } from "./bytes.js";
import { content } from "./content.js";
import { encoding } from "./encoding.js";
import { methods } from "./methods.js";
import { repair } from "./repair.js";

export const PANELS: readonly Panel[] = [encoding, bytes, repair, content, methods];
