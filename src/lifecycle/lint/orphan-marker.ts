import type { Block } from '../../markdown/outline.js';
import { removeBlocks } from '../../markdown/place.js';
import { edgesOf } from '../../wiki/links/graph.js';
import type { Note } from '../../wiki/note.js';
import type { Finding, Inspection, Rule } from './rule.js';

export const orphanMarker: Rule = {
  name: 'orphan-marker',
  level: 'warning',
  why: 'a block id marks the block above it; with nothing above, no link can lead there',
  find: (inspection) => inspection.notes.flatMap((note) => orphansIn(note, inspection)),
};

const MARKER = /^\^[A-Za-z0-9-]+\s*$/;

function orphansIn(note: Note, { wiki, notes, resolver, hasUnknown }: Inspection): Finding[] {
  if (!/^\^[A-Za-z0-9-]+[ \t]*$/m.test(note.text)) return [];
  const outline = wiki.outline(note);
  const { blocks } = outline;
  return blocks.flatMap((block, i): Finding[] => {
    const text = note.text.slice(block.start, block.end);
    if (block.kind !== 'paragraph' || !MARKER.test(text) || hasBlock(blocks[i - 1])) return [];
    const { path } = note;
    const message = `${text.trim()} marks no block`;
    const id = text.trim().slice(1);
    const linked =
      hasUnknown || notes.some((one) => edgesOf(one, wiki, resolver).some((edge) => edge.block === id));
    if (linked) return [{ path, line: block.line, message }];
    const splices = removeBlocks(note.text, outline, [block]);
    return [
      {
        path,
        line: block.line,
        message,
        fix: { do: 'edit', path, base: note.hash, splices, why: 'it marked no block' },
      },
    ];
  });
}

const hasBlock = (block: Block | undefined): boolean =>
  block !== undefined && block.kind !== 'frontmatter' && block.kind !== 'rule' && block.kind !== 'definition';
