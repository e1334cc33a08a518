/* Calls that the types of the library must refuse, and replies that they know. Compiled by strict.test.ts, never run. */
import { about, amend, day, log, memory, page, recall, run, search } from 'daybook';

// @ts-expect-error: a required parameter is missing
await run(log, {});
// @ts-expect-error: a required parameter is undefined
await run(log, { text: undefined });
// @ts-expect-error: an unknown parameter
await run(log, { text: 'x', colour: 'red' });
// @ts-expect-error: a list is expected
await run(log, { text: 'x', tag: 'key' });
// @ts-expect-error: a number is expected
await run(search, { limit: '3' });
// @ts-expect-error: an unknown option
await run(search, { words: 'x' }, { folder: '/tmp' });
// @ts-expect-error: not a command
await run('log', { text: 'x' });

await run(amend, { id: 'x', 'supersede-by': undefined, drop: true });
await run(search, {});
await run(about, { subject: 'src/index.ts' });

// The reply has the keys of the command and of its action.
const texts: readonly string[] = [
  (await run(log, { text: 'x' })).data.entry.text,
  (await run(memory, { act: 'add', text: 'x' })).data.entry.path,
  (await run(recall, {})).data.context,
];
const counts: readonly (number | undefined)[] = [
  texts.length,
  (await run(memory, {})).data.rules.length,
  (await run(page, {})).data.pages.length,
  (await run(page, { action: 'show', name: 'x' })).data.links[0]?.line,
  (await run(recall, { cold: true })).data.hits[0]?.files.length,
];
const { data } = await run(day, { date: String(counts) });
// @ts-expect-error: the word may be `add`, which replies without entries
data.entries.length;
// @ts-expect-error: no key of this reply
(await run(log, { text: 'x' })).data.hits;
