// What a panel is. To add one: write a file in `panels/`, and add it to the list in `panels/index.ts`.

import type { Session } from "./engine.js";

/** The page that is inspected, as panels see it. */
export interface View {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly session: Session;
  /** All encodings there are. */
  readonly encodings: string[];
  /** The encoding in which people read it now: the answer, unless they chose another one. */
  readonly encoding: string;
  /** Reads it in another encoding: the panel that is shown is shown anew. */
  choose(encoding: string): void;
  /** Shows another panel; the byte view takes an offset. */
  go(panel: string, offset?: number): void;
  /** Where the byte view begins. */
  offset: number;
}

export interface Panel {
  id: string;
  title: string;
  /**
   * Fills an empty element. It is called when the panel is opened, and again after another encoding was chosen. What it returns after
   * something else was shown is dropped, so a panel may await what it needs.
   */
  show(view: View): Promise<Node[]>;
}
