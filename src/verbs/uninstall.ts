import type { Change } from '../wiki/change.js';
import { findBlock } from '../wiki/context-block.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';
import { withoutAgents } from './agent-files.js';
import { blankFiles } from './init.js';
import { Refusal, verb, type World } from './verb.js';

/** Takes Daybook out: agents and the block are left without it, and files that we made and that hold nothing else; memory stays. */
export const uninstall = verb({
  name: 'uninstall',
  about: 'take agents’ hooks, the context block and the files that init made out again; memory stays',
  params: { yes: { kind: 'flag', about: 'do it' } },
  examples: ['daybook uninstall --yes'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  whenUnknown: 'write',
  think(world, { yes }) {
    if (!yes)
      throw new Refusal(
        'not-sure',
        'this takes the context block out of CLAUDE.md',
        'do it: daybook uninstall --yes; or look first: daybook uninstall --yes --dry-run',
      );
    const agents = withoutAgents(world);
    const changes = [...agents, ...withoutBlock(world, world.wiki.after(agents)), ...withoutBlanks(world)];
    const restored = changes.map(({ path }) => path);
    const left = world.wiki.after(changes).list();
    const memory =
      left.length === 0
        ? 'No notes were written.'
        : `${left.length === 1 ? '1 note stays' : `${left.length} notes stay`} in ${world.wiki.content}/.`;
    return {
      say: `Took out: ${restored.join(', ') || 'nothing'}. ${memory} The history stays in .daybook/.`,
      data: { restored },
      changes,
    };
  },
});

/** The block with the blank line that came before it: what `init` added, so that the bytes are as they were. */
function withoutBlock(world: World, wiki: Wiki): Change[] {
  const path = world.settings['context.target'];
  const note = wiki.note(path);
  const block = note && findBlock(wiki.outline(note), note.text);
  if (!note || !block) return [];
  if ('problem' in block)
    throw new Refusal(
      'bad-block',
      `${path}:${block.line}: ${block.problem}`,
      'mend the markers there, then: daybook uninstall --yes',
    );
  const why = 'the context block leaves';
  const { at, old } = span(note, block);
  const rest = note.text.slice(0, at) + note.text.slice(at + old.length);
  const isOurs = note.path === path; // what a link leads to was there before
  if (isOurs && (rest.trim() === '' || rest.trim() === '@AGENTS.md'))
    return [{ do: 'remove', path, base: note.hash, why }];
  return [{ do: 'edit', path, base: note.hash, splices: [{ at, old, new: '' }], why }];
}

function span(
  { text }: Note,
  { start, end }: { readonly start: number; readonly end: number },
): { at: number; old: string } {
  const before = /(\r\n|\n|\r)$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const atEnd = end === text.length;
  const endsOpen = atEnd && !/[\r\n]$/.test(text);
  const at =
    start - before - (endsOpen ? (/(\r\n|\n|\r)$/.exec(text.slice(0, start - before))?.[0].length ?? 0) : 0);
  return { at, old: text.slice(at, end) };
}

/** Files as `init` made them, with nothing added; while notes stay, so does the marker, and what keeps them out of git. */
function withoutBlanks(world: World): Change[] {
  const why = 'init made it, and it holds nothing else';
  const blanks = blankFiles(world).flatMap(({ path, text }) => {
    const note = world.wiki.note(path);
    return note?.text === text ? [note] : [];
  });
  const paths = new Set(blanks.map(({ path }) => path));
  const isEmpty = world.wiki.list().every((path) => paths.has(path));
  return blanks
    .filter(({ path }) => isEmpty || (path !== 'daybook.yaml' && !path.endsWith('.gitignore')))
    .map(({ path, hash }) => ({ do: 'remove', path, base: hash, why }));
}
