import type { CommandContext } from '../../command/define-command.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Reference, ReferenceStatus } from '../../notes/reference-status.js';
import { assessFreshness, describeStaleness } from '../freshness/assess-references.js';
import type { FileChange } from './parse-diff.js';

/** An entry that a diff makes stale, and by what. */
export interface StaleEntry {
  readonly entry: LocatedEntry;
  readonly why: string;
}

const THERE: ReferenceStatus = { fate: 'there', to: null, at: null, commit: null };

/** Lists the entries that name a file or symbol which a diff changes, renames or takes out. */
export function listStaleEntries(
  ctx: CommandContext,
  files: readonly FileChange[],
  entries: readonly LocatedEntry[],
  isApplied: boolean,
): readonly StaleEntry[] {
  const [gone, fresh] = [new Set<string>(), new Set<string>()];
  for (const { added, removed } of files) {
    for (const text of removed) for (const word of listWords(text)) gone.add(word);
    for (const { text } of added) for (const word of listWords(text)) fresh.add(word);
  }
  const touched = new Set(files.map(({ path }) => path));
  const isInCode = (name: string): boolean =>
    ctx
      .query('filesContaining', name)
      .some(({ path, text }) => (isApplied || !touched.has(path)) && listWords(text).includes(name));
  const findStatus = ({ sort, name }: Reference): ReferenceStatus => {
    if (sort === 'symbol')
      return gone.has(name) && !fresh.has(name) && !isInCode(name) ? { ...THERE, fate: 'deleted' } : THERE;
    const file = sort === 'path' ? findChange(files, name) : undefined;
    if (file === undefined) return THERE;
    if (file.isRemoved) return { ...THERE, fate: 'deleted' };
    return file.from === file.path
      ? { ...THERE, fate: 'changed' }
      : { ...THERE, fate: 'renamed', to: file.path };
  };
  const found = assessFreshness(entries, ctx.local, (claims) => claims.map(findStatus));
  return entries.flatMap((entry, at) => {
    const why = describeStaleness(found[at] ?? null)?.replaceAll(', not committed yet', '');
    return why === undefined ? [] : [{ entry, why }];
  });
}

const listWords = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** Finds the change of the file that a path or a file name means; a new file is none. */
const findChange = (files: readonly FileChange[], name: string): FileChange | undefined =>
  files.find(
    ({ from }) => from !== null && (from === name || (!name.includes('/') && from.endsWith(`/${name}`))),
  );
