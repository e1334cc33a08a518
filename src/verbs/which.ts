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
    const { root, reason, content, global } = world.ask('root');
    return { say: `${root}\n${reason}`, data: { root, reason, content, global }, changes: [] };
  },
});
