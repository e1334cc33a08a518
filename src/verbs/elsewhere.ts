import type { Record } from './facts.js';
import { Refusal, type World } from './verb.js';

/** True for a path whose file, in this record, lies in another worktree than the one stood in: notes are shared, CLAUDE.md is not. */
export function isElsewhere({ wiki, ask }: World, { worktree }: Record, path: string): boolean {
  if (path.startsWith(`${wiki.content}/`) || path.startsWith('~/') || path === 'daybook.yaml') return false;
  const root = ask('root');
  return (worktree ?? root.root) !== root.worktree;
}

/** The file of the same name here is another one, so nothing is taken out of it. */
export function refuseElsewhere(world: World, record: Record, path: string): void {
  if (!isElsewhere(world, record, path)) return;
  throw new Refusal(
    'cannot-undo',
    `change ${record.seq} touched ${path} in the worktree ${record.worktree ?? world.ask('root').root}`,
    `go there, then: daybook undo ${record.seq}`,
    { path, seq: record.seq },
  );
}
