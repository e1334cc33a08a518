import { isHardToKnow, type Known, trapOf } from '../recall/guard/trap.js';
import type { World } from './verb.js';

/** Asks for a name where the guard could hardly know again what was told; empty where it can, or is off. */
export const askForName = ({ settings }: World, told: Known): string =>
  settings.guard !== 'off' && isHardToKnow(trapOf(told))
    ? "The guard has only plain words to know this by. Amend it with the command, library or file in backticks (in a shell within '…'), and it warns before a tool does it again: '… `npm install axios` …'."
    : '';
