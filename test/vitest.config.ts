import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // secretlint keeps a mark of every look for good, and goes through all of them at each: the bundles leave that out
    // too (.ci/build.mjs), and a test of many looks would never end.
    server: { deps: { inline: [/@secretlint/] } },
    alias: { '@secretlint/profiler': new URL('silent-profiler.ts', import.meta.url).pathname },
  },
});
