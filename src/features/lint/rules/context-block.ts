import { findBlock } from '../../../notes/context-block-markers.js';
import type { LintRule } from '../rule.js';

export const contextBlock: LintRule = {
  name: 'context-block',
  level: 'error',
  why: 'agents read the block at every start: broken markers prevent its update, and every token over budget costs at each start',
  find({ wiki: notebook, block, tokens }) {
    const note = block && notebook.note(block.path);
    const found = note ? findBlock(notebook.outline(note), note.text) : null;
    if (!block || !note || !found) return [];
    const { path } = note;
    if ('problem' in found) return [{ path, line: found.line, message: found.problem }];
    const size = tokens(found.body);
    if (size <= block.budget) return [];
    const message = `the context block has ${size} tokens, over its budget of ${block.budget}; \`daybook context\` rewrites it`;
    return [{ path, line: found.line, message, level: 'warning' }];
  },
};
