import type { CommandContext } from '../../command/define-command.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { createHeadingReader } from '../../search/index/headings.js';
import { MEMORY_SOURCES, type MemoryName, stripOwnText } from './memory-sources.js';

/** A passage of a file that another tool keeps for this project. */
export interface MemoryFile {
  readonly tool: string;
  /** Its path in the folder of the tool, or in the project. */
  readonly file: string;
  readonly line: number;
  /** The heading above it. */
  readonly heading: string | null;
  /** All words above it: path, name, description and headings. */
  readonly above: string;
  readonly text: string;
  /** The command that imports it. */
  readonly command: string;
  /** Its path from the root if it lies in the project; null below the user's home folder. */
  readonly inProject: string | null;
}

/** Tools that keep Markdown notes of one project, and where. */
const NATIVE: readonly MemoryName[] = ['claude-memory', 'serena', 'cline', 'agents-files'];

/** Returns the paths by which other tools may know this project: its root, and where that was before it was moved. */
export const listProjectPaths = (ctx: CommandContext): readonly string[] => [
  ctx.query('root').root,
  ...Object.keys(ctx.query('earlierPaths')),
];

/** Reads the memories and rules of other tools in place. What Daybook wrote into them is left out. */
export function readMemoryFiles(ctx: CommandContext): readonly MemoryFile[] {
  const paths = listProjectPaths(ctx);
  const sources = NATIVE.flatMap((name) => {
    const { findHome, folder, patterns = ['**/*.md'] } = MEMORY_SOURCES[name];
    const bases = findHome ? paths.map(findHome) : [folder];
    return bases.map((base) => ({ name, base, patterns }));
  });
  const places = ctx.query('placeFiles', sources);
  return sources.flatMap(({ name, base, patterns }, at) => {
    const place = places[at];
    const folder = place ? ctx.query('folder', place.path, patterns) : null;
    const { tool, findHome } = MEMORY_SOURCES[name];
    const command = `daybook import ${name} ${findHome ? '.' : base}`;
    return (folder?.files ?? []).flatMap((file) =>
      readPassages(file.path, stripOwnText(file.text)).map((passage) => ({
        tool,
        file: file.path,
        ...passage,
        command,
        inProject: findHome ? null : `${base === '.' ? '' : `${base}/`}${file.path}`,
      })),
    );
  });
}

/**
 * Returns a test for files that may be shown without an import: those below the user's home folder, and all in a trusted
 * workspace, else those in the project without a commit of another author: a clone brings those of others.
 */
export function createOwnFileTest(ctx: CommandContext): (file: MemoryFile) => boolean {
  const { trusted = false } = ctx.query('root');
  const known = new Map<string, boolean>();
  return ({ inProject }) => {
    if (trusted || inProject === null) return true;
    const isOwn = known.get(inProject) ?? ctx.query('isOwnOfUser', [inProject]);
    known.set(inProject, isOwn);
    return isOwn;
  };
}

/** Splits a file into its items and paragraphs, each with the heading above it. */
function readPassages(
  path: string,
  text: string,
): readonly Pick<MemoryFile, 'line' | 'heading' | 'above' | 'text'>[] {
  let heading: string | null = null;
  const outline = scanBlocks(text);
  const readAbove = createHeadingReader({ path, text }, 'page', outline);
  return outline.blocks.flatMap((block) => {
    if (block.kind === 'heading') heading = block.text;
    if (!TEXT_BLOCKS.has(block.kind)) return [];
    const passage = text.slice(block.start + block.marker.length, block.end).trim();
    return passage === '' ? [] : [{ line: block.line, heading, above: readAbove(block.line), text: passage }];
  });
}

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['item', 'paragraph', 'quote', 'code']);
