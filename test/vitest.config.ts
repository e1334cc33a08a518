import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for the processes they start: vitest's own choice on two cores is one worker, which takes 1.7 times as long.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // secretlint keeps a mark of every look for good, and goes through all of them at each: the bundles leave that out
    // too (.ci/build.mjs), and a test of many looks would never end.
    server: { deps: { inline: [/@secretlint/] } },
    alias: { '@secretlint/profiler': new URL('support/silent-profiler.ts', import.meta.url).pathname },
  },
});
