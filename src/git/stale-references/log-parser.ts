import type { LogCommit } from './repository.js';

/** One path as one commit changed it; `commit` is null for an uncommitted change. */
export interface PathChange {
  readonly commit: LogCommit | null;
  /** The status letter of git: `D`, `M`, `R100`; one letter for each parent of a merge. */
  readonly status: string;
  readonly path: string;
  readonly to: string | null;
}

/** The log format that `parseNameStatus` and `parseLogCommit` read. */
export const LOG_FORMAT = '--format=%x01%H %ct';

/** Parses the commit in a line of a log, or returns null. */
export function parseLogCommit(line: string): LogCommit | null {
  const [, id = '', seconds = ''] = /^\x01([0-9a-f]{40,64}) (\d+)$/.exec(line) ?? [];
  return id === '' ? null : { id, at: Number(seconds) * 1000 };
}

/** Parses `--name-status -z` of a log or a diff. */
export function parseNameStatus(text: string): readonly PathChange[] {
  const fields = text.split('\0').map((field) => field.replace(/^\n/, ''));
  const found: PathChange[] = [];
  let commit: LogCommit | null = null;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const parsedCommit = parseLogCommit(field);
    if (parsedCommit) commit = parsedCommit;
    else if (/^R\d+$/.test(field)) {
      found.push({ commit, status: field, path: fields[at + 1] ?? '', to: fields[at + 2] ?? null });
      at += 2;
    } else if (/^[ACDMTUX]+$/.test(field)) {
      found.push({ commit, status: field, path: fields[at + 1] ?? '', to: null });
      at += 1;
    }
  }
  return found;
}
