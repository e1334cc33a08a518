import type { Change } from '../../notes/changes/change.js';
import { findBlock } from '../../notes/context-block-markers.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** The context block of a file, or why its markers are no pair. */
interface TargetBlock {
  readonly note: Note;
  readonly block: NonNullable<ReturnType<typeof findBlock>>;
}

/** Finds the context block of a file; null if there is none. A link is no file of its own. */
export function findTargetBlock(notebook: Notebook, path: string): TargetBlock | null {
  const note = notebook.note(path);
  const block = note && findBlock(notebook.outline(note), note.text);
  return note && block ? { note, block } : null;
}

/** Returns true if a file has nothing but the context block. The target of a link existed before. */
export function hasOnlyBlock(notebook: Notebook, path: string): boolean {
  const found = findTargetBlock(notebook, path);
  if (!found || 'problem' in found.block || found.note.path !== path) return false;
  const { at, old } = findSpan(found.note, found.block);
  const rest = found.note.text.slice(0, at) + found.note.text.slice(at + old.length);
  return rest.trim() === '' || rest.trim() === '@AGENTS.md'; // earlier versions wrote the import beside the block
}

/** Takes the block out with the blank line before it, which `init` added. A file with nothing else is removed. */
export function removeContextBlock(notebook: Notebook, path: string): Change[] {
  const found = findTargetBlock(notebook, path);
  if (!found || 'problem' in found.block) return [];
  const { note, block } = found;
  const why = 'the context block leaves';
  if (hasOnlyBlock(notebook, path)) return [{ kind: 'remove', path, base: note.hash, why }];
  const { at, old } = findSpan(note, block);
  return [{ kind: 'edit', path, base: note.hash, splices: [{ at, old, new: '' }], why }];
}

function findSpan({ text }: Note, { start, end }: { readonly start: number; readonly end: number }) {
  const before = /(\r\n|\n|\r)$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const atEnd = end === text.length;
  const endsOpen = atEnd && !/[\r\n]$/.test(text);
  const at =
    start - before - (endsOpen ? (/(\r\n|\n|\r)$/.exec(text.slice(0, start - before))?.[0].length ?? 0) : 0);
  return { at, old: text.slice(at, end) };
}
