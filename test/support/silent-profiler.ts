/** What secretlint tells its times to. */
export const secretLintProfiler = { mark() {} };
