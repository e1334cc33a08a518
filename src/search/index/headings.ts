import { findFrontMatter } from '../../markdown/front-matter-scanner.js';
import type { Block, Outline } from '../../markdown/outline.js';
import { hasOwnHeadings } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';

/** Properties that name what a page is about. */
const NAMING = /^(?:title|name|description|summary):[ \t]+(.{1,500})$/gm;
/** Folders of pages whose names say where they came from, not what they are about. */
const STORES = /^.*?\b(?:sources|imported)\//;

/**
 * Returns a function that gives the words above a line of a page: the headings over it, the title and the path. Other kinds of
 * notes have fixed headings, and get ''. Call it with ascending lines.
 */
export function createHeadingReader(
  { path, text }: Pick<Note, 'path' | 'text'>,
  kind: string,
  { blocks }: Outline,
): (line: number) => string {
  if (!hasOwnHeadings(kind)) return () => '';
  const front = findFrontMatter(text);
  const named = front
    ? [...text.slice(front.start, front.end).matchAll(NAMING)].map(([, value]) => value)
    : [];
  const place = STORES.test(path) ? path.replace(STORES, '') : path.slice(path.lastIndexOf('/') + 1);
  const top = [place.replace(/\.md$/, ''), ...named].join('\n');
  const headings = blocks.filter((block) => block.kind === 'heading');
  let open: readonly Block[] = [];
  let next = 0;
  return (line) => {
    // A heading may be an entry itself: it ends those before it, and is not above itself.
    for (let one = headings[next]; one && one.line <= line; one = headings[++next]) {
      const { depth } = one;
      open = [...open.filter((other) => other.depth < depth), one];
    }
    return [top, ...open.filter((heading) => heading.line !== line).map(({ text: words }) => words)].join(
      '\n',
    );
  };
}
