import type { Origins } from '../lifecycle/promote.js';
import { splitLines } from '../markdown/whole-lines.js';
import type { Located } from '../wiki/entries.js';
import { harmless } from '../wiki/harmless.js';
import { CLOCK } from '../wiki/jobs.js';
import { type Author, IMPORTING, type LineTrace, lowestOf, type Origin } from '../wiki/origin.js';
import type { Record } from '../wiki/record.js';
import type { Wiki } from '../wiki/wiki.js';
import type { World } from './verb.js';

/** Whose words an entry is made of, and how that is known. */
export interface FoundOrigin {
  readonly origin: Origin;
  /** The change that wrote them; null where none did, or where it is forgotten. */
  readonly record: Record | null;
  /** Who committed them, where another person did. */
  readonly author: Author | null;
}

/**
 * Finds whose words an entry is made of: by the journal, then by git, never by what its note says (guide/origin.md). An
 * entry of several lines is as low as its lowest line. Ask only where something depends on it: the journal is read for it,
 * and git is started where a person wrote a line.
 */
export function findOrigin(world: World, entry: Located, wiki: Wiki = world.wiki): FoundOrigin {
  return originOf(world, entry, wiki, MOST_SOURCES);
}

/** An entry has no more sources one behind the other. */
const MOST_SOURCES = 8;

function originOf(world: World, entry: Located, wiki: Wiki, sources: number): FoundOrigin {
  const traces = world.ask('trace', entry.path, linesOf(entry, wiki));
  const found = traces.map((trace) => resolve(world, trace, sources));
  const origin = lowestOf(found.map((one) => one.origin));
  return found.find((one) => one.origin === origin) ?? BY_USER;
}

/** The lines of an entry; of a list item its first paragraph, since what stands below it is a note of its own. */
function linesOf({ path, start, end }: Located, wiki: Wiki): readonly string[] {
  const note = wiki.note(path);
  if (!note) return [];
  const block = wiki.outline(note).blocks.find((one) => one.start === start);
  const lines = splitLines(note.text.slice(start, end));
  const most = block === undefined ? 1 : block.kind === 'item' ? splitLines(block.text).length : lines.length;
  return lines.slice(0, most).filter((line) => line.trim() !== '');
}

/** The lowest origin of any line in some notes: what is merged from them is no better. */
export function originOfNotes(world: World, paths: readonly string[]): Origin {
  return lowestOf(
    paths.flatMap((path) => {
      const lines = splitLines(world.wiki.note(path)?.text ?? '').filter((line) => line.trim() !== '');
      return world.ask('trace', path, lines).map((trace) => resolve(world, trace).origin);
    }),
  );
}

/** An origin in words: `agent claude in session s1`, `teammate Ada 1a2b3c4`. */
export function describeOrigin({ origin, record, author }: FoundOrigin): string {
  const by = record?.by ?? null;
  const agent = by === CLOCK ? 'a job' : by === null ? 'an agent' : `agent ${by}`;
  const session = record?.session && by !== CLOCK ? ` in session ${record.session}` : '';
  if (origin === 'user') return 'you';
  if (origin === 'teammate')
    return author ? `teammate ${harmless(author.name)} ${author.commit}` : 'a teammate';
  if (origin === 'agent') return `${agent}${session}`;
  if (record === null) return 'imported';
  if (IMPORTING.has(record.verb))
    return /^imported /i.test(record.say)
      ? `i${record.say.slice(1).replace(/\.$/, '')}`
      : `imported with \`${record.verb}\``;
  return `imported: ${agent}${session}, which had used the web or the server of another tool`;
}

const BY_USER: FoundOrigin = { origin: 'user', record: null, author: null };

function resolve(world: World, trace: LineTrace, sources = MOST_SOURCES): FoundOrigin {
  if (trace.how === 'record') return { ...BY_USER, origin: trace.origin, record: trace.record };
  if (trace.how === 'forgotten') return { ...BY_USER, origin: trace.origin };
  if (trace.how === 'hand') {
    const author = world.ask('author', trace);
    return author === null || author.isUser ? BY_USER : { ...BY_USER, origin: 'teammate', author };
  }
  const [source] = world.ask('places', trace.id);
  return source && sources > 0 ? originOf(world, source, world.wiki, sources - 1) : BY_USER;
}

/** The origin of what is asked now, by the one who asks it: a person, an agent, or an agent that read foreign text. */
export function originOfAsker(world: World): Origin {
  const { by } = world.who;
  if (by === null) return 'user';
  return isAgentWithForeignText(world) ? 'import' : 'agent';
}

/** True where an agent asks whose session used the web, or a server that is not Daybook's. */
export const isAgentWithForeignText = ({ who, ask }: World): boolean =>
  who.by !== null && who.by !== CLOCK && ask('sawForeignText', who.session);

export function createOrigins(world: World): Origins {
  const sources = new Map<string, { readonly entry: Located; readonly wiki: Wiki }>();
  const of: Origins['of'] = (entry, wiki) => {
    const source = sources.get(entry.id);
    return source ? of(source.entry, source.wiki) : findOrigin(world, entry, wiki).origin;
  };
  return { of, promoted: (id, entry, wiki) => void sources.set(id, { entry, wiki }) };
}
