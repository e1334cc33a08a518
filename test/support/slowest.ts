import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 10;

/** Prints the ten slowest tests and the time of the run. */
export default class Slowest implements Reporter {
  private readonly start = Date.now();

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} › ${test.fullName}`,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      })),
    );
    const slowest = ran
      .filter(({ seconds }) => seconds > 0)
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, COUNT);
    console.log(`\nThe ${slowest.length} slowest tests:`);
    for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
    console.log(`All tests: ${Math.round((Date.now() - this.start) / 1000)} s of wall time`);
  }
}
