import { defineCommand } from '../../command/define-command.js';
import { measurePressure, PRESSURE_PARAMS } from './measure-pressure.js';

/** How near the context is to overflowing (MindSave §Adaptive Threshold; External Memory §Token Estimation). */
export const pressure = defineCommand({
  name: 'pressure',
  description: 'show how full the context is, and what to do about it',
  group: 'Maintenance',
  params: PRESSURE_PARAMS,
  examples: [
    'daybook pressure --ratio 0.65 --tool-calls 4 --files 4',
    'daybook pressure --transcript transcript.jsonl',
  ],
  surfaces: ['cli', 'mcp', 'hook'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan(ctx, input) {
    const look = input.transcript === undefined ? null : ctx.query('transcript', input.transcript);
    const { say, level, data, signal } = measurePressure(ctx, look, input);
    return { message: say, data: { level, ...data }, changes: [], statusFields: signal };
  },
});
