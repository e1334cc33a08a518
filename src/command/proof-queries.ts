import type { FactCheck } from '../notes/entries/proof.js';
import type { PrepareEffect, ProgramResult } from './effects.js';

/** Queries about proofs of facts, and about what a program did. */
export interface ProofQueries {
  /** Tells which proofs a person confirmed for this root. */
  confirmedProofs: () => (proof: FactCheck) => boolean;
  /** True if the system can refuse a program the network. */
  isolation: () => boolean;
  /** Asks the person at the terminal and returns the answer; null if none is there, or an agent. */
  answer: (question: string) => string | null;
  /** True if a person types at a terminal. */
  isAttended: () => boolean;
  /** Runs an effect that the plan depends on, once, and returns its result. */
  prepared: (effect: PrepareEffect) => ProgramResult;
}
