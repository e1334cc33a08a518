import { pathOf } from '../kinds/index.js';
import type { EntryType } from '../kinds/types.js';
import { waiting } from '../lifecycle/due.js';
import { propose } from '../lifecycle/propose.js';
import { type Correction, correctionIn, toRemember } from '../lifecycle/spoken.js';
import { refusesToSave, type Trigger } from '../lifecycle/triggers.js';
import { clockOf } from '../lifecycle/when/due.js';
import { briefLine, reminderLine } from '../recall/brief/brief.js';
import { estimateTokens } from '../recall/brief/tokens.js';
import type { Entry } from '../wiki/entry.js';
import { redactAll } from '../wiki/secrets.js';
import { savedUnasked } from './auto-save.js';
import { entriesAt } from './entries.js';
import { fullnessBy, TRANSCRIPT, toldOf } from './fullness.js';
import { waitsFor } from './reading.js';
import { toldBefore } from './told-before.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';
import { requireWritable } from './writable.js';

/** What memory may say unasked at a prompt: little, or nobody reads it. */
const MOST_TOKENS = 300;
const MOST_ENTRIES = 4;

/** Types that tell what to mind; what happened is asked for, not told. */
const TELLING: readonly EntryType[] = [
  'gotcha',
  'rejected',
  'constraint',
  'rule',
  'decision',
  'problem',
  'blocker',
  'preference',
  'learning',
  'fact',
];

/** What bears on a prompt (FEATURES A9), and what a prompt says that memory should heed. Says nothing where nothing matches. */
export const prompt = verb({
  name: 'prompt',
  about: 'say what memory knows that bears on a prompt, each thing once a session; heed "remember this"',
  params: {
    text: { kind: 'text', word: 'rest', required: true, of: 'person', about: 'the prompt' },
    transcript: TRANSCRIPT,
  },
  examples: ['daybook prompt "fix the auth tokens"', 'daybook prompt "remember that we deploy on Tuesdays"'],
  faces: ['cli', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { text, transcript }) {
    // First, since the index may have to be opened: what was thought before that is thought again.
    const known = knownOf(world, text);
    const fullness = fullnessBy(world, transcript);
    const saved = savedUnasked(world, { signals: { prompt: text }, pressed: fullness?.pressed, transcript });
    const heeded = heed(world, text);
    const lines = unseen(world, [...remindersFor(world, text), ...known]);
    const shown = withinBudget([...new Set(lines)]);
    const bears = shown.length === 0 ? '' : `What memory knows of this:\n\n${shown.join('\n')}`;
    const context = redactAll(
      [bears, heeded?.told ?? '', toldOf(fullness, saved)].filter(Boolean).join('\n\n'),
    ).value;
    const notice = [
      heeded?.notice ?? '',
      saved ? TOLD[saved.trigger]?.(saved.say) : (fullness?.notice ?? ''),
      fullness?.snapped?.say,
    ]
      .filter(Boolean)
      .join('\n');
    return {
      say: [notice, bears].filter(Boolean).join('\n\n') || 'Nothing bears on it.',
      did: heeded?.did ?? (saved ? `save: ${saved.trigger}` : 'heard a prompt'),
      data: { context, notice, shown },
      changes: [...(heeded?.changes ?? []), ...(saved?.changes ?? []), ...(fullness?.snapped?.changes ?? [])],
      ...(heeded && heeded.changes.length > 0 ? { origins: spokenIn(heeded.changes) } : {}),
      ...(fullness || saved ? { signal: { ...fullness?.signal, ...saved?.signal } } : {}),
      marks: [
        { mark: 'prompt' },
        ...(refusesToSave(text) ? [{ mark: 'refused' } as const] : []),
        ...(saved ? [{ mark: 'saved' } as const] : []),
        ...(fullness?.marks ?? []),
      ],
    };
  },
});

/** Saves that the user asked for, or must know of; all others are silent (MindSave §Signal-Based Triggers). */
const TOLD: Readonly<Partial<Record<Trigger, (say: string) => string>>> = {
  'user-ending': (say) => say,
  'user-asked': (say) => say,
  pressure: (say) => say,
};

/** What is written for a prompt, what the person is told of it, and what the agent is. */
interface Heeded {
  readonly changes: Outcome['changes'];
  readonly did: string;
  readonly notice: string;
  readonly told: string;
}

/** What a prompt asks to remember is the user's word, though a hook of the agent passes it on. */
const spokenIn = (changes: Outcome['changes']): NonNullable<Outcome['origins']> =>
  Object.fromEntries(changes.map(({ path }) => [path, 'user']));

function heed(world: World, text: string): Heeded | null {
  const request = toRemember(text);
  if (request === 'all') {
    const told =
      'The user asks to remember what was just said: put it into one line and call `mind_log` with it.';
    return { changes: [], did: '', notice: '', told };
  }
  const correction = request ? null : correctionIn(text);
  try {
    if (request) return remember(world, request.text);
    return correction === null ? null : draft(world, correction);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = `Not kept: ${error.message}; ${error.hint}`;
    return { changes: [], did: '', notice, told: notice };
  }
}

/** Kept at once, by the protocol of the semantic base; what contradicts it there is told, and nothing is written. */
function remember(world: World, text: string): Heeded {
  requireWritable(world, `${world.wiki.content}/${pathOf('memory')}`);
  const kept = world.ask('memory').think(world, {
    act: 'add',
    text,
    section: undefined,
    old: undefined,
    force: false,
  });
  const told = `${kept.say}\nDaybook has kept it: it need not be logged again.`;
  return { changes: kept.changes, did: kept.did ?? kept.say, notice: kept.say, told };
}

/** A correction waits in the inbox, as a draft for the correction log, until a person says that it holds beyond this once. */
function draft(world: World, said: Correction): Heeded | null {
  requireWritable(world, `${world.wiki.content}/${pathOf('inbox')}`);
  const session = world.who.session === null ? '' : ` of session ${world.who.session}`;
  const changes = propose({ act: 'feedback', ...said, found: `a correction${session}` }, world.wiki, {
    ids: world.ids,
    template: (name) => world.ask('template', name),
  });
  if (changes.length === 0) return null;
  const notice = `Noted as a correction in ${pathOf('inbox')}: tick it there, and it is logged as feedback.`;
  return { changes, did: `correction: ${said.mistake}`, notice, told: '' };
}

/** Reminders that wait for what the prompt touches, and those that have come due meanwhile. */
function remindersFor(world: World, text: string): readonly string[] {
  const all = entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('reminders')}`);
  if (all.length === 0) return [];
  const { due, context } = waiting(all, clockOf(world));
  return [...context.filter(waitsFor(text, world)), ...due].map(
    (entry) => `- reminder: ${reminderLine(entry).slice(2)}`,
  );
}

/** Entries that share what the prompt is about, the best first, each with its place. */
function knownOf(world: World, text: string): readonly string[] {
  if (isCommand(text) || text.trim() === '') return [];
  const found = world.ask('bearing', { text, types: TELLING, most: MOST_ENTRIES });
  return found.map((entry) => `${labelled(entry)} [${entry.path}:${entry.line}]`);
}

/** A bare command of the client is about the client. */
const isCommand = (text: string): boolean => /^\s*\/[\w:.-]+\s*$/.test(text);

function labelled(entry: Entry): string {
  const line = briefLine(entry);
  return line.startsWith(`- ${entry.type}: `) ? line : `- ${entry.type}: ${line.slice(2)}`;
}

/** The lines that this session was not given before; places may have moved. */
function unseen(world: World, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const texts = toldBefore(world).map(({ text = '' }) => text);
  return lines.filter((line) => {
    const said = line.replace(/^- (?:\w+: )?/, '').replace(/ \[[^\]]*:\d+\]$/, '');
    return !texts.some((text) => text.includes(said));
  });
}

function withinBudget(lines: readonly string[]): readonly string[] {
  let left = MOST_TOKENS;
  return lines.filter((line) => {
    left -= estimateTokens(line);
    return left >= 0;
  });
}
