import { defineCommand } from '../../command/define-command.js';

/** Prints the root of the workspace and why it was chosen (MindSave: everything resolves from the root). */
export const which = defineCommand({
  name: 'which',
  description: 'show the root of the workspace and how it was found',
  group: 'Other names and plumbing',
  params: {},
  examples: ['daybook which'],
  surfaces: ['cli', 'mcp'],
  plan(ctx) {
    const { root, reason, content, global, trusted = false, foreign } = ctx.query('root');
    const other = foreign === undefined ? '' : `; read-only, since others can write to ${foreign}`;
    return {
      message: `${root}\n${reason}\n${trusted ? 'trusted' : 'not trusted'}${other}`,
      data: { root, reason, content, global, trusted },
      changes: [],
    };
  },
});
