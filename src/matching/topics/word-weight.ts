import { parseWordSet } from '../../text/word-list.js';
import type { AnalyzedWord } from './analyze-text.js';
import * as table from './topic-words.data.js';

/** True for a word of many senses, or of any work: to share nothing else says little. */
export const isWeak = ({ form, meant }: AnalyzedWord): boolean => WEAK.has(form) || WEAK.has(meant.text);

/** True for a program or service for one purpose: what is known of it bears on whatever is done with it. */
export const isTool = ({ form }: AnalyzedWord): boolean => TOOLS.has(form);

/** True for what all work in a project may be done with. */
export const isPlatform = ({ meant }: AnalyzedWord): boolean => PLATFORMS.has(meant.text);

const WEAK = parseWordSet(table.WEAK);

const PLATFORMS = parseWordSet(table.PLATFORMS);

const TOOLS = parseWordSet(table.TOOLS);
