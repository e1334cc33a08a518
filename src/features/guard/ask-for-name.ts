import type { CommandContext } from '../../command/define-command.js';
import { buildGuardRule, type GuardedMemory } from './guard-rule.js';

/** Asks for a name where the guard could not know again what was told; empty where it can, or is off. */
export const suggestRecognizableName = ({ settings }: CommandContext, memory: GuardedMemory): string =>
  settings.guard !== 'off' && buildGuardRule(memory) === null
    ? "The guard has only plain words to know this by. Amend it with the command, library or file in backticks (in a shell within '…'), and it warns before a tool does it again: '… `npm install axios` …'."
    : '';
