import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type ResultItem,
} from '../../command/define-command.js';
import type { ForgetEffect } from '../../command/effects.js';
import { toEntryJson } from '../../command/entry-format.js';
import { defineFlag, defineWords } from '../../command/params.js';
import { createUsageError, UserError } from '../../errors.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import { pluralize } from '../../text/pluralize.js';
import { addBlockRefresh } from '../context-block/refresh-block.js';
import {
  type Forgettable,
  type ForgettableEntry,
  findForgettable,
  findSourceSentences,
  getForgottenText,
  listSourcePassages,
} from './find-forgettable.js';
import { createTextPattern, type Removal, removeForgotten } from './remove-forgotten.js';

/** Removes entries and what was derived from them, and withholds them from later imports. */
export const forget = defineCommand({
  name: 'forget',
  description:
    'remove entries and what was derived from them, and withhold them from imports; shows them first',
  group: 'Keep',
  params: {
    what: defineWords('an id, path:line, or words that entries hold, such as a name', {
      required: true,
      redaction: 'said',
      placeholder: 'WORDS|ID|PERSON',
    }),
    yes: defineFlag('do it; without this the entries are only shown'),
    now: defineFlag('take it out of history and caches too; this cannot be undone'),
    'withhold-matches': defineFlag('also withhold later text with these words, for a person or a topic'),
  },
  examples: [
    'daybook forget "staging database"',
    'daybook forget "Ada Lovelace" --withhold-matches --yes',
    'daybook forget "build cache lives" --yes --now',
  ],
  countsAsActivity: () => true,
  plan(ctx, { what, yes, now, 'withhold-matches': withholds }) {
    const named = what.trim();
    if (withholds && !/\p{L}{2}/u.test(named))
      throw createUsageError(
        '--withhold-matches needs a name or words',
        'write: daybook forget "Ada Lovelace" --withhold-matches',
      );
    const found = findForgettable(ctx, named);
    if (found.entries.length === 0 && !withholds)
      throw new UserError(
        'nothing-found',
        'no entry contains these words',
        'search for others: daybook search WORDS; or keep the words out from now on: --withhold-matches',
      );
    const removal = removeForgotten(found, ctx.notebook);
    const phrase = withholds ? named : null;
    return yes
      ? addBlockRefresh(ctx, planForget(ctx, { found, removal, phrase, isFinal: now === true }))
      : planShow(ctx, { found, removal, phrase });
  },
});

interface Wanted {
  readonly found: Forgettable;
  readonly removal: Removal;
  readonly phrase: string | null;
}

/** Plans the reply that lists what would be removed. */
function planShow(ctx: CommandContext, wanted: Wanted): CommandPlan {
  return {
    message: [
      `Would forget ${describe(wanted)}. Nothing is changed yet: add --yes.`,
      wanted.phrase !== null &&
        'Imports, agents, jobs and session search will withhold text with these words.',
    ]
      .filter((line) => line !== false)
      .join('\n'),
    items: listItems(wanted),
    data: { forgotten: { done: false, ...toData(ctx, wanted) } },
    changes: [],
  };
}

/** Timeout for writing the list of forgotten texts, a small file. */
const LIST_TIMEOUT_MS = 5000;

function planForget(ctx: CommandContext, wanted: Wanted & { readonly isFinal: boolean }): CommandPlan {
  const { found, removal, phrase, isFinal } = wanted;
  const id = ctx.ids.mint();
  const passages = listSourcePassages(ctx);
  const effect: ForgetEffect = {
    kind: 'forget',
    id,
    at: new Date(ctx.now).toISOString(),
    entries: found.entries.map(({ entry }) => ({
      id: entry.id,
      text: getForgottenText(entry),
      sources: listSources(ctx, entry),
      sentences: findSourceSentences(ctx, entry, passages),
    })),
    phrase,
    timeoutMs: LIST_TIMEOUT_MS,
  };
  const pattern = isFinal ? createTextPattern(found.texts) : null;
  const short = isFinal && pattern === null && found.entries.length > 0;
  return {
    message: formatForgotten(wanted, id),
    historyMessage: `forgot ${describe(wanted)}${isFinal ? ' permanently' : ''} (${id})`,
    items: listItems(wanted),
    data: { forgotten: { done: true, ...toData(ctx, wanted) } },
    changes: removal.changes,
    approvedPaths: removal.changes.map(({ path }) => path),
    effects: [effect],
    ...(pattern ? { scrubPattern: pattern } : {}),
    ...(short
      ? {
          notices: [
            {
              level: 'warning',
              message: 'the text is too short to be taken out of history: daybook scrub "TEXT"',
            },
          ],
        }
      : {}),
  };
}

const OUT_OF_REACH = 'Not removed: git history, copies of teammates, backups, and the transcripts of agents.';

function formatForgotten(wanted: Wanted & { readonly isFinal: boolean }, id: string): string {
  if (wanted.found.entries.length === 0)
    return [
      'No entry contains these words. Imports, agents, jobs and session search will withhold text with them.',
      `To allow it again, remove forgotten/${id}.json in DAYBOOK_HOME. ${OUT_OF_REACH}`,
    ].join('\n');
  return [
    `Forgot ${describe(wanted)}.`,
    'Imports, agents and jobs will not add it again; similar text waits in the inbox. You can log it again yourself.',
    wanted.phrase !== null && 'Text with these words will be withheld, in session search too.',
    wanted.isFinal
      ? 'It is taken out of history and caches too: this cannot be undone.'
      : 'History keeps it for 30 days, so you can undo this; --now removes it there too.',
    OUT_OF_REACH,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** Returns the origins of an entry: the linked source entry, the session and the import that wrote it. */
function listSources(ctx: CommandContext, entry: ForgettableEntry['entry']): readonly string[] {
  const from = /#\^([\w-]+)/.exec(entry.from ?? '')?.[1];
  const written = ctx
    .query('history')
    .filter(({ touched }) =>
      touched.some(
        ({ splices, path }) => path === entry.path && splices.some((one) => one.new.includes(entry.text)),
      ),
    );
  return [
    ...(entry.hasId ? [`entry ${entry.id}`] : []),
    ...(from === undefined ? [] : [`entry ${from}`]),
    ...written.flatMap(({ session }) => (session === null ? [] : [`session ${session}`])),
    ...written.flatMap(({ verb: command, say }) => {
      const folder = command === 'import' ? /\bfrom (\S+?)\.(?:\s|$)/.exec(say)?.[1] : undefined;
      return folder === undefined ? [] : [`import ${folder}`];
    }),
  ];
}

function describe({ found, removal }: Wanted): string {
  const count = (...hows: readonly ForgettableEntry['how'][]) =>
    found.entries.filter(({ how }) => hows.includes(how)).length;
  const made = count('derived', 'copy');
  const parts = [
    found.entries.length === 0 ? 'no entry' : pluralize(count('named'), 'entry', 'entries'),
    ...(made > 0 ? [`${made} made of ${count('named') === 1 ? 'it' : 'them'} or saying the same`] : []),
    ...(removal.places.length > 0 ? [pluralize(removal.places.length, 'other place')] : []),
  ];
  return parts.join(', ');
}

const STATES: Readonly<Record<ForgettableEntry['how'], string | null>> = {
  named: null,
  derived: 'made of it',
  copy: 'says the same',
};

const listItems = ({ found, removal }: Wanted): readonly ResultItem[] => [
  ...found.entries.map(
    ({ entry, how }): ResultItem => ({
      path: entry.path,
      line: entry.line,
      type: entry.type,
      what: formatEntryText(entry).split('\n')[0] ?? '',
      why: entry.why,
      state: STATES[how],
      id: entry.id,
    }),
  ),
  ...removal.places.map(({ path, line }): ResultItem => ({ path, line, what: 'the text is here too' })),
];

const toData = (ctx: CommandContext, { found, removal, phrase }: Wanted) => ({
  entries: found.entries.map(({ entry, how }) => ({ ...toEntryJson(ctx, entry), how })),
  places: removal.places,
  withholds: phrase !== null,
});
