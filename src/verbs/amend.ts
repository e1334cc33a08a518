import { kindNamed, pathOf } from '../kinds/index.js';
import { endReminder } from '../lifecycle/reminder-done.js';
import { inTurn, revise, withBox, withField, withId } from '../lifecycle/revise.js';
import { reviseBlock } from '../lifecycle/revise-block.js';
import { clockOf } from '../lifecycle/when/due.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { type Box, formatLine, type LineParts, oneLine, parseLine } from '../wiki/line.js';
import { formatReminder, parseReminder } from '../wiki/pipes.js';
import { asEntry, entriesAt } from './entries.js';
import { entryNamed, type Named, shownId } from './naming.js';
import { Refusal, verb, type World } from './verb.js';

/** Changes one entry, whoever wrote it: its words, its state, or the day on which it was found to hold still (FEATURES A12). */
export const amend = verb({
  name: 'amend',
  about: 'change one entry by its id: its words, its state, or the day it was verified',
  params: {
    id: { kind: 'text', word: 'one', required: true, about: 'its id, e.g. ^61k0y5k9xfs, or its ~handle' },
    text: { kind: 'text', about: 'what it says now; the reason stays unless it names one', holder: 'TEXT' },
    done: { kind: 'flag', about: 'it is done, or solved' },
    drop: { kind: 'flag', about: 'it no longer holds; the line stays, struck from the brief' },
    verify: { kind: 'flag', about: 'it holds still, as of today: it counts as fresh' },
  },
  examples: [
    'daybook amend 61k0y5k9xfs --text "keep sessions in SQLite because it is one file"',
    'daybook amend 61k0y5k9xfs --verify',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { id, text, done, drop, verify }) {
    const asked = { text, box: boxOf(done, drop), verified: verify ? world.local(world.now).date : null };
    if (text === undefined && asked.box === null && !verify) throw nothingAsked(id);
    if (text?.trim() === '')
      throw usage('an entry cannot be empty', `to strike it: daybook amend ${id} --drop`);
    const named = entryNamed(world, id);
    const changes = planned(world, named, asked);
    const { entry } = named;
    const now = entriesAt(world, world.wiki.after(changes), entry.path).find(
      ({ start }) => start === entry.start,
    );
    if (!now)
      throw new Refusal(
        'unwritable',
        'this text does not read back as one entry',
        'write it shorter, on one line',
      );
    const note = entry.path.replace(`${world.wiki.content}/`, '');
    return {
      say:
        changes.length === 0
          ? `It is so already: ${entry.text}`
          : `${SAID(asked)} in ${note}${now.section ? ` › ${now.section}` : ''}: ${now.text}`,
      did: `amend: ${now.text}`,
      data: { entry: asEntry(world, now) },
      changes,
      place: `${now.path}:${now.line}${now.section ? ` › ${now.section}` : ''} ${shownId(now.id)}`,
    };
  },
});

/** What is to change. */
interface Asked {
  readonly text: string | undefined;
  readonly box: Box | null;
  readonly verified: string | null;
}

function boxOf(done: boolean, drop: boolean): Box | null {
  if (done && drop) throw usage('an entry is done or dropped, not both', 'choose one: --done or --drop');
  return done ? 'done' : drop ? 'dropped' : null;
}

const SAID = ({ text, box, verified }: Asked): string =>
  [
    text === undefined ? '' : 'Reworded',
    box === 'done' ? 'Done' : box === 'dropped' ? 'Dropped' : '',
    verified ? 'Verified' : '',
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/, \w/g, (mark) => mark.toLowerCase());

function planned(world: World, { entry, note }: Named, asked: Asked): readonly Change[] {
  const outline = world.wiki.outline(note);
  const block = outline.blocks.find(({ start }) => start === entry.start);
  if (!block || block.kind === 'frontmatter')
    throw new Refusal(
      'property',
      `${entry.path}:${entry.line} is a property of its note`,
      'change it there, in any editor',
    );
  const id = entry.hasId ? entry.id : world.ids.mint((taken) => note.text.includes(`^${taken}`));
  const why = `amend ${shownId(entry.id)}`;
  if (block?.kind === 'heading')
    return reviseBlock(entry, note, outline, { ...blockEdit(asked, entry), id }, why);
  const { text, box, verified } = asked;
  if (entry.type === 'reminder' && box === 'done' && text === undefined && verified === null)
    return endReminder(entry, note, outline, clockOf(world), id).changes;
  const isReminder = entry.path === `${world.wiki.content}/${pathOf('reminders')}`;
  const edit = inTurn(
    text === undefined ? same : isReminder ? rewordedReminder(text) : reworded(text),
    box === null ? same : marked(box, block?.kind === 'item'),
    verified === null ? same : withField('verified', verified),
    withId(id),
  );
  return revise(entry, note, outline, edit, why);
}

const same = (words: string): string => words;

/** Another text, and its reason and tags where it names some; fields, source and id stay. */
const reworded =
  (text: string) =>
  (words: string): string => {
    const before = parseLine(oneLine(words));
    return formatLine({ ...before, ...saidIn(text, before) }, '');
  };

/** The parts of a new text; what looks like fields, a box or an id is taken as it was said. */
function saidIn(text: string, before: LineParts): Pick<LineParts, 'text' | 'why' | 'tags'> {
  const said = parseLine(text);
  const literal =
    said.id !== null || said.from !== null || said.box !== null || Object.keys(said.fields).length > 0;
  if (literal) return { text: oneLine(text), why: before.why, tags: before.tags };
  return {
    text: said.text,
    why: said.why ?? before.why,
    tags: said.tags.length > 0 ? said.tags : before.tags,
  };
}

const rewordedReminder =
  (text: string) =>
  (words: string): string =>
    formatReminder({ ...parseReminder(words), message: oneLine(text) }, '');

/** A box where the entry is an item; a paragraph has none, nor has a line whose status is a field. */
const marked =
  (box: Box, isItem: boolean) =>
  (words: string): string => {
    const { status } = parseLine(oneLine(words)).fields;
    return isItem && status === undefined
      ? withBox(box)(words)
      : withField('status', endOf(box, status))(words);
  };

/** What was open or blocked is resolved when it is done. */
const endOf = (box: Box, status: string | null | undefined): string =>
  box === 'done' && ['open', 'blocked', 'resolved'].includes(status ?? '') ? 'resolved' : box;

function blockEdit({ text, box, verified }: Asked, { kind, type, status }: Located) {
  const fields = {
    ...(box === null ? {} : { status: endOf(box, status) }),
    ...(verified === null ? {} : { verified }),
  };
  if (text === undefined) return { fields };
  const row = kindNamed(kind).blocks.find((one) => one.type === type);
  const says = row?.numbered ? undefined : row?.says; // its heading is a label
  return says === undefined
    ? { text: oneLine(text), fields }
    : { fields: { ...fields, [says]: oneLine(text) } };
}

const nothingAsked = (id: string): Refusal =>
  usage('it is not said what to change', `write: daybook amend ${id} --text T, or --done, --drop, --verify`);

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
