import { amount } from '../wiki/amount.js';
import { kindOfNote } from '../wiki/entries.js';
import { aliasesOf } from '../wiki/links/aliases.js';
import { allNotes, deadness, type Edge, edge, edgesOf, resolverOf } from '../wiki/links/graph.js';
import { linkName, namesOf } from '../wiki/links/link-name.js';
import { titleOf } from '../wiki/links/title.js';
import type { Note } from '../wiki/note.js';
import { noteNamed } from './note-named.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

/** Where a note links to, who links to it, which pages nobody links to, and which links lead nowhere (FEATURES F1). */
export const links = verb({
  name: 'links',
  about: 'show the links of a note, those that lead to it, orphans, or dead links',
  params: {
    note: {
      kind: 'text',
      word: 'rest',
      about: 'the note, as a link names it: auth, 2026-06-07, auth#Tokens',
    },
    back: { kind: 'flag', about: 'the links that lead to it' },
    orphans: { kind: 'flag', about: 'pages that no note links to' },
    dead: { kind: 'flag', about: 'links that lead nowhere; with a note, only its own' },
  },
  examples: [
    'daybook links auth',
    'daybook links auth --back',
    'daybook links --orphans',
    'daybook links --dead',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  brief: true,
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { note, back, orphans, dead }) {
    refuseUnclear({ note, back, orphans, dead });
    if (orphans) return orphanPages(world);
    if (dead) return deadLinks(world, note === undefined ? allNotes(world.wiki) : [noteNamed(world, note)]);
    const [name = '', part = null] = (note ?? '').split(/#(.*)/s);
    const found = noteNamed(world, name);
    return back ? linksTo(world, found, part) : linksFrom(world, found);
  },
});

interface Asked {
  readonly note: string | undefined;
  readonly back: boolean;
  readonly orphans: boolean;
  readonly dead: boolean;
}

function refuseUnclear({ note, back, orphans, dead }: Asked): void {
  const hint = 'write: daybook links NOTE [--back], daybook links --orphans, or daybook links --dead';
  if (note === undefined && !orphans && !dead)
    throw new Refusal('usage', 'it is not said whose links to show', hint, {}, 2);
  if (Number(back) + Number(orphans) + Number(dead) > 1 || (orphans && note !== undefined))
    throw new Refusal('usage', '--back, --orphans and --dead are three questions', hint, {}, 2);
}

/** A link that leads to a note, with the line around it. */
export type Backlink = Edge & { readonly around: string };

/** The links that lead to a note, or to one heading or block of it, as the catalogue knows them; doubtful notes are read. */
export function backlinksTo(world: World, note: Note, part: string | null = null): Backlink[] {
  const { wiki, ask } = world;
  const names = [...namesOf(note.path), ...aliasesOf(note.text).map(linkName)];
  const resolver = resolverOf(wiki, [note]);
  return ask('backlinks', names)
    .flatMap(({ path, links: known }) => {
      if (known) return known.flatMap((link) => edge(link, path, wiki, resolver));
      const from = wiki.note(path);
      return from
        ? edgesOf(from, wiki, resolver).map((one) => ({ ...one, around: lineAt(from.text, one) }))
        : [];
    })
    .filter(({ to, path, note: named }) => to === note.path && !(path === to && named === ''))
    .filter(({ heading, block }) => part === null || part === heading || part === `^${block}`);
}

function linksTo(world: World, note: Note, part: string | null): Outcome {
  const edges = backlinksTo(world, note, part);
  const target = part === null ? note.path : `${note.path}#${part}`;
  const lines = onePerLine(edges);
  return {
    say: edges.length === 0 ? `Nothing links to ${target}.` : `${amount(edges.length, 'link')} to ${target}:`,
    rows: lines.map(({ path, line, around }) => ({ path, line, what: around })),
    data: { links: edges.map(asLink) },
    changes: [],
  };
}

function linksFrom(world: World, note: Note): Outcome {
  const edges = edgesOf(note, world.wiki, resolverOf(world.wiki, allIfNeeded(world, note)));
  return {
    say:
      edges.length === 0
        ? `${note.path} links to nothing.`
        : `${amount(edges.length, 'link')} from ${note.path}:`,
    rows: edges.map((edge) => ({
      path: edge.path,
      line: edge.line,
      what: edge.written,
      why: deadness(edge, world.wiki) ?? edge.to,
    })),
    data: { links: edges.map(asLink) },
    changes: [],
  };
}

/** Aliases of all notes matter only where a link finds nothing by its name. */
function allIfNeeded({ wiki }: World, note: Note): readonly Note[] {
  const plain = resolverOf(wiki, []);
  return edgesOf(note, wiki, plain).some(({ to }) => to === null) ? allNotes(wiki) : [];
}

function orphanPages(world: World): Outcome {
  const { wiki } = world;
  const notes = allNotes(wiki);
  const resolver = resolverOf(wiki, notes);
  const linked = new Set(
    notes.flatMap((note) => edgesOf(note, wiki, resolver).flatMap(({ to, path }) => (to === path ? [] : to))),
  );
  const orphans = notes
    .filter(({ path }) => isPage(world, path) && !linked.has(path))
    .map(({ path }) => path);
  return {
    say: orphans.length === 0 ? 'Every page is linked to.' : `${orphans.length} that no note links to:`,
    rows: orphans.map((path) => ({ path, what: titleOf(wiki.note(path)?.text ?? '', path) })),
    data: { links: orphans.map((path) => ({ path })) },
    changes: [],
  };
}

/** The front page is where one begins; nothing needs to link to it. */
const isPage = ({ wiki }: World, path: string): boolean =>
  kindOfNote(path, wiki.content).name === 'page' && !/(?:^|\/)_index\.md$/.test(path);

function deadLinks(world: World, from: readonly Note[]): Outcome {
  const { wiki } = world;
  const resolver = resolverOf(wiki, allNotes(wiki));
  const dead = from
    .flatMap((note) => edgesOf(note, wiki, resolver))
    .flatMap((edge) => {
      const why = deadness(edge, wiki);
      return why === null ? [] : [{ edge, why }];
    });
  return {
    say:
      dead.length === 0
        ? 'Every link leads somewhere.'
        : `${amount(dead.length, 'link')} that ${dead.length === 1 ? 'leads' : 'lead'} nowhere:`,
    rows: dead.map(({ edge, why }): Row => ({ path: edge.path, line: edge.line, what: edge.written, why })),
    data: { links: dead.map(({ edge, why }) => ({ ...asLink(edge), why })) },
    changes: [],
  };
}

/** A link in JSON. */
export const asLink = ({ path, line, written, to, heading, block, alias, embed }: Edge) => ({
  path,
  line,
  link: written,
  to,
  heading,
  block,
  alias,
  embed,
});

function lineAt(text: string, { start }: Edge): string {
  const from = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  return (/^[^\r\n]*/.exec(text.slice(from))?.[0] ?? '').trim();
}

const onePerLine = (edges: readonly Backlink[]): Backlink[] =>
  edges.filter(({ path, line }, i) => edges[i - 1]?.path !== path || edges[i - 1]?.line !== line);
