// @module-tag full: 8 s of processor time
import { expect, it } from 'vitest';
import { HOOKS } from '../../../src/features/agent-setup/hook-registrations.js';
import { samples } from '../../robustness/secrets/samples.js';
import { traces } from '../../robustness/secrets/traces.js';
import { createWorkspace } from '../../support/workspace.js';

const EVENTS = Object.keys(HOOKS);
const SAMPLES = samples('hooks', 1);

/** A call of a tool. */
const tool = (more: object) => ({ tool_name: 'Bash', tool_use_id: 't', ...more });

/** Where a client's input may hold one: a prompt that is to be remembered, any other field, and what is no JSON. */
const INPUTS: readonly ((text: string) => object | string)[] = [
  (text) => ({ prompt: `remember this: the deploy job logs in with ${text}` }),
  (text) => ({ prompt: `no, that is wrong: ${text}` }),
  (text) => ({ source: text, reason: text, custom_instructions: text, trigger: text }),
  (text) => tool({ tool_input: { command: `deploy --with ${text}` }, error: `login failed: ${text}` }),
  (text) =>
    tool({ tool_input: { [text]: text, path: text }, tool_response: { isError: true, stderr: text } }),
  (text) => text,
  (text) => `{"prompt": ${text}`,
];

it('T21: no secret in any field of any event reaches the disk', async () => {
  const bench = createWorkspace();
  let told = 0;
  for (const [at, { text }] of SAMPLES.entries())
    for (const input of INPUTS) {
      await bench.tell(EVENTS[(at + told) % EVENTS.length] ?? 'SessionEnd', input(text));
      told++;
    }
  for (const { text } of SAMPLES.slice(0, 10)) {
    await bench.tell(text, {});
    await bench.tell('SessionEnd', {}, text);
  }
  const left = SAMPLES.filter(({ secret }) => traces(bench, [secret]).length > 0);
  console.log(`secrets through hooks: ${told} events, ${SAMPLES.length} samples, ${left.length} on the disk`);
  expect(told).toBeGreaterThan(250);
  expect(left.map(({ kind }) => kind)).toEqual([]);
});
