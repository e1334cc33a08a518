import { expect, test } from 'vitest';
import { ReplyChecker } from './reply-checker.js';

test('a key that no schema has, and one that is missing, are named', async () => {
  const checker = new ReplyChecker();
  const reply = { ok: true, message: '', say: '', changes: [], notices: [], restored: [] };
  expect(await checker.check(['uninstall', '--yes'], reply)).toEqual([]);
  const { restored: _, ...less } = { ...reply, done: true };
  expect(await checker.check(['uninstall', '--yes'], less)).toEqual([
    expect.stringContaining("must have required property 'restored'"),
    expect.stringContaining('must NOT have additional properties {"additionalProperty":"done"}'),
  ]);
});
