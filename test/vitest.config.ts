import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TAGS, TAGS_FILTER } from './support/tiers.js';

/** Each folder of tests is a project: `npx vitest run --config test/vitest.config.ts --project unit`. */
const PROJECTS = ['unit', 'architecture', 'stories', 'e2e', 'robustness', 'properties'];

export default defineConfig({
  test: {
    // Most tests wait for the processes they start: vitest's own choice on two cores is one worker, which takes 1.7 times as long.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: PROJECTS.map((name) => ({
      extends: true as const,
      test: { name, include: [`test/${name}/**/*.test.ts`] },
    })),
    // The files of a project that run in one process share its modules: loading the source for each takes a third longer.
    isolate: false,
    // A run on a machine that has run the tests before reads what it transformed then.
    experimental: { fsModuleCache: true },
    reporters: ['default', './test/support/slowest.ts'],
    tags: TAGS,
    ...{ tagsFilter: TAGS_FILTER }, // the type has it only for the command line
    globalSetup: ['test/support/run-folder.ts'],
    setupFiles: ['test/support/fresh-folder.ts'],
    // For a hang only: on a busy machine a test takes many times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // secretlint's profiler keeps a mark of every check for good and searches all of them at each: the bundles leave it
    // out too (.ci/build.mjs), and a test with many checks would never end.
    server: { deps: { inline: [/@secretlint/] } },
    alias: { '@secretlint/profiler': new URL('support/silent-profiler.ts', import.meta.url).pathname },
  },
});
