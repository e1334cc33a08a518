import { CURSOR } from '../../kinds/agents.js';
import { jsonPiece, type Piece, wholePiece } from './piece.js';
import { hookEntries, hookLine, type Setting, secondsFor, serverEntry } from './setting.js';

/** Cursor: hooks, the server, and a rule that always applies. */
export function cursor(setting: Setting): readonly Piece[] {
  const hooks = hookEntries('cursor', (event) => ({
    command: hookLine(setting, event, 'cursor'),
    timeout: secondsFor(event),
  }));
  return [
    jsonPiece(CURSOR.hooks, hooks, { version: 1 }),
    jsonPiece(CURSOR.servers, [serverEntry(setting)]),
    wholePiece(CURSOR.rules, `${ALWAYS}${setting.template('agents/rules')}`),
  ];
}

const ALWAYS = '---\ndescription: The memory of this project\nalwaysApply: true\n---\n\n';
