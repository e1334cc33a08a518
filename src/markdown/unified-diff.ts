import { createTwoFilesPatch } from 'diff';

/** A unified diff of one file; `null` where the file is not there before or after. Empty when both are the same. */
export function formatUnifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const from = before === null ? '/dev/null' : `a/${path}`;
  const to = after === null ? '/dev/null' : `b/${path}`;
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
    context: 3,
  });
  return patch.replace(/^=+\n/, '');
}
