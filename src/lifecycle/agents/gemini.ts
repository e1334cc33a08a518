import { GEMINI, GEMINI_MATCHERS } from '../../kinds/agents.js';
import { jsonPiece, type Piece } from './piece.js';
import { hookEntries, hookLine, rulesPiece, type Setting, secondsFor, serverEntry } from './setting.js';

/** Gemini CLI: hooks and server in one file, and rules. Its matchers are no patterns where a session begins, and its times are milliseconds. */
export function gemini(setting: Setting): readonly Piece[] {
  const hooks = hookEntries('gemini', (event) => {
    const command = hookLine(setting, event, 'gemini');
    const matcher = GEMINI_MATCHERS[event];
    const hooks = [{ name: 'daybook', type: 'command', command, timeout: secondsFor(event) * 1000 }];
    return { ...(matcher ? { matcher } : {}), hooks };
  });
  return [jsonPiece(GEMINI.settings, [...hooks, serverEntry(setting)]), rulesPiece(GEMINI.rules, setting)];
}
