import type { EffectPort } from '../../src/app/run-effects.js';
import { describeEffect } from '../../src/command/effects.js';

/** An effect port that carries nothing out and remembers what it was given. */
export interface EffectRecorder extends EffectPort {
  readonly seen: string[];
}

export function createEffectRecorder(onRun: () => void | Promise<void> = () => undefined): EffectRecorder {
  const seen: string[] = [];
  return {
    seen,
    run(effect) {
      seen.push(describeEffect(effect));
      return onRun();
    },
    prepare(effect) {
      seen.push(describeEffect(effect));
      return { status: 0, out: `${seen.length}`, ms: 1, problem: '' };
    },
    async exchange(effect) {
      seen.push(describeEffect(effect));
      return effect.kind === 'git-push' ? effect.commit : null;
    },
  };
}
