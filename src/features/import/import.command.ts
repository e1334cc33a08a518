import {
  type CommandContext,
  defineCommand,
  type Notice,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import type { ExternalFolder } from '../../command/external-files.js';
import { defineWord, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { describeRecalled, type ImportedLocation, importSummary } from './import-page.js';
import { isSessionFile } from './import-sessions.js';
import { type BroughtMemory, type ForeignMemory, MEMORY_NAMES, MEMORY_SOURCES } from './memory-sources.js';
import type { MindImport, UndatedReminder } from './mind.js';
import { listProjectPaths } from './read-memory-files.js';

/** Imports the memory of another tool without loss; a second import adds nothing (FEATURES E8). */
export const import_ = defineCommand({
  name: 'import',
  description: 'import the memory of another tool; nothing is lost, and a second import changes nothing',
  group: 'Share',
  params: {
    source: defineWord('whose memory it is', { required: true, choices: MEMORY_NAMES }),
    path: defineWords('its folder, or the folder that contains it; if left out, where the tool stores it', {
      reaches: 'outside',
      placeholder: 'PATH',
    }),
  },
  examples: [
    'daybook import mind .mind',
    'daybook import mindsave .mindsave',
    'daybook import external .temp/memory',
    'daybook import chimera .chimera',
    'daybook import claude-memory .',
    'daybook import agents-files .',
    'daybook import serena',
    'daybook import okf .daybook/okf',
  ],
  countsAsActivity: () => true,
  plan(ctx, { source, path }) {
    const foreign = sourceNamed(source);
    const found =
      path === undefined ? findDefaultFolder(ctx, source, foreign) : folderOf(ctx, path, source, foreign);
    const from = path ?? found.path;
    const brought: BroughtMemory = foreign.bring(found, ctx);
    const { changes, landed, before, page, sessions = [], left = [] } = brought;
    const skipped = found.skipped.filter(({ path: one }) => !(sessions.length > 0 && isSessionFile(one)));
    return {
      message: summary(found.path.slice(found.path.lastIndexOf('/') + 1), brought),
      items: rowsOf(landed),
      data: {
        imported: {
          page,
          before,
          items: landed.map(({ mark: _, ...item }) => item),
          skipped: [...skipped, ...left],
        },
      },
      changes,
      ...(sessions.length > 0 ? { sessions } : {}),
      notices: [
        ...[...skipped, ...left].map((one) => leftThere(`${from}/${one.path}`, one.why)),
        ...(brought.undated ?? []).map((one) => undated(from, one)),
      ],
    };
  },
});

function sourceNamed(name: string): ForeignMemory {
  const found = MEMORY_NAMES.find((one) => one === name);
  if (found) return MEMORY_SOURCES[found];
  throw createUsageError(
    `no memory \`${name}\` is known`,
    `one of: ${MEMORY_NAMES.join(', ')}; a folder of notes is used as it is by \`daybook init\` in it, a document is read by: daybook ingest FILE`,
    'unknown-source',
  );
}

/** Returns the folder in which the tool stores its memory: in the user's home folder, or in this one. */
function findDefaultFolder(
  ctx: CommandContext,
  source: string,
  { tool, folder, tells, patterns, findHome, usualPlace }: ForeignMemory,
): ExternalFolder {
  const homes = findHome ? listProjectPaths(ctx).map(findHome) : [];
  const places = [...homes, ...(usualPlace === undefined ? [] : [usualPlace]), folder];
  const found = places
    .flatMap((place) => ctx.query('placeFiles', [{ base: place, patterns: patterns ?? ['**/*'] }]))
    .flatMap((files) => (files ? (ctx.query('folder', files.path, patterns) ?? []) : []))
    .find(tells);
  if (found) return found;
  throw new UserError(
    'no-memory',
    `no memory of ${tool} is in ${places.join(' or ')}`,
    `name its folder: daybook import ${source} PATH`,
  );
}

function folderOf(
  ctx: CommandContext,
  path: string,
  source: string,
  { tool, folder, tells, holds, patterns, findHome }: ForeignMemory,
): ExternalFolder {
  const homes = findHome && path === '.' ? listProjectPaths(ctx).map(findHome) : [];
  const own = ctx
    .query(
      'placeFiles',
      homes.map((base) => ({ base, patterns: patterns ?? [] })),
    )
    .find((place) => place !== null);
  const inside = own ? null : ctx.query('folder', `${path}/${folder}`, patterns);
  const found = inside ?? ctx.query('folder', own?.path ?? path, patterns);
  const hint = `name the folder that ${tool} writes to: daybook import ${source} ${folder}`;
  if (!found) throw new UserError('no-folder', `${path} is not a folder`, hint);
  const { root, content } = ctx.query('root');
  const isAnyNote = patterns?.includes('**/*.md') === true;
  if (found !== inside && isAnyNote && `${root}/${content}/`.startsWith(`${found.path}/`))
    throw new UserError(
      'no-memory',
      `${path} has no ${folder}, and contains the notes of this workspace`,
      hint,
    );
  if (`${found.path}/`.startsWith(`${root}/${content}/`))
    throw new UserError('own-folder', `${path} is the content of this workspace`, hint);
  if (tells(found)) return found;
  const [first] = found.skipped;
  if (patterns && first)
    throw new UserError(
      'no-memory',
      `${path} cannot be imported: ${first.path} was left out, ${first.why}`,
      hint,
    );
  throw new UserError('no-memory', `${path} has none of ${holds}`, hint);
}

const undated = (path: string, { file, line, words }: UndatedReminder): Notice => ({
  level: 'warning',
  path: `${path}/${file}`,
  line,
  message: `the reminder is imported without a date: «${words}» is relative to a day that the source does not give`,
});

const leftThere = (path: string, why: string): Notice => ({
  level: 'warning',
  path,
  message: `is left where it is: ${why}`,
});

function summary(path: string, { landed, before, page }: MindImport): string {
  if (page === null)
    return before === 0
      ? `${path} has nothing to import.`
      : `All of ${path} was imported before: nothing to do.`;
  const earlier = before === 0 ? '' : ` ${before} pieces were imported before.`;
  return `Imported ${importSummary(landed)} from ${path}.${earlier}\n${describeRecalled(landed)}\nWhat came from where: ${page}`;
}

/** One row for each file and target place. */
function rowsOf(landed: readonly ImportedLocation[]): ResultItem[] {
  const key = ({ file, path, section, what }: ImportedLocation) =>
    `${file}\n${path}\n${section}\n${what === 'known'}`;
  return [...new Set(landed.map(key))].map((one) => {
    const own = landed.filter((item) => key(item) === one);
    const { file, path, section, what } = own[0] as ImportedLocation;
    return {
      group: file,
      what: `${file}: ${importSummary(own)} → ${path}${section ? ` › ${section}` : ''}`,
      why: what === 'known' ? 'not written again' : null,
    };
  });
}
