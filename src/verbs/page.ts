import { KINDS } from '../kinds/index.js';
import { amount } from '../wiki/amount.js';
import { kindOfNote } from '../wiki/entries.js';
import { fileName } from '../wiki/links/file-name.js';
import { linkName } from '../wiki/links/link-name.js';
import { rename } from '../wiki/links/rename.js';
import { titleOf } from '../wiki/links/title.js';
import type { Note } from '../wiki/note.js';
import { asLink, backlinksTo } from './links.js';
import { noteNamed } from './note-named.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

const ACTIONS = ['new', 'list', 'show', 'rename'] as const;

/** Pages of the wiki (FEATURES F1): made, listed, shown with who links to them, and renamed with every link kept true. */
export const page = verb({
  name: 'page',
  about: 'make, list, show or rename a page of the wiki; links follow a renamed page',
  params: {
    action: { kind: 'text', word: 'one', about: 'what to do', choices: ACTIONS },
    name: { kind: 'text', word: 'one', about: 'title of a new page, or the name of one that is there' },
    to: { kind: 'text', word: 'rest', about: 'the new title, for rename' },
  },
  examples: [
    'daybook page new "Release plan"',
    'daybook page list',
    'daybook page show "Release plan"',
    'daybook page rename "Release plan" "Launch plan"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { action = 'list', name, to }) {
    if (action === 'list') return listPages(world);
    const words = [name, to].filter(Boolean).join(' ');
    if (action === 'new') return newPage(world, given(words, 'daybook page new "Release plan"'));
    if (action === 'show') return showPage(world, given(words, 'daybook page show "Release plan"'));
    if (action === 'rename') return renamePage(world, given(name, RENAME), given(to, RENAME));
    throw new Refusal(
      'usage',
      `\`daybook page\` cannot \`${action}\``,
      `one of: ${ACTIONS.join(', ')}`,
      {},
      2,
    );
  },
});

const RENAME = 'daybook page rename "Release plan" "Launch plan"';

function given(words: string | undefined, example: string): string {
  if (words?.trim()) return words.trim();
  throw new Refusal('usage', 'a name is missing', `write: ${example}`, {}, 2);
}

function newPage(world: World, title: string): Outcome {
  const path = freePath(world, title, null);
  const heading = title.replace(/\s+/g, ' ').trim();
  const alias = nameOf(path) === heading ? '' : `---\naliases: [${JSON.stringify(heading)}]\n---\n`;
  return {
    say: `Made ${path}; link to it with [[${nameOf(path)}]].`,
    data: { page: { path, name: nameOf(path), title: heading } },
    changes: [{ do: 'create', path, text: `${alias}# ${heading}\n`, why: 'a new page' }],
  };
}

function listPages({ wiki }: World): Outcome {
  const pages = wiki
    .list()
    .filter((path) => kindOfNote(path, wiki.content).name === 'page')
    .map((path) => ({ path, name: nameOf(path), title: titleOf(wiki.note(path)?.text ?? '', path) }));
  return {
    say:
      pages.length === 0
        ? 'No page yet. Make one: daybook page new TITLE'
        : `${amount(pages.length, 'page')}:`,
    rows: pages.map(({ path, title }) => ({ path, what: title })),
    data: { pages },
    changes: [],
  };
}

function showPage(world: World, name: string): Outcome {
  const note = noteNamed(world, name);
  const { path, text } = note;
  const back = backlinksTo(world, note);
  const from = [...new Set(back.map((edge) => edge.path))];
  const foot = from.length === 0 ? '' : `\n\nLinked from: ${from.join(', ')}`;
  return {
    say: `${path}\n\n${text.trimEnd()}${foot}`,
    data: {
      page: { path, name: nameOf(path), title: titleOf(text, path), text },
      links: back.map(asLink),
    },
    changes: [],
  };
}

function renamePage(world: World, old: string, title: string): Outcome {
  const note = noteNamed(world, old);
  const { name: kind } = kindOfNote(note.path, world.wiki.content);
  if (kind !== 'page')
    throw new Refusal(
      'no-page',
      `${note.path} is a note of kind ${kind}: its place has a meaning`,
      'only pages can be renamed; list them: daybook page list',
      { path: note.path },
    );
  const path = freePath(world, title, note);
  const data = { path, from: note.path, name: nameOf(path), title: titleOf(note.text, path) };
  if (path === note.path)
    return { say: `${path} is called so already.`, data: { page: { ...data, links: 0 } }, changes: [] };
  const { changes, links, notes } = rename(note, path, world.wiki);
  const follow =
    links === 0 ? 'no link had to follow' : `${amount(links, 'link')} in ${amount(notes, 'note')} followed`;
  return {
    say: `Renamed ${note.path} to ${path}; ${follow}.`,
    data: { page: { ...data, links } },
    changes,
  };
}

/** Where a page of this title goes: below the content folder, or beside what it was. Refuses a name that is taken. */
function freePath({ wiki }: World, title: string, old: Note | null): string {
  const name = fileName(title) === 'index' ? '_index' : fileName(title);
  if (name === '')
    throw new Refusal(
      'bad-title',
      `nothing of \`${title}\` can stand in a file name`,
      'use letters or digits',
      {},
      2,
    );
  const folder = old ? old.path.slice(0, old.path.lastIndexOf('/') + 1) : `${wiki.content}/`;
  const path = `${folder}${name}.md`;
  const taken = wiki
    .list()
    .find((one) => one !== old?.path && linkName(one).normalize('NFC') === linkName(path));
  if (taken !== undefined)
    throw new Refusal(
      'taken',
      `${taken} has that name already`,
      `see: daybook page show "${nameOf(taken)}", or use another title`,
      { path: taken },
    );
  const owner = reservedBy(name);
  if (!owner) return path;
  throw new Refusal('reserved', `\`${name}\` is the name of the ${owner} note`, 'use another title', {
    path,
  });
}

/** Links name notes without their folders, so the names of other kinds' notes are not free, written or not. */
function reservedBy(name: string): string | null {
  const found = KINDS.find(({ path }) => {
    const base = path.slice(path.lastIndexOf('/') + 1);
    return base === '{date}.md'
      ? /^\d{4}-\d{2}-\d{2}$/.test(name)
      : base.toLowerCase() === `${name}.md`.toLowerCase();
  });
  return found?.name ?? null;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
