import { type Import, importMind, type Source } from '../lifecycle/import/mind.js';
import { type Landed, told } from '../lifecycle/import/page.js';
import type { Outside } from './facts.js';
import { type Notice, Refusal, type Row, verb, type World } from './verb.js';

const SOURCES = ['mind'] as const;

/** Brings the memory of another tool into this workspace, without loss, and once however often it is asked (FEATURES E8). */
export const import_ = verb({
  name: 'import',
  about: 'bring the memory of another tool into this workspace; nothing is lost, twice is once',
  params: {
    source: { kind: 'text', word: 'one', required: true, about: 'whose memory it is', choices: SOURCES },
    path: {
      kind: 'text',
      word: 'rest',
      required: true,
      about: 'its folder: .mind, or the folder that holds it',
      holder: 'PATH',
    },
  },
  examples: ['daybook import mind .mind'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { source, path }) {
    if (source !== 'mind')
      throw new Refusal(
        'unknown-source',
        `no memory \`${source}\` is known`,
        `one of: ${SOURCES.join(', ')}`,
        {},
        2,
      );
    const found = folderOf(world, path);
    const { changes, landed, before, page } = importMind(sourcesIn(found), world.wiki, {
      now: world.now,
      local: world.local,
      ids: world.ids,
      entries: world.entries,
      template: (name) => world.ask('template', name),
    });
    const notices = found.skipped.map(
      (one): Notice => ({
        level: 'warning',
        path: `${path}/${one.path}`,
        message: `is left where it is: ${one.why}`,
      }),
    );
    return {
      say: summary(found.path.slice(found.path.lastIndexOf('/') + 1), { changes, landed, before, page }),
      rows: rowsOf(landed),
      data: {
        imported: { page, before, items: landed.map(({ mark: _, ...item }) => item), skipped: found.skipped },
      },
      changes,
      notices,
    };
  },
});

/** A memory of Mind has one of these at least. */
const TELLTALE = ['MEMORY.md', 'SESSION.md', 'REMINDERS.md'];

function folderOf(world: World, path: string): Outside {
  const found = world.ask('folder', `${path}/.mind`) ?? world.ask('folder', path);
  const hint = 'name the folder that Mind writes to: daybook import mind .mind';
  if (!found) throw new Refusal('no-folder', `${path} is no folder`, hint);
  const { root, content } = world.ask('root');
  if (`${found.path}/`.startsWith(`${root}/${content}/`))
    throw new Refusal('own-folder', `${path} is the content of this workspace`, hint);
  if (found.files.some((file) => TELLTALE.includes(file.path))) return found;
  throw new Refusal('no-memory', `${path} holds none of ${TELLTALE.join(', ')}`, hint);
}

/** The notes of Mind first, in their order; then what else lies there. */
function sourcesIn({ files }: Outside): Source[] {
  const notes = TELLTALE.flatMap((name) => files.find(({ path }) => path === name) ?? []);
  return [...notes, ...files.filter(({ path }) => !TELLTALE.includes(path))];
}

function summary(path: string, { landed, before, page }: Import): string {
  if (page === null)
    return before === 0
      ? `${path} holds nothing to import.`
      : `All of ${path} was imported before: nothing to do.`;
  const earlier = before === 0 ? '' : ` ${before} pieces were imported before.`;
  return `Imported ${told(landed)} from ${path}.${earlier}\nWhat came from where: ${page}`;
}

/** One row for each file and the place that its pieces went to. */
function rowsOf(landed: readonly Landed[]): Row[] {
  const key = ({ file, path, section, what }: Landed) => `${file}\n${path}\n${section}\n${what === 'known'}`;
  return [...new Set(landed.map(key))].map((one) => {
    const own = landed.filter((item) => key(item) === one);
    const { file, path, section, what } = own[0] as Landed;
    return {
      group: file,
      what: `${file}: ${told(own)} → ${path}${section ? ` › ${section}` : ''}`,
      why: what === 'known' ? 'not written again' : null,
    };
  });
}
