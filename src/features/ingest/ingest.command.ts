import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { defineText, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { createLineEdits } from '../../markdown/text-edit.js';
import { formatUnifiedDiff } from '../../markdown/unified-diff.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { noteFolder } from '../../notes/kinds/index.js';
import { toFileName } from '../../notes/links/note-name.js';
import { formatRelativePath } from '../../notes/links/resolve-link.js';
import { isOverride } from '../../security/injection/classifier.js';
import { withholdTexts } from '../../security/injection/strip.js';
import { groupByKeys } from '../../text/group-by.js';
import { pluralize } from '../../text/pluralize.js';
import { convertFile, createDocument, type DocumentFile, isDocument } from './read-documents.js';
import {
  formatSourcePage,
  hashBody,
  listAnchors,
  markGone,
  readSourcePage,
  type SourceDocument,
  type SourcePage,
} from './source-page.js';

/** Makes pages of documents, which a later run updates (FEATURES F3). The text stays untrusted: its origin is an import. */
export const ingest = defineCommand({
  name: 'ingest',
  description: 'make pages of documents or standard input; run again to update',
  group: 'Wiki',
  params: {
    source: defineWords('a Markdown, text or HTML file, a folder, or - for standard input', {
      reaches: 'outside',
      required: true,
      readsTextInto: 'text',
      placeholder: 'FILE|DIR|-',
    }),
    title: defineText('the title, for one document', 'T'),
    text: defineText('the text itself, with --title'),
  },
  examples: ['daybook ingest docs/auth.md', 'daybook ingest docs'],
  countsAsActivity: () => true,
  plan(ctx, { source, title, text }) {
    const found = readSources(ctx, source, title, text);
    const pages = listSourcePages(ctx);
    const results = ingestAll(ctx, found, pages, title);
    return toPlan(results, found);
  },
});

/** The files to ingest, and how their paths become names of sources. */
interface Sources {
  readonly files: readonly DocumentFile[];
  /** The path of the folder relative to the root, with a `/` at its end; '' for standard input. */
  readonly base: string;
  /** The folder of the pages below `sources/`, with a `/` at its end. */
  readonly folder: string;
  /** True if files that are missing in the folder are gone. */
  readonly isWhole: boolean;
  /** The one file that is missing. */
  readonly missing?: string;
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

/** The folder of the pages below the content folder. */
const FOLDER = noteFolder('source');
const STANDARD_INPUT = 'standard input: ';

function readSources(
  ctx: CommandContext,
  path: string,
  title: string | undefined,
  text: string | undefined,
): Sources {
  const empty = { base: '', folder: '', isWhole: false, skipped: [] };
  if (path === '-' || text !== undefined) {
    if (title === undefined || text === undefined)
      throw createUsageError(
        'standard input has no name, and --title is missing',
        'write: daybook ingest - --title "Release notes"',
      );
    return { ...empty, files: [{ path: `${title}.md`, text }], base: STANDARD_INPUT };
  }
  const { root, content } = ctx.query('root');
  const clean = path.replace(/(?<!\/)\/+$/, '');
  const whole = ctx.query('folder', clean);
  const cut = clean.lastIndexOf('/');
  const name = clean.slice(cut + 1);
  const part = whole ? null : ctx.query('folder', cut < 0 ? '.' : clean.slice(0, cut) || '/', [name]);
  const folder = whole ?? part;
  if (!folder)
    throw new UserError(
      'no-source',
      `${path} is neither a file nor a folder`,
      'name a file or folder that exists',
    );
  if (`${folder.path}/`.startsWith(`${root}/${content}/`))
    throw new UserError(
      'own-folder',
      `${path} is in the notes of this workspace already`,
      'name a document outside of them',
    );
  const base = `${formatRelativePath(`${folder.path}/x`, `${root}/x`).slice(0, -1)}`;
  const files = folder.files.filter(({ path: one }) => isDocument(one));
  const others = folder.files.filter(({ path: one }) => !isDocument(one));
  const skipped = [...folder.skipped, ...others.map((one) => ({ path: one.path, why: NO_FORMAT }))];
  if (whole) return { files, base, folder: `${toPageName(name)}/`, isWhole: true, skipped };
  if (files.length === 0 && skipped[0])
    throw new UserError(
      'no-format',
      `${path} cannot be ingested: ${skipped[0].why}`,
      'Markdown, text and HTML can',
    );
  return { ...empty, files, base, missing: name };
}

const NO_FORMAT = 'it is not Markdown, text or HTML';

/** All pages of documents, by source. */
function listSourcePages({ notebook, query }: CommandContext): ReadonlyMap<string, SourcePage> {
  const folder = `${notebook.content}/${FOLDER}`;
  const found = new Map<string, SourcePage>();
  for (const path of notebook.list()) {
    const note = path.startsWith(folder) ? notebook.note(path) : null;
    const page = note && readSourcePage(note, query('properties', note.text));
    if (page) found.set(page.source, page);
  }
  return found;
}

/** The result for one document. */
interface Result {
  readonly source: string;
  readonly page: string;
  readonly how: keyof typeof OUTCOMES;
  readonly diff: string;
  readonly changes: readonly Change[];
  readonly notices: readonly Notice[];
}

function ingestAll(
  ctx: CommandContext,
  { files, base, folder, isWhole, missing }: Sources,
  pages: ReadonlyMap<string, SourcePage>,
  title: string | undefined,
): readonly Result[] {
  const taken = new Set(ctx.notebook.list().map((path) => path.toLowerCase().normalize('NFC')));
  const placed = files.map((file) => {
    const source = `${base}${base === STANDARD_INPUT ? (title ?? '') : file.path}`;
    const page = pages.get(source)?.note.path ?? freePagePath(ctx, `${folder}${file.path}`, taken);
    return { ...file, source, page, converted: convertFile(ctx, file, title) };
  });
  const byFile = new Map(placed.map((one) => [one.path, one]));
  const links = {
    isKnown: (file: string) => byFile.has(file),
    findPage: (file: string) => byFile.get(file)?.page ?? pages.get(`${base}${file}`)?.note.path ?? null,
    findAnchors: (file: string) =>
      byFile.get(file)?.converted?.anchors ?? listAnchors(pages.get(`${base}${file}`)),
  };
  const results = placed.map((one): Result => {
    if (one.converted === null)
      return { source: one.source, page: one.page, how: 'too deep', diff: '', changes: [], notices: [] };
    const document = createDocument(ctx, one, one.converted, links);
    return ingestDocument(ctx, document, one.page, { old: pages.get(one.source) ?? null, isWhole });
  });
  const here = new Set(placed.map(({ source }) => source));
  const lost = [...pages.values()].filter(
    ({ source, gone }) =>
      gone === null &&
      !here.has(source) &&
      (isWhole ? source.startsWith(base) : missing !== undefined && source === `${base}${missing}`),
  );
  if (results.length === 0 && lost.length === 0 && missing !== undefined)
    throw new UserError('no-source', `${base}${missing} is not a file`, 'name a file or folder that exists');
  return [...results, ...lost.map((page) => planGone(ctx, page))];
}

/** Returns a path below `sources/` that no note has. */
function freePagePath({ notebook }: CommandContext, file: string, taken: Set<string>): string {
  const parts = file
    .replace(/\.[^./]*$/, '')
    .split('/')
    .map(toPageName);
  const stem = `${notebook.content}/${FOLDER}${parts.join('/')}`;
  for (let n = 1; ; n++) {
    const path = `${stem}${n === 1 ? '' : `-${n}`}.md`;
    const key = path.toLowerCase().normalize('NFC');
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}

/** Hugo loses the pages beside an `index.md`. */
const toPageName = (name: string): string => {
  const plain = toFileName(name) || 'document';
  return plain.toLowerCase() === 'index' ? '_index' : plain;
};

function ingestDocument(
  ctx: CommandContext,
  raw: SourceDocument,
  path: string,
  { old, isWhole }: { readonly old: SourcePage | null; readonly isWhole: boolean },
): Result {
  const { document, notices } = withhold(ctx, raw, path);
  const day = ctx.local(ctx.now).date;
  const own = { source: raw.source, page: path, notices };
  const hasText = !isWhole || old?.textHash === hashBody(document.body);
  const isSame = old?.hash === document.hash && old.gone === null && hasText;
  if (isSame && !old.isEdited) return { ...own, how: 'unchanged', diff: '', changes: [], notices: [] };
  const text = formatSourcePage(document, day, old);
  if (old?.isEdited) {
    const diff = formatUnifiedDiff(path, old.note.text, text);
    return { ...own, how: 'edited', diff, changes: [], notices: [] };
  }
  if (!old)
    return {
      ...own,
      how: 'new',
      diff: '',
      changes: [{ kind: 'create', path, text, why: `from ${raw.source}` }],
    };
  return {
    ...own,
    how: 'changed',
    diff: formatUnifiedDiff(path, old.note.text, text),
    changes: createEdit(old.note, createLineEdits(old.note.text, text), `${raw.source} changed`),
  };
}

function planGone(ctx: CommandContext, { note, source }: SourcePage): Result {
  const text = markGone(note.text, ctx.local(ctx.now).date);
  const changes = createEdit(note, createLineEdits(note.text, text), `${source} is gone`);
  return { source, page: note.path, how: 'gone', diff: '', changes, notices: [] };
}

/**
 * Leaves out what reads like an instruction to an agent, and what was forgotten, as the gates for all foreign text do. It is done
 * here first, so that the hash of the text is that of the page.
 */
function withhold(ctx: CommandContext, document: SourceDocument, path: string) {
  const create: Change = { kind: 'create', path, text: document.body, why: '' };
  const orders = withholdTexts(
    create,
    ctx.notebook,
    (words) => (isOverride(words) ? 'all' : 'none'),
    '(left out: it reads like an instruction to an agent)',
  );
  const find = ctx.query('forgotten');
  const name = document.source.slice(document.source.lastIndexOf('/') + 1);
  const forgotten = find
    ? withholdTexts(
        orders.change,
        ctx.notebook,
        (words) => (find(words, [`import ${name}`]) ? 'all' : 'none'),
        '(forgotten)',
      )
    : { change: orders.change, held: [] };
  const body = forgotten.change.kind === 'create' ? forgotten.change.text : document.body;
  const notice = (count: number, what: string): Notice[] =>
    count === 0
      ? []
      : [{ level: 'warning', path, message: `${pluralize(count, 'passage')} left out: ${what}` }];
  return {
    document: { ...document, body },
    notices: [
      ...notice(
        orders.held.length,
        `it reads like an instruction to an agent; read it in ${document.source}`,
      ),
      ...notice(forgotten.held.length, 'it is close to what was forgotten'),
    ],
  };
}

/** What happened to a document: in the summary, and in its row. */
const OUTCOMES = {
  new: ['new', 'new'],
  changed: ['updated', 'updated'],
  unchanged: ['unchanged', 'unchanged'],
  edited: ['edited by hand', 'not updated: the page was edited above ## Notes'],
  gone: ['gone', 'the document is gone; its page stays, with a mark'],
  'too deep': ['not read', 'not read: it is nested too deeply, or has too many lines, links or tags'],
} as const;

function toPlan(results: readonly Result[], { skipped }: Sources): CommandPlan {
  const parts = Object.entries(OUTCOMES).flatMap(([how, [word]]) => {
    const count = results.filter((one) => one.how === how).length;
    return count === 0 ? [] : `${count} ${word}`;
  });
  const diffs = results.map(({ diff }) => diff).filter(Boolean);
  const shown = diffs.slice(0, MOST_DIFFS);
  const more = diffs.length - shown.length;
  const stuck = results.filter(({ how }) => how === 'edited');
  return {
    message: [
      results.length === 0
        ? 'There is no document to ingest.'
        : `Read ${pluralize(results.length, 'document')}: ${parts.join(', ')}.`,
      ...shown.map((diff) => `\n${diff.trimEnd()}`),
      ...(more > 0 ? [`\n${more} more diffs: daybook history`] : []),
    ].join('\n'),
    format: 'plain',
    items: results
      .filter(({ how }) => how !== 'unchanged')
      .map(
        ({ source, page, how }): ResultItem => ({ path: page, line: 1, what: source, why: OUTCOMES[how][1] }),
      ),
    data: { pages: results.map(({ source, page, how }) => ({ source, path: page, status: how })) },
    changes: results.flatMap(({ changes }) => changes),
    notices: [
      ...results.flatMap(({ notices }) => notices),
      ...[...groupByKeys(skipped.map((one) => [one.why, one] as const))].flatMap(([why, [first, ...more]]) =>
        first === undefined
          ? []
          : notIngested(
              first.path,
              why,
              more.map(({ path }) => path),
            ),
      ),
      ...stuck.map(
        ({ page }): Notice => ({
          level: 'warning',
          path: page,
          message:
            'was edited above `## Notes`, so it is not updated; move your text below that heading, then ingest again',
        }),
      ),
    ],
    historyMessage: `ingested ${parts.join(', ')}`,
    ...(stuck.length > 0 ? { exit: 1 as const } : {}),
  };
}

/** One line for all files that are skipped for one reason. */
function notIngested(path: string, why: string, others: readonly string[]): Notice {
  const names = others.slice(0, MOST_SKIPPED).join(', ');
  const left = others.length > MOST_SKIPPED ? ` and ${others.length - MOST_SKIPPED} more` : '';
  const more = others.length === 0 ? '' : `; so are ${names}${left}`;
  return { level: 'warning', path, message: `is not ingested: ${why}${more}` };
}

/** Skipped files of one reason that are named after the first. */
const MOST_SKIPPED = 20;

/** More diffs are left to `daybook history`. */
const MOST_DIFFS = 5;
