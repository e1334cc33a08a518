import { ownCommand, type ProcessResult, runProgram } from '../platform/run-program.js';

export { type ProcessResult, runProgram };

/** Returns the words that start this very Daybook with these arguments, in a process of its own. */
export const daybookCommand = (...args: readonly string[]): readonly string[] => [...ownCommand(), ...args];
