import { verb } from './verb.js';

/** Which workspace answers here, and why that one (MindSave: everything resolves from the root). */
export const which = verb({
  name: 'which',
  about: 'show the root of the workspace and why it is that one',
  params: {},
  examples: ['daybook which'],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world) {
    const { root, reason, content, global, trusted = false, foreign } = world.ask('root');
    const other = foreign === undefined ? '' : `; read-only, since ${foreign} belongs to another user`;
    return {
      say: `${root}\n${reason}\n${trusted ? 'trusted' : 'not trusted'}${other}`,
      data: { root, reason, content, global, trusted },
      changes: [],
    };
  },
});
