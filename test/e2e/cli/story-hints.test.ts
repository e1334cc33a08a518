import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStory, tell, words } from '../../stories/story.js';
import { findHints } from '../../support/hints.js';
import { drawRows } from '../../support/tiers.js';

// Not in the project of the stories: a process that has loaded the commands here would not see the mocks of the parts.
const FOLDER = 'test/stories';
const stories = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, story: readStory(join(FOLDER, name)) }))
  // a narrow terminal wraps its lines
  .filter(({ story: { front } }) => front.columns === undefined && front.terminal === undefined);

/** They serve, or answer a client. */
const ENDLESS = ['hook', 'mcp', 'serve', 'statusline'];
/** The reader fills in a value or the standard input. */
const OPEN = /…|\b[A-Z]+(?=\b|$)| -$/;
/** Names an action, or corrects a word of a call that lacks its arguments too. */
const NAMED_ONLY = /(?:did you mean|belongs to): daybook [\w-]+ [\w-]+(?=\n|"|,|$)/g;

test.each(drawRows(stories, 20))('hints of $name run where they are printed', async ({ story }) => {
  const [seen, refused] = [new Set<string>(), [] as string[]];
  await tell(story, 'inside', undefined, async (reply, run) => {
    for (const hint of findHints(reply.replace(NAMED_ONLY, ''))) {
      const args = words(hint);
      if (seen.has(hint) || OPEN.test(hint) || args.length < 2 || ENDLESS.includes(args[0] ?? '')) continue;
      seen.add(hint);
      const { parts, status } = await run([...args, '--dry-run']);
      if (status === 2 || status === 70) refused.push(`${hint} → ${parts.map(({ text }) => text).join('')}`);
    }
  });
  expect(refused).toEqual([]);
});
