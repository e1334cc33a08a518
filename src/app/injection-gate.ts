import { type CommandContext, type CommandPlan, type Notice, UserError } from '../command/define-command.js';
import type { EntryDeps } from '../command/planning-deps.js';
import { proposeWithheldText } from '../features/inbox/propose.js';
import { type Change, listChangedPaths } from '../notes/changes/change.js';
import { archivePath, notePath } from '../notes/kinds/index.js';
import { GLOBAL_CONTENT, getNoteKind } from '../notes/kinds/note-kind.js';
import type { Notebook } from '../notes/notebook.js';
import { isInstruction, isOverride } from '../security/injection/classifier.js';
import { isEmptyChange, withholdInstructions } from '../security/injection/strip.js';
import { type CommandRequest, findUserTexts } from './request.js';

/** Withheld text, and the note that it was for. */
interface Held {
  readonly words: string;
  readonly path: string;
}

/**
 * Withholds text that reads like an instruction from every note but the inbox, if a person did not write it (FEATURES
 * H7). It applies to all commands of agents and jobs, and to all commands that read foreign text. The text waits in the
 * inbox until a person accepts it. Expects at most one change per note.
 */
export function withholdInjections(
  plan: CommandPlan,
  request: CommandRequest,
  ctx: CommandContext,
): CommandPlan {
  const { changes, reverts: undoes, scrubPattern: forgets } = plan;
  if (changes.length === 0 || undoes !== undefined || forgets) return plan; // none of these adds text
  const exempt = exemptFrom(request, changes, ctx);
  const sifted = changes.map((whole) => siftedOf(whole, exempt, ctx));
  const tx = once(sifted.flatMap(({ held: all, path }) => all.map((words) => ({ words, path }))));
  if (tx.length === 0) return plan;
  const left = sifted.some(({ isUndone }) => isUndone) ? [] : sifted.flatMap((one) => one.left);
  const { by, session } = ctx.actor;
  const who = `${by === null ? '' : ` of ${by}`}${session === null ? '' : ` in session ${session}`}`;
  const proposals = proposeEach(tx, left, ctx, ({ words, path }, ...rest) =>
    proposeWithheldText(words, null, `${request.command.name}${who}, for ${path}`, ...rest),
  );
  const text = Object.values(request.input).flat().join(' ');
  const isWhole = isInstruction(text) || (typeof plan.data.entry === 'object' && plan.data.entry !== null);
  if (left.length === 0 && isWhole) return refused(plan, tx, proposals, ctx);
  const notices = [...(plan.notices ?? []), ...noticesOf(tx, ctx)];
  return { ...plan, changes: [...left, ...proposals], notices };
}

/** A change without its withheld text. */
interface Passed {
  readonly path: string;
  readonly left: readonly Change[];
  readonly held: readonly string[];
  /** Nothing remains of the change: the name of the note is an instruction, or the inbox is not available for it. */
  readonly isUndone: boolean;
}

function siftedOf(whole: Change, exempt: (words: string) => boolean, ctx: CommandContext): Passed {
  const { path } = whole;
  if (!isGated(whole, ctx)) return { path, left: [whole], held: [], isUndone: false };
  const name = nameOf(whole.kind === 'move' ? whole.to : path);
  if (whole.kind !== 'edit' && isInstruction(name) && !exempt(name))
    return { path, left: [], held: [name], isUndone: true };
  const isSource = kindAt(path, ctx.notebook.content).name === 'source';
  const { change, held: tx } = withholdInstructions(
    whole,
    ctx.notebook,
    exempt,
    isSource ? isOverride : isInstruction,
  );
  const isUndone = tx.length > 0 && path.startsWith(GLOBAL_CONTENT);
  return { path, left: tx.length > 0 && isEmptied(change, ctx) ? [] : [change], held: tx, isUndone };
}

/** Returns the title of a note as text. */
const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.md$/, '').replace(/[-_]+/g, ' ');

/** Returns true for notes of memory; not for exported files, the inbox, or a restored version. */
function isGated(change: Change, { notebook }: CommandContext): boolean {
  if (change.kind === 'remove') return false;
  if (change.kind === 'create' && change.version !== undefined) return false;
  return [notebook.content, GLOBAL_CONTENT].some(
    (content) =>
      change.path.startsWith(`${content}/`) &&
      ![notePath('inbox'), archivePath(notePath('inbox'))].includes(change.path.slice(content.length + 1)),
  );
}

/**
 * Returns a test for text that a person wrote, or that was in a note which the same changes touch: moved text is not
 * new.
 */
function exemptFrom(
  request: CommandRequest,
  changes: readonly Change[],
  { notebook, actor: who }: CommandContext,
): (words: string) => boolean {
  let stood: string | null = null;
  const own = findUserTexts(request, who.by).filter(isInstruction).map(lettersOf);
  return (words) => {
    const letters = lettersOf(words);
    if (own.some((one) => letters.includes(one) || one.includes(letters))) return true;
    stood ??= lettersOf(readStandingText(changes, notebook));
    return words.split(' — ').every((part) => stood?.includes(lettersOf(part)));
  };
}

/** Kinds whose text only comes through this gate or from a person. */
const KEPT = ['memory', 'session', 'failures', 'feedback'] as const;

/** Collects the text of memory notes and changed notes, and what a person accepted; pending proposals do not count. */
export function readStandingText(changes: readonly Change[], { note, content }: Notebook): string {
  const inbox = `${content}/${notePath('inbox')}`;
  const gatedPaths = KEPT.map((kind) => `${content}/${notePath(kind)}`);
  const paths = new Set([...changes.flatMap(listChangedPaths), ...gatedPaths, inbox]);
  return [...paths]
    .flatMap((path) =>
      (note(path)?.text ?? '').split('\n').filter((line) => path !== inbox || TICKED.test(line)),
    )
    .join('\n');
}

const TICKED = /^\s*[-*+]\s+\[x\]/i;

/** Normalises text so that markup does not matter. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[\s!-/:-@[-`{-~«»“”‘’…—–]+/g, '');

/** Returns true if only headings and template text remain of a change. */
function isEmptied(change: Change, { notebook, query: ask }: CommandContext): boolean {
  const { name, shape } = kindAt(change.path, notebook.content);
  if (change.kind === 'create' && shape === 'front matter') return false; // in front matter this is content, not template
  if (isEmptyChange(change, notebook)) return true;
  const template = () => (name === 'page' || name === 'source' ? '' : ask('template', name));
  const stood = change.kind === 'create' ? template() : notebook.note(change.path)?.text;
  return isOnlyHeadings(change, notebook, stood);
}

/** Returns true if a note has only headings and empty lines beside what stood in it. */
export function isOnlyHeadings(change: Change, notebook: Notebook, stood = ''): boolean {
  const known = new Set(stood.split('\n'));
  const lines = notebook.after([change]).note(change.path)?.text.split('\n') ?? [];
  return lines.every((line) => known.has(line) || /^\s*(?:#{1,6}\s.*)?$/.test(line));
}

const kindAt = (path: string, content: string) =>
  getNoteKind(path, path.startsWith('~/') ? GLOBAL_CONTENT : content);

/** Removes duplicates: one note may hold in short what another has in full. */
function once(tx: readonly Held[]): readonly Held[] {
  const letters = tx.map(({ words }) => lettersOf(words));
  return tx.filter((_, i) => {
    const isSaid = (other: string, j: number) =>
      j !== i && (letters[i] === other ? j < i : (letters[i] ?? '').includes(other));
    return !letters.some(isSaid);
  });
}

/** Creates the proposals for a person, one after the other; none for text that was proposed before. */
export function proposeEach<T>(
  texts: readonly T[],
  left: readonly Change[],
  ctx: CommandContext,
  propose: (text: T, notebook: Notebook, deps: Pick<EntryDeps, 'ids' | 'template'>) => readonly Change[],
): readonly Change[] {
  const deps = { ids: ctx.ids, template: (name: string) => ctx.query('template', name) };
  let notebook = ctx.notebook.after(left);
  return texts.flatMap((text) => {
    const made = propose(text, notebook, deps);
    notebook = notebook.after(made);
    return made;
  });
}

const WAITS = `reads like an instruction to an agent: it waits in ${notePath('inbox')} until a person accepts it`;

/** More are only counted. */
const MOST_SHOWN = 5;
const MAX_LENGTH = 80;

function noticesOf(tx: readonly Held[], { notebook }: CommandContext): readonly Notice[] {
  const short = ({ words }: Held) => (words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words);
  const more = tx.length - MOST_SHOWN;
  return [
    ...tx.slice(0, MOST_SHOWN).map((one) => `«${short(one)}» ${WAITS}`),
    ...(more > 0 ? [`${more} more such texts wait there`] : []),
  ].map((message) => ({ level: 'warning', path: `${notebook.content}/${notePath('inbox')}`, message }));
}

/** Creates the plan for a request that is withheld completely. Throws UserError if the same text was proposed before. */
function refused(
  plan: CommandPlan,
  tx: readonly Held[],
  proposals: readonly Change[],
  ctx: CommandContext,
): CommandPlan {
  const inbox = `${ctx.notebook.content}/${notePath('inbox')}`;
  const note = ctx.notebook.after(proposals).note(inbox);
  const entry = (note ? ctx.entries(note) : []).at(-1);
  if (proposals.length === 0 || !entry)
    throw new UserError(
      'asked-before',
      'this reads like an instruction to an agent, and a person was already asked about it',
      `their answer is in ${notePath('inbox')}, or was settled; log what you learned in your own words`,
    );
  const { path, line, id, text } = entry;
  const entryData =
    typeof plan.data.entry === 'object' ? { entry: { ...plan.data.entry, id, path, line, text } } : {};
  const warning = `It ${WAITS}.`;
  return {
    ...plan,
    message: `Not kept. ${warning}`,
    historyMessage: `asked about: ${tx.map(({ words }) => words).join('; ')}`,
    data: { ...plan.data, ...entryData, warning },
    changes: proposals,
    location: `${path}:${line} ^${id}`,
  };
}
