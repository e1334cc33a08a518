import type { CommandContext } from '../../command/define-command.js';
import { buildGuardRule, type GuardedMemory } from './guard-rule.js';

/** Returns a request to name the thing if the guard finds nothing to match in an entry; empty if it does, or is off. */
export const suggestRecognizableName = ({ settings }: CommandContext, memory: GuardedMemory): string =>
  settings.guard !== 'off' && buildGuardRule(memory) === null
    ? "The guard has only plain words to know this by. Amend it with the command, library or file in backticks (in a shell within '…'), and it warns before a tool does it again: '… `npm install axios` …'."
    : '';
