import type { CommandContext } from '../../command/define-command.js';
import { buildGuardRule, type GuardedMemory } from './guard-rule.js';

/** Returns a request to name the thing if an entry has nothing that the guard can match; empty if it has, or the guard is off. */
export const suggestRecognizableName = ({ settings }: CommandContext, memory: GuardedMemory): string =>
  settings.guard !== 'off' && buildGuardRule(memory) === null
    ? "The guard cannot recognize this in a call. Name the command, library or file in backticks (daybook amend ID --text '…'), or run this again with --pattern TOKENS --trips CALL."
    : '';
