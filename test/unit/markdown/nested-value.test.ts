/* A setting is changed in its own bytes, or added; comments and the rest of the file stay. */
import { expect, test } from 'vitest';
import { parseYaml, setYamlValue } from '../../../src/markdown/front-matter.js';

const set = (text: string): string => {
  const [{ at, old, new: fresh } = { at: 0, old: '', new: '' }] = setYamlValue(
    text,
    ['context', 'target'],
    'A.md',
  );
  return text.slice(0, at) + fresh + text.slice(at + old.length);
};

test.each([
  ['', 'context: {target: "A.md"}\n'],
  ['# only a comment', '# only a comment\ncontext: {target: "A.md"}\n'],
  ['timezone: UTC\r\n', 'timezone: UTC\r\ncontext: {target: "A.md"}\r\n'],
  ['context: {budget: 300}\n', 'context: {target: "A.md", budget: 300}\n'],
  ['context: {}\n', 'context: {target: "A.md"}\n'],
  ['context: {target: B.md} # why\n', 'context: {target: "A.md"} # why\n'],
  ['context:\n  budget: 300 # short\nx: 1\n', 'context:\n  target: "A.md"\n  budget: 300 # short\nx: 1\n'],
  ['context:\n  target:\n  budget: 300\n', 'context:\n  target: "A.md"\n  budget: 300\n'],
])('%j', (before, after) => {
  expect(set(before)).toBe(after);
  expect(parseYaml(after)).toMatchObject({ context: { target: 'A.md' } });
});

test.each(['context: 5\n', 'context:\n', '- a\n', 'context: {target: [A.md]}\n', 'a: 1\na: 2\n', 'a: "\n'])(
  '%j is refused',
  (text) => {
    expect(() => set(text)).toThrow(RangeError);
  },
);
