import { isAgentProcess } from '../app/detect-actor.js';
import { mapStrings } from '../text/json-value.js';
import { toAgentText } from '../text/sanitize.js';
import type { CliProcess } from './cli-process.js';

/**
 * Returns the process as an agent may use it: all that is printed is cleaned as a whole, so that no tag reaches its client
 * (guide/store.md › Untrusted text), and nothing is printed in the form for people. Returns a person's process as it is.
 */
export function cleanForReader(process: CliProcess, isJson: boolean): CliProcess {
  if (!isAgentProcess(process.env)) return process;
  return {
    ...process,
    terminal: false,
    isWatched: () => false,
    out: (text) => process.out(isJson && text.startsWith('{') ? cleanJson(text) : toAgentText(text)),
    err: (text) => process.err(toAgentText(text)),
  };
}

/** Cleans every string of a line of JSON. */
const cleanJson = (line: string): string =>
  `${JSON.stringify(mapStrings(JSON.parse(line) as unknown, toAgentText))}\n`;
