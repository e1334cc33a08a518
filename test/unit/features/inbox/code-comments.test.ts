import { describe, expect, it } from 'vitest';
import { findMemoryComments } from '../../../../src/features/inbox/code-comments.js';

/** A line of source code and its comment; null for none. */
const LINES: readonly (readonly [string, string | null])[] = [
  ['// MEMORY: tokens expire after an hour', 'tokens expire after an hour'],
  ['//MEMORY: tokens expire early', 'tokens expire early'],
  ['  run(); // MEMORY: close before exit', 'close before exit'],
  ['/* MEMORY: tokens expire early */', 'tokens expire early'],
  [' * MEMORY: tokens expire early', 'tokens expire early'],
  ['/** @MEMORY: tokens expire early */', 'tokens expire early'],
  ['# MEMORY: tokens expire early', 'tokens expire early'],
  ['-- MEMORY: the index is partial', 'the index is partial'],
  ['; MEMORY: the register is saved', 'the register is saved'],
  ['<!-- MEMORY: the form needs a label -->', 'the form needs a label'],
  ['"""MEMORY: loops are slow here"""', 'loops are slow here'],
  ["it's(); // MEMORY: don't reorder these", "don't reorder these"],
  ['// MEMORY: 缓存必须先失效再写入', '缓存必须先失效再写入'],
  ['const a = "// MEMORY: not a comment";', null],
  ['const a = `x // MEMORY: not a comment`;', null],
  ["const a = '// MEMORY: not a comment';", null],
  ["call('x # MEMORY: not a comment')", null],
  ['MEMORY: 512Mi for the worker', null],
  ['# MEMORY: 512Mi', null],
  ['// MEMORY:', null],
  ['// MEMORYLEAK: not one of these', null],
  ['https://example.org/#MEMORY: not one', null],
  [`// MEMORY: ${'x '.repeat(2000)}`, null],
];

describe('MEMORY: comments', () => {
  it.each(LINES)('%s', (line, text) => {
    expect(findMemoryComments(`\n${line}\r\n`)).toEqual(text === null ? [] : [{ line: 2, text }]);
  });
});
