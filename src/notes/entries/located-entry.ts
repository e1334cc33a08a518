import type { Entry } from './entry.js';
import type { FactCheck } from './fact-check.js';
import type { Proof } from './proof.js';

/** An entry and its location in the text of its note. */
export interface LocatedEntry extends Entry {
  /** The heading above it, as written; null if there is none. */
  readonly section: string | null;
  /** Offsets of its lines, including line endings. */
  readonly start: number;
  readonly end: number;
  /** True if it has the tag `#key`. */
  readonly key: boolean;
  /** The link to the entry that replaced it, as written: `^id`. */
  readonly superseded: string | null;
  /** False where `id` is only a handle. */
  readonly hasId: boolean;
  /** For a reminder: due date and type, as written; otherwise null. */
  readonly due: string | null;
  readonly when: string | null;
  /** The pattern that the guard compares with calls, and its examples; otherwise null. */
  readonly proof: Proof | null;
  /** The command that shows whether it still holds; otherwise null. */
  readonly check: FactCheck | null;
}
