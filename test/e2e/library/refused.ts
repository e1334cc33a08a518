/* Calls that the types of the library must refuse. Compiled by strict.test.ts, never run. */
import { about, amend, log, run, search } from 'daybook';

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
