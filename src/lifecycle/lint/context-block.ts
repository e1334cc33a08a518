import { findBlock } from '../../wiki/context-block.js';
import type { Rule } from './rule.js';

export const contextBlock: Rule = {
  name: 'context-block',
  level: 'error',
  why: 'every agent reads the block at every start: broken markers stop it, and each token over budget is paid again and again',
  find({ wiki, block, tokens }) {
    const note = block && wiki.note(block.path);
    const found = note ? findBlock(wiki.outline(note), note.text) : null;
    if (!block || !note || !found) return [];
    const { path } = note;
    if ('problem' in found) return [{ path, line: found.line, message: found.problem }];
    const size = tokens(found.body);
    if (size <= block.budget) return [];
    const message = `the context block has ${size} tokens, over its budget of ${block.budget}; \`daybook context\` writes it anew`;
    return [{ path, line: found.line, message, level: 'warning' }];
  },
};
