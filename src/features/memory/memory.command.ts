import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type ResultItem,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { findByName, toCandidate } from '../../command/find-entry.js';
import { defineChoice, defineFlag, defineText, defineWord, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { toKeyValue } from '../../matching/similarity/key-value.js';
import { appendPinTag, listEntryLabels } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { BASE_SECTIONS } from '../../notes/entry-types.js';
import { parseSection, planMemoryAddition, readMemory, SECTIONS } from './add-memory.js';
import { planAmendment } from './amend-entry.js';
import { condense } from './condense.js';

/** The semantic base (Mutable §Semantic Base; FEATURES C1, C5): what lasts across sessions, read as `key: value`, written by protocol. */
export const memory = defineCommand({
  name: 'memory',
  description: 'list preferences, facts and rules; add, replace or remove one',
  group: 'Other names and plumbing',
  params: {
    act: defineWord('what to do'),
    text: defineWords('the line: "default branch: main", "never commit to main"'),
    section: defineChoice(SECTIONS, 'preferences, facts or rules; by default read from the text', {
      placeholder: 'SECTION',
    }),
    old: defineText('with replace: words, or the id, of the line that it replaces', 'WORDS'),
    private: defineFlag('keep it in private/MEMORY.md, which git never carries'),
    force: defineFlag('let it replace what it contradicts; that stays readable'),
  },
  actions: {
    list: { description: 'list preferences, facts and rules' },
    add: {
      description: 'add one; it is refused if it contradicts another',
      params: { text: { required: true }, section: {}, private: {}, force: {} },
    },
    replace: {
      description: 'replace the text of one',
      params: { text: { required: true }, section: {}, old: {} },
    },
    remove: {
      description: 'mark one as no longer valid; it stays readable',
      params: { text: { required: true, description: 'words of it, or its id' }, section: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook memory',
    'daybook memory add "hugo_path: ~/hugo-llm-wiki/" --section facts',
    'daybook memory add "hugo_path: ~/sites/wiki/" --section facts --force',
    'daybook memory add "I read diffs side by side" --private',
    'daybook memory replace "hugo_path: ~/wiki/" --old hugo_path',
    'daybook memory remove "hugo_path"',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  updatesBlock: true,
  plan(ctx, { act, text, section, old, force, private: isPrivate }) {
    if (act === undefined || act === 'list') return list(ctx);
    if (act === 'remove') return remove(ctx, text ?? old ?? '', section);
    if (text === undefined || text.trim() === '')
      throw createUsageError(
        'the text to remember is missing',
        'write: daybook memory add "default branch: main" --section facts',
      );
    if (act === 'replace' && old !== undefined) return reword(ctx, old, text, section);
    return planMemoryAddition(ctx, text, { section, force: force || act === 'replace', isPrivate });
  },
});

function list(ctx: CommandContext): CommandReply {
  const all = readMemory(ctx).filter(({ superseded, status }) => superseded === null && status !== 'dropped');
  const parts = SECTIONS.map((section) => ({
    section,
    own: all.filter(({ type }) => type === BASE_SECTIONS[section]),
  }));
  const total = parts.reduce((sum, { own }) => sum + own.length, 0);
  return {
    message:
      total === 0
        ? 'No preferences, facts or rules yet. Add one: `daybook memory add "default branch: main" --section facts`.'
        : `${parts.map(({ section, own }) => `${own.length} ${own.length === 1 ? BASE_SECTIONS[section] : section}`).join(', ')}.`,
    items: parts.flatMap(({ section, own }) => own.map((entry) => row(entry, section))),
    data: Object.fromEntries(
      parts.map(({ section, own }) => [section, own.map((entry) => toEntryJson(ctx, entry))]),
    ),
  };
}

const row = (entry: LocatedEntry, section: string): ResultItem => ({
  path: entry.path,
  line: entry.line,
  group: `${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
  what: appendPinTag(toKeyValue(entry.text), entry),
  why: [entry.why, ...listEntryLabels(entry)].filter(Boolean).join(', ') || null,
  id: entry.id,
});

/** Rewords a line of any author. */
function reword(ctx: CommandContext, old: string, text: string, request: string | undefined): CommandReply {
  const { id } = findBaseLine(ctx, old, readMemory(ctx), request && BASE_SECTIONS[parseSection(request)]);
  return planAmendment(ctx, id, { text: condense(text).text });
}

/** Marks a line as dropped; it stays readable in its note. */
function remove(ctx: CommandContext, words: string, request: string | undefined): CommandReply {
  const { id } = findBaseLine(ctx, words, readMemory(ctx), request && BASE_SECTIONS[parseSection(request)]);
  return planAmendment(ctx, id, { drop: true });
}

const TYPES: ReadonlySet<string> = new Set(Object.values(BASE_SECTIONS));

/** Finds the preference, fact or rule that a user names; never one that was superseded or dropped. */
function findBaseLine(
  ctx: CommandContext,
  name: string,
  all: readonly LocatedEntry[],
  section: string | undefined,
): LocatedEntry {
  const candidates = all.flatMap((entry) => {
    const { type, superseded, status, path } = entry;
    const note = ctx.notebook.note(path);
    const isMeant = TYPES.has(type) && superseded === null && status !== 'dropped';
    return note && isMeant && (section ?? type) === type ? [toCandidate(entry, note)] : [];
  });
  return findByName(name, candidates, {
    noun: 'preference, fact or rule',
    plural: 'preferences, facts or rules',
    hint: 'see all: daybook memory',
  }).item;
}
