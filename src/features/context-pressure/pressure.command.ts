import { defineCommand } from '../../command/define-command.js';
import { createUsageError } from '../../errors.js';
import { measurePressure, PRESSURE_PARAMS } from './measure-pressure.js';

/** Measures how near the context is to overflowing (MindSave §Adaptive Threshold; External Memory §Token Estimation). */
export const pressure = defineCommand({
  name: 'pressure',
  description: 'show how full the context is, and what to do about it',
  group: 'Other names and plumbing',
  params: PRESSURE_PARAMS,
  examples: [
    'daybook pressure --ratio 0.65 --tool-calls 4 --files 4',
    'daybook pressure --transcript transcript.jsonl',
  ],
  isTool: true,
  plan(ctx, input) {
    checkRatio(input.ratio);
    const look = input.transcript === undefined ? null : ctx.query('transcript', input.transcript);
    const { say, level, data, signal } = measurePressure(ctx, look, input);
    const isSupposed = SUPPOSED.some((key) => input[key] !== undefined);
    return {
      message: say,
      data: { level, ...data },
      ...(isSupposed ? {} : { statusFields: signal }),
    };
  },
});

/** With one of these the answer is hypothetical, so nothing is stored. */
const SUPPOSED = ['ratio', 'tool-calls', 'files', 'constraints', 'decisions'] as const;

/** Throws `UserError` unless the ratio is between 0 and 1. */
function checkRatio(ratio: number | undefined): void {
  if (ratio === undefined || (ratio >= 0 && ratio <= 1)) return;
  const isPercent = ratio >= 2 && ratio <= 100;
  throw createUsageError(
    `--ratio takes 0 to 1, found \`${ratio}\``,
    isPercent ? `did you mean: --ratio ${ratio / 100}` : 'write: --ratio 0.85',
  );
}
