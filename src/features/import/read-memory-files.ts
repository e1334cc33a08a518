import type { CommandContext } from '../../command/define-command.js';
import { scanBlocks } from '../../markdown/block-scanner.js';
import { MEMORY_SOURCES, type MemoryName, stripOwnText } from './memory-sources.js';

/** A passage of a file that another tool keeps for this project. */
export interface MemoryFile {
  readonly tool: string;
  /** Its path in the folder of the tool, or in the project. */
  readonly file: string;
  readonly line: number;
  /** The heading above it. */
  readonly heading: string | null;
  readonly text: string;
  /** The command that imports it. */
  readonly command: string;
}

/** Tools that keep Markdown notes of one project, and where. */
const NATIVE: readonly MemoryName[] = ['claude-memory', 'serena', 'cline', 'agents-files'];

/**
 * Reads the memories and rules of other tools in place. What Daybook wrote into them is left out. Files in the project are
 * read only if the user trusts the workspace: a clone brings those of others.
 */
export function readMemoryFiles(ctx: CommandContext): readonly MemoryFile[] {
  const { root, trusted = false } = ctx.query('root');
  const names = NATIVE.filter((name) => trusted || MEMORY_SOURCES[name].findHome !== undefined);
  const sources = names.map((name) => {
    const { findHome, folder, patterns = ['**/*.md'] } = MEMORY_SOURCES[name];
    return { name, base: findHome?.(root) ?? folder, patterns };
  });
  const places = ctx.query('placeFiles', sources);
  return sources.flatMap(({ name, base, patterns }, at) => {
    const place = places[at];
    const folder = place ? ctx.query('folder', place.path, patterns) : null;
    const { tool, findHome } = MEMORY_SOURCES[name];
    const command = `daybook import ${name} ${findHome ? '.' : base}`;
    return (folder?.files ?? []).flatMap((file) =>
      readPassages(stripOwnText(file.text)).map((passage) => ({
        tool,
        file: file.path,
        ...passage,
        command,
      })),
    );
  });
}

/** Splits a file into its items and paragraphs, each with the heading above it. */
function readPassages(text: string): readonly Pick<MemoryFile, 'line' | 'heading' | 'text'>[] {
  let heading: string | null = null;
  return scanBlocks(text).blocks.flatMap((block) => {
    if (block.kind === 'heading') heading = block.text;
    if (!TEXT_BLOCKS.has(block.kind)) return [];
    const passage = text.slice(block.start + block.marker.length, block.end).trim();
    return passage === '' ? [] : [{ line: block.line, heading, text: passage }];
  });
}

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['item', 'paragraph', 'quote', 'code']);
