import type { IndexPart } from '../../search/index/corpus.js';
import { CorruptIndexError } from '../../search/index/paged-bytes.js';
import type { Segment } from '../../search/index/segment.js';
import type { NoteTable } from './note-table.js';

/** Returns the layers that hold entries, each with the entries that are gone from it, by the table of notes. */
export function collectParts(segments: readonly Segment[], table: NoteTable): IndexPart[] {
  const alive = segments.map(({ fileCount }) => new Uint8Array(fileCount));
  const counts = segments.map(() => 0);
  for (let at = 0; at < table.length; at++) {
    const layer = table.layer(at);
    const lives = alive[layer];
    if (!lives) throw new CorruptIndexError('a note in no layer');
    lives[table.ordinal(at)] = 1;
    counts[layer]!++;
  }
  return segments.flatMap((segment, layer): IndexPart[] => {
    if (segment.entries === 0 || counts[layer] === 0) return [];
    if (counts[layer] === segment.fileCount) return [{ segment, gone: null }];
    return [{ segment, gone: goneIn(segment, alive[layer]!) }];
  });
}

/** Marks the entries of notes that an index no longer represents. */
function goneIn(segment: Segment, alive: Uint8Array): Uint8Array {
  const gone = new Uint8Array(segment.entries);
  for (let ordinal = 0; ordinal < alive.length; ordinal++) {
    if (alive[ordinal]) continue;
    const { firstEntry, endEntry } = segment.file(ordinal);
    gone.fill(1, firstEntry, endEntry);
  }
  return gone;
}
