import { describe, expect, it } from 'vitest';
import {
  addContext,
  formatCorrection,
  isUnclearAlone,
  mayState,
  parseCorrection,
  parseRememberRequest,
} from '../../../../src/features/prompt-context/prompt-intents.js';

describe('what is to be remembered', () => {
  it.each([
    ['remember this: we deploy on Tuesdays', 'we deploy on Tuesdays'],
    ['Remember: the CI box has 4 GB. It is old.', 'the CI box has 4 GB. It is old.'],
    [
      'Please remember that the API is frozen until June. Then fix the tests.',
      'the API is frozen until June',
    ],
    ['can you remember that Priya owns billing', 'Priya owns billing'],
    ['remember we never push on Fridays', 'we never push on Fridays'],
    ["don't forget to run the migrations before the tests", 'to run the migrations before the tests'],
    ['keep in mind that the staging box is slow', 'the staging box is slow'],
    ['Fix the login.\n\nRemember that v1.2 is the last with Node 18.', 'v1.2 is the last with Node 18'],
    ['note down: rotate the keys monthly', 'rotate the keys monthly'],
    ['记住：部署总是在周二', '部署总是在周二'],
    ['请记住，我们用 pnpm', '我们用 pnpm'],
  ])('«%s»', (prompt, text) => expect(parseRememberRequest(prompt)).toEqual({ text }));

  it.each(['remember this', 'please remember that.', '记住这个', 'save this for later'])(
    '«%s»: what was said before',
    (prompt) => expect(parseRememberRequest(prompt)).toBe('all'),
  );

  it.each([
    'do you remember that bug?',
    'remember when we fixed the cache?',
    'remember the bug from yesterday?',
    'I remember that it worked before',
    'add a "remember me" checkbox to the login form',
    'the remember-me cookie expires',
    'implement remember() in src/cache.ts',
    'remember me checkbox: make it blue',
    '/remember that x',
    'what should I remember about this module?',
    'fix the bug\n\nthe docs say: remember that it is async\n\nthen push',
    '你记得那个错误吗？',
    '',
  ])('«%s»: nothing', (prompt) => expect(parseRememberRequest(prompt)).toBeNull());
});

describe('what corrects the agent', () => {
  it.each([
    'No, do not use npm here. We use pnpm.',
    "That's wrong, the port is 8080.",
    "that's not what I asked for",
    'I told you not to touch the migrations',
    'I already told you to use tabs',
    'Stop adding comments to every line',
    "Don't ever commit to main again",
    'You should have run the tests first.',
    'you forgot to update the changelog',
    'you keep deleting my comments',
    'Actually, no: keep the old name.',
    'wrong: it belongs in src/store',
    '不对，应该用 pnpm',
    '我说过不要改这个文件',
    '别再加注释了',
  ])('«%s»', (prompt) => expect(parseCorrection(prompt)).not.toBeNull());

  it.each([
    'No problem, go on',
    'no need to run the tests',
    "no, that's fine",
    'No worries, thanks',
    'stop the server and restart it',
    'Stop using the old API in src/net.ts is the ticket title',
    'is that wrong?',
    'the test is wrong when the input is empty',
    'do not add a dependency for this',
    'never mind',
    'why should you have to escape this?',
    'no',
    'please fix the error: wrong password shows a stack',
    'write a test that the parser should have two passes',
    'it should not happen again after this fix',
    '/no, wrong',
    '这个测试不对的时候要报错',
  ])('«%s»: nothing', (prompt) => expect(parseCorrection(prompt)).toBeNull());

  it('takes the correcting words, at most a few sentences', () => {
    expect(parseCorrection('No, not npm. We use pnpm. Always. And now fix the build. Then push.')).toEqual({
      mistake: 'No, not npm.',
      correction: 'We use pnpm. Always.',
    });
    expect(parseCorrection('Wrong! The flag is --all. Use it.')).toEqual({
      mistake: 'Wrong! The flag is --all.',
      correction: 'Use it.',
    });
    expect(parseCorrection(`No, ${'x'.repeat(900)}`)?.mistake.length).toBe(240);
  });
});

describe('the words around a sentence', () => {
  it('keeps a name with a full stop in a correction', () => {
    const found = parseCorrection(
      'stop putting t.Parallel() in src/terminal_test.go, they share one tty. serial only',
    );
    expect(found && formatCorrection(found)).toBe(
      'stop putting t.Parallel() in src/terminal_test.go, they share one tty. serial only',
    );
  });

  it('are the whole prompt where it is short, else the sentence before', () => {
    const short = 'been thinking about ctrl-r again. every occurrence is listed';
    expect(addContext(short, 'every occurrence is listed')).toBe(short);
    const long = `${'This is about something else. '.repeat(10)}Think of ctrl-r. Every occurrence is listed.`;
    expect(addContext(long, 'Every occurrence is listed.')).toBe(
      'Think of ctrl-r. Every occurrence is listed.',
    );
  });

  it.each([
    ['nobody sets it and then they wonder why', true],
    ['Never publish from a laptop.', false],
  ])('«%s» is not understood alone: %s', (sentence, refers) => expect(isUnclearAlone(sentence)).toBe(refers));

  it.each([
    ['take everything coreapi out in 3.17, the client library has been dead for years', true],
    ['freeze moves to the 24th. Ines is away', true],
    ['add a test for the parser', false],
    ['ok continue', false],
  ])('«%s» may state something: %s', (prompt, may) => expect(mayState(prompt)).toBe(may));
});
