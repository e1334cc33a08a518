import type { Splice } from '../markdown/splice.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import type { Note } from '../wiki/note.js';
import { scrubbed } from '../wiki/secrets.js';
import type { Traces } from './facts.js';
import { Refusal, verb, type World } from './verb.js';

/** Shorter texts stand in too many places by chance. */
const SHORTEST = 4;

/** Takes a secret out of everything that Daybook keeps; what others keep (git, backups) it cannot reach. */
export const scrub = verb({
  name: 'scrub',
  about: 'take a secret out of notes, history, before-images, spool and caches; there is no way back',
  params: {
    pattern: {
      kind: 'text',
      word: 'rest',
      required: true,
      as: 'said',
      about: 'the secret as it stands, or /a regular expression/',
      holder: 'TEXT-OR-PATTERN',
    },
  },
  examples: ['daybook scrub hunter2hunter2 --dry-run', 'daybook scrub "/corp-[0-9]{6}/"'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { pattern }) {
    const wanted = patternOf(pattern);
    const notes = notesOf(world).filter(({ text }) => scrubbed(text, wanted) !== text);
    const changes = notes.map((note): Change => edit(note, wanted));
    const places = changes.reduce(
      (sum, change) => sum + (change.do === 'edit' ? change.splices.length : 0),
      0,
    );
    const traces = world.ask('traces', wanted);
    const scrubbedIn = { notes: notes.map(({ path }) => path), places, ...traces };
    if (notes.length === 0 && isNone(traces))
      return {
        say: 'It is nowhere in notes or history.',
        data: { scrubbed: scrubbedIn },
        changes,
        forgets: wanted,
      };
    return {
      say: `Scrubbed: ${counted(places, notes.length, traces)}; caches are made anew. Whoever read it has it still: change it where it is used.`,
      did: 'took a secret out',
      rows: notes.map((note, i) => ({ path: note.path, what: `${placesIn(changes[i])}` })),
      data: { scrubbed: scrubbedIn },
      changes,
      forgets: wanted,
    };
  },
});

/** A literal, also as JSON would escape it, or what stands between slashes. */
function patternOf(said: string): RegExp {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(said) ?? [];
  if (source !== undefined) return regular(source, flags);
  if (said.trim().length < SHORTEST) {
    throw new Refusal(
      'too-short',
      `a secret of fewer than ${SHORTEST} characters would be found everywhere`,
      'say more of it, or a pattern: daybook scrub "/\\bab1\\b/"',
      {},
      2,
    );
  }
  const forms = new Set([said, JSON.stringify(said).slice(1, -1)]);
  return new RegExp([...forms].map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
}

function regular(source: string, flags: string): RegExp {
  try {
    const pattern = new RegExp(source, [...new Set(`${flags.replace('y', '')}g`)].join(''));
    if (!pattern.test('')) return pattern;
  } catch (error) {
    throw badPattern(error instanceof Error ? error.message : String(error));
  }
  throw badPattern('it finds a text of no length');
}

const badPattern = (why: string): Refusal =>
  new Refusal(
    'bad-pattern',
    `this pattern cannot be used: ${why}`,
    'write: daybook scrub "/corp-[0-9]{6}/"',
    {},
    2,
  );

/** Every note, and the files beside them that Daybook writes. */
function notesOf({ wiki, settings }: World): readonly Note[] {
  const target = settings['context.target'];
  const beside = ['daybook.yaml', 'CLAUDE.md', 'AGENTS.md', ...(target === 'none' ? [] : [target])];
  return [...new Set([...wiki.list(), ...beside])].flatMap((path) => wiki.note(path) ?? []);
}

function edit({ path, text, hash }: Note, wanted: RegExp): Change {
  const splices = [...text.matchAll(wanted)].map(
    ({ 0: old, index }): Splice => ({ at: index, old, new: scrubbed(old, wanted) }),
  );
  return { do: 'edit', path, base: hash, splices, why: 'take a secret out' };
}

const placesIn = (change: Change | undefined): string =>
  amount(change?.do === 'edit' ? change.splices.length : 0, 'place');

const isNone = ({ records, images, requests, files }: Traces): boolean =>
  records + images + requests + files === 0;

function counted(places: number, notes: number, { records, images, requests, files }: Traces): string {
  return [
    `${amount(places, 'place')} in ${amount(notes, 'note')}`,
    amount(records, 'record'),
    amount(images, 'before-image'),
    ...(requests > 0 ? [amount(requests, 'request')] : []),
    ...(files > 0 ? [amount(files, 'other file')] : []),
  ].join(', ');
}
