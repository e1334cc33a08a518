import type { CommandContext } from '../../command/define-command.js';
import { buildGuardRule, type GuardedMemory } from './guard-rule.js';

/** Returns a request to name the thing if an entry has nothing that the guard can match; empty if it has, or the guard is off. */
export const suggestRecognizableName = ({ settings }: CommandContext, memory: GuardedMemory): string =>
  settings.guard !== 'off' && buildGuardRule(memory) === null
    ? "The guard cannot know this in a call. Name its command, library or file in backticks (amend ID --text '…'), or run this again with --pattern TOKENS --trips CALL."
    : '';
