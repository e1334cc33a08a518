import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStory, tell } from './story.js';

const FOLDER = join('test', 'stories');
const stories = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

test.each(stories)('%s', async (name) => {
  const path = join(FOLDER, name);
  const told = await tell(readStory(path), 'inside');
  if (process.env.DAYBOOK_APPROVE) writeFileSync(path, told);
  expect(told).toBe(readFileSync(path, 'utf8'));
});

/** Where a person watches, the command must own the terminal; a test gives it a pipe. */
const piped = stories.filter((name) => readStory(join(FOLDER, name)).front.terminal !== 'true');

/** Every fourth story is told by the real command too, and both must print the same. */
test.each(piped.filter((_, at) => at % 4 === 0))('%s, spawned', async (name) => {
  const path = join(FOLDER, name);
  expect(await tell(readStory(path), 'spawned')).toBe(readFileSync(path, 'utf8'));
});
