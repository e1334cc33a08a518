import { describe, expect, it, test } from 'vitest';
import {
  getTrigger,
  isInCooldown,
  SAVE_TRIGGERS,
  selectTrigger,
  type TriggerSignals,
} from '../../../../src/features/auto-save/save-triggers.js';

const NONE: TriggerSignals = {
  toolCallsSinceSave: 0,
  toolCallsOfTask: 0,
  subTaskCompleted: false,
  failuresBeforeSuccess: 0,
  prompt: null,
  answer: null,
  decided: false,
  newLayer2: false,
  phaseEnded: false,
  agentReturned: false,
  spawning: false,
  worked: true,
  refused: false,
};

describe('a trigger', () => {
  test.each([
    [{ toolCallsSinceSave: 9 }, null],
    [{ toolCallsSinceSave: 10 }, 'tool-threshold'],
    [{ subTaskCompleted: true }, 'sub-task-completed'],
    [{ failuresBeforeSuccess: 1 }, null],
    [{ failuresBeforeSuccess: 2 }, 'error-recovered'],
    [{ decided: true }, 'key-decision'],
    [{ toolCallsOfTask: 8 }, null],
    [{ toolCallsOfTask: 8, newLayer2: true }, 'multi-step'],
    [{ toolCallsOfTask: 7, newLayer2: true }, null],
    [{ phaseEnded: true }, 'phase-transition'],
    [{ agentReturned: true }, 'agent-completion'],
    [{ spawning: true }, 'before-spawning'],
    [{ toolCallsSinceSave: 30, worked: false }, null],
    [{ toolCallsSinceSave: 30, prompt: "don't save" }, null],
    [{ decided: true, prompt: '不需要保存' }, null],
    [{ decided: true, refused: true }, null],
    [{ prompt: 'save progress', refused: true }, 'user-asked'],
    [{ answer: 'I am not sure which way to go.' }, 'uncertainty'],
    [{ answer: 'Done.' }, null],
  ] as const)('of %j is %s', (signals, trigger) => {
    expect(selectTrigger({ ...NONE, ...signals })).toBe(trigger);
  });

  test.each([
    ['done', 'user-ending'],
    ['Done.', 'user-ending'],
    ['ok, all done for today', 'user-ending'],
    ["Great, we're finished. Thanks!", 'user-ending'],
    ['结束', 'user-ending'],
    ['好的，先这样吧。', 'user-ending'],
    ["I'm done with coffee, what is next?", null],
    ["I'm done with coffee", null],
    ['Are you done?', null],
    ['The change was undone', null],
    ['the done column of the board is empty', null],
    ['结束符是什么', null],
    ['测试结束了吗？', null],
    ['不对', 'user-corrected'],
    ['不是这样，应该先建表', 'user-corrected'],
    ['我说的是另一个文件', 'user-corrected'],
    ['no, I meant the other file', 'user-corrected'],
    ["that's not what I asked for", 'user-corrected'],
    ['不对称加密怎么用', null],
    ['Did you see what I said?', null],
    ['no errors so far', null],
    ['save progress', 'user-asked'],
    ['请保存进度', 'user-asked'],
    ['add a save progress button', null],
    ['I am not sure what to do next', 'uncertainty'],
  ] as const)('in the words %j is %s', (prompt, trigger) => {
    expect(selectTrigger({ ...NONE, prompt })).toBe(trigger);
  });

  it('has a row that says what it saves and where it comes from', () => {
    for (const trigger of SAVE_TRIGGERS) expect(getTrigger(trigger).from.length, trigger).toBeGreaterThan(5);
    const both = SAVE_TRIGGERS.filter((trigger) => getTrigger(trigger).layers === '1,2');
    expect(both).toEqual(expect.arrayContaining(['user-ending', 'key-decision', 'user-corrected']));
  });
});

describe('the cooldown', () => {
  const at = Date.parse('2026-06-07T12:00:00Z');
  const minutes = (n: number) => at + n * 60_000;
  test.each([
    [{ at: null, turn: null }, { at, turn: 1 }, false],
    [{ at, turn: 1 }, { at: minutes(4.9), turn: 2 }, true],
    [{ at, turn: 1 }, { at: minutes(5), turn: 2 }, false],
    [{ at, turn: 1 }, { at: minutes(1), turn: 10 }, true],
    [{ at, turn: 1 }, { at: minutes(1), turn: 11 }, false],
    [{ at, turn: null }, { at: minutes(1), turn: null }, true],
    [{ at, turn: 1 }, { at: minutes(-1), turn: 1 }, false],
  ])('after %j at %j: %s', (last, now, cooling) => {
    expect(isInCooldown(last, now)).toBe(cooling);
  });
});
