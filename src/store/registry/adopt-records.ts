import { isInnerPath } from '../../config/check-setting.js';
import type { RunRecord } from '../../config/run-record.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { isRecord, isText, type Json } from '../../text/json-value.js';
import type { JournalLine, JournalRecord, TouchedFileRecord } from '../change-journal/record.js';
import { ID } from '../queued-request.js';

/** A history record of unknown origin: its adopted form, or why it is rejected. */
type Judged<T> = { readonly taken: T } | { readonly fault: string };

/** Judges a line of a foreign journal: a completed change can be adopted. Null for intents, aborts and line origins. */
export const judgeLine = (line: JournalLine, root: WorkspaceRoot): Judged<AdoptedLine> | null =>
  line.t === 'done' ? judgeDeed(line as unknown as Json, root) : null;

export type AdoptedLine = Extract<JournalLine, { readonly t: 'done' }>;

const HASH = /^[0-9a-f]{64}$/;
const NAME = /^[a-z][a-z-]{0,30}$/;

/** Copies only what a record needs as history: neither the input nor the seed that could run it again. */
function judgeDeed(value: Json, root: WorkspaceRoot): Judged<AdoptedLine> {
  const { seq, id, at, wall, verb: command, by, session, say, touched, undoes, worktree } = value;
  if (worktree !== undefined && worktree !== root.root) return { fault: 'it belongs to another worktree' };
  const isShaped =
    isCount(seq) &&
    isText(id) &&
    ID.test(id) &&
    isText(at) &&
    Number.isFinite(Date.parse(at)) &&
    Number.isFinite(wall) &&
    isText(command) &&
    NAME.test(command) &&
    [by, session].every(isTextOrNull) &&
    isText(say) &&
    Array.isArray(touched) &&
    (undoes === undefined || [undoes].flat().every(isCount));
  if (!isShaped) return { fault: 'it does not have the form of a record' };
  const files: TouchedFileRecord[] = [];
  for (const one of touched) {
    const fault = faultOfTouched(one);
    if (fault !== null) return { fault };
    files.push(one as TouchedFileRecord);
  }
  const record = { seq, id, at, wall, verb: command, by, session, say, touched: files } as JournalRecord;
  const taken = {
    t: 'done' as const,
    ...record,
    ...(undoes === undefined ? {} : { undoes }),
    adopted: true as const,
  };
  return { taken: taken as AdoptedLine };
}

function faultOfTouched(value: unknown): string | null {
  if (!isRecord(value)) return 'it does not have the form of a record';
  const { do: what, path, to, before, after, splices, why, bytes } = value;
  const isShaped =
    ['edit', 'create', 'move', 'remove'].includes(String(what)) &&
    isText(path) &&
    (to === undefined ? what !== 'move' : isText(to)) &&
    [before, after].every((hash) => hash === null || (isText(hash) && HASH.test(hash))) &&
    Array.isArray(splices) &&
    splices.every(isSplice) &&
    isText(why) &&
    isCount(bytes);
  if (!isShaped) return 'it does not have the form of a record';
  return [path, to].every((one) => one === undefined || isPathInside(one))
    ? null
    : 'its path is outside the workspace';
}

const isSplice = (value: unknown): boolean =>
  isRecord(value) && isCount(value.at) && isText(value.old) && isText(value.new);

/** Returns true for a path in the root that is neither state nor git's. */
const isPathInside = (path: unknown): boolean =>
  isText(path) && isInnerPath(path) && !path.startsWith('~/') && !path.split('/').includes('.git');

/** Returns true for a run that ended. Claims, and runs in the future, would block jobs. */
export function isRunOver(line: RunRecord, now: number): boolean {
  const { t, id, job, period, at } = line as unknown as Json;
  return (
    ['done', 'failed', 'passed'].includes(String(t)) &&
    [id, job].every(isText) &&
    isTextOrNull(period) &&
    (period === null || !(Date.parse(period as string) > now)) &&
    isCount(at) &&
    at <= now
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
