import { parseWordSet } from '../../text/word-list.js';
import type { AnalyzedWord } from './analyze-text.js';
import * as table from './topic-words.data.js';

/** True for a word with many meanings: a match of it alone says little. */
export const isWeak = ({ form, meant }: AnalyzedWord): boolean => WEAK.has(form) || WEAK.has(meant.text);

/** True for a program or service with one purpose: entries about it are relevant whenever it is used. */
export const isTool = ({ form }: AnalyzedWord): boolean => TOOLS.has(form);

/** True for a tool that any work in a project may use. */
export const isPlatform = ({ meant }: AnalyzedWord): boolean => PLATFORMS.has(meant.text);

const WEAK = parseWordSet(table.WEAK);

const PLATFORMS = parseWordSet(table.PLATFORMS);

const TOOLS = parseWordSet(table.TOOLS);
