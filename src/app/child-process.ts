import { findOwnCommand, type ProcessResult, runProgram } from '../platform/run-program.js';

export { type ProcessResult, runProgram };

/** Returns the words that start this very Daybook with these arguments, in a process of its own. */
export const getDaybookCommand = (...args: readonly string[]): readonly string[] => [
  ...findOwnCommand(),
  ...args,
];
