import type { Settings } from '../../config/settings.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { listParentCommands } from '../../platform/process-identity.js';
import { readSettings } from '../../store/settings-file.js';
import type { Store } from '../../store/store.js';

type Env = Readonly<Record<string, string | undefined>>;

/** How much agents may read and write unasked. */
export interface AgentModes {
  readonly inject: Settings['agents.inject'];
  readonly capture: Settings['agents.capture'];
}

/** Returns true if the environment switches Daybook off for agents and jobs. */
export const isOffByEnv = ({ DAYBOOK }: Env): boolean => /^(?:off|0|false|no)$/i.test(DAYBOOK ?? '');

/** A session that is switched off stays so for as long as a session lasts at most. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;

/**
 * Returns what switches Daybook off for an agent, or null. A server may not know its session: then any session that is
 * switched off counts.
 */
export function findOffSwitch(store: Store | null, session: string | null, env: Env): string | null {
  if (isOffByEnv(env)) return `DAYBOOK=${env.DAYBOOK}`;
  const off = listSwitchedOff(store, Date.parse(env.DAYBOOK_NOW ?? '') || Date.now());
  const isOff = session === null ? off.size > 0 : off.has(session);
  return isOff ? 'daybook config agents off' : null;
}

/** Lists the sessions that are switched off. */
export function listSwitchedOff(store: Store | null, now: number): ReadonlySet<string> {
  const off = new Set<string>();
  for (const { at, session, off: isOff } of store?.trail('off') ?? []) {
    if (typeof session !== 'string' || now - Date.parse(at) > LONGEST_SESSION_MS) continue;
    if (isOff === true) off.add(session);
    else off.delete(session);
  }
  return off;
}

/** Reads the settings for agents. In a headless run no person sees the lines about saves, so it has a setting of its own. */
export async function readAgentModes(store: Store, env: Env): Promise<AgentModes> {
  const { settings } = await readSettings(store.root);
  return {
    inject: settings['agents.inject'],
    capture: isHeadless(env) ? settings['agents.headless'] : settings['agents.capture'],
  };
}

/**
 * Returns true in a run without a person. Claude Code names its entry point `sdk-cli` with `-p`, and `sdk-ts` or `sdk-py`
 * below its SDK; the other clients are known by the command that started them.
 */
const isHeadless = ({ CLAUDE_CODE_ENTRYPOINT: entry }: Env): boolean =>
  entry?.startsWith('sdk') === true || listParentCommands(nodeFileSystem).some(isHeadlessCommand);

/** Words that start a client without a person. */
const HEADLESS: Readonly<Record<string, readonly string[]>> = {
  codex: ['exec', 'e'],
  opencode: ['run'],
  gemini: ['-p', '--prompt'],
};

/** Returns true for a command line such as `node /usr/bin/gemini -p TEXT`. */
export function isHeadlessCommand(words: readonly string[]): boolean {
  const at = /^(?:node|bun|(?:ba|da)?sh)$/.test(getProgramName(words[0] ?? '')) ? 1 : 0;
  const wanted = HEADLESS[getProgramName(words[at] ?? '')] ?? [];
  return words.slice(at + 1).some((word) => wanted.includes(word.replace(/=.*/s, '')));
}

const getProgramName = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:exe|js|mjs|cjs)$/, '');
