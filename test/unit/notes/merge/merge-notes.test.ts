import { describe, expect, it } from 'vitest';
import { mergeNotes } from '../../../../src/notes/merge/merge-notes.js';

const HEAD = '# Memory\n\n## Decisions\n\n';

interface Case {
  readonly path?: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

/** Lines below `## Decisions`. */
const lines = (base: string, ours: string, theirs: string, merged: string): Case => ({
  base: HEAD + base,
  ours: HEAD + ours,
  theirs: HEAD + theirs,
  merged: HEAD + merged,
});

const CASES: Readonly<Record<string, Case>> = {
  'entries that both added': lines(
    '- a ^61k0y5aaaaa\n',
    '- a ^61k0y5aaaaa\n- c ^61k0y7ccccc\n',
    '- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
    '- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n- c ^61k0y7ccccc\n',
  ),
  'entries that both added to an empty section': {
    base: '# Memory\n',
    ours: '# Memory\n\n## Decisions\n\n- c ^61k0y7ccccc\n',
    theirs: '# Memory\n\n## Decisions\n\n- b ^61k0y6bbbbb\n',
    merged: '# Memory\n\n## Decisions\n\n- b ^61k0y6bbbbb\n- c ^61k0y7ccccc\n',
  },
  'an id that stands twice, of which each side gave one line another': lines(
    '- b ^61k0y5aaaaa\n- a ^61k0y5aaaaa\n',
    '- a ^61k0y5aaaaa\n- b ^61k0y5bbbbb\n',
    '- a ^61k0y6ccccc\n- b ^61k0y5bbbbb\n',
    '- a ^61k0y6ccccc\n- b ^61k0y5bbbbb\n',
  ),
  'an id that stands twice, of which each side kept another line': lines(
    '- a ^61k0y5aaaaa\n- b ^61k0y5aaaaa\n',
    '- a ^61k0y5aaaaa\n',
    '- b ^61k0y5aaaaa\n',
    '- a ^61k0y5aaaaa\n- b ^61k0y5grbf5\n',
  ),
  'an id that stands twice, of which one side reworded the second line': lines(
    '- a ^61k0y5aaaaa\n- b ^61k0y5aaaaa\n',
    '- b ^61k0y5aaaaa\n',
    '- c ^61k0y5aaaaa\n',
    '- c ^61k0y5aaaaa\n',
  ),
  'an id that stands twice, of which one side has none': lines(
    '- z ^61k0y5zzzzz\n- a ^61k0y5aaaaa\n- b ^61k0y5aaaaa\n',
    '- z ^61k0y5zzzzz\n- b ^61k0y5aaaaa\n',
    '- z ^61k0y5zzzzz\n',
    '- z ^61k0y5zzzzz\n',
  ),
  'an entry that one side has twice in the same bytes': lines(
    '- z ^61k0y5zzzzz\n',
    '- z ^61k0y5zzzzz\n- a ^61k0y5aaaaa\n- a ^61k0y5aaaaa\n',
    '- z ^61k0y5zzzzz\n- b ^61k0y6bbbbb\n',
    '- z ^61k0y5zzzzz\n- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
  ),
  'two ids that say the same, one of them by a reworded entry': lines(
    '- q ^61k0y5aaaaa\n',
    '- r ^61k0y5aaaaa\n',
    '- r ^61k0y6bbbbb\n',
    '- r ^61k0y5aaaaa\n- r ^61k0y6bbbbb\n',
  ),
  'sections that both added': {
    base: '# Memory\n\n- x ^61k0y5aaaaa\n',
    ours: '# Memory\n\n- x ^61k0y5aaaaa\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    theirs: '# Memory\n\n- x ^61k0y5aaaaa\n\n## Facts\n\n- b ^61k0y6bbbbb\n',
    merged: '# Memory\n\n- x ^61k0y5aaaaa\n\n## Facts\n\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n',
  },
  'the same entry added twice': lines('', '- a ^61k0y5aaaaa\n', '- a ^61k0y5aaaaa\n', '- a ^61k0y5aaaaa\n'),
  'a person’s line that both wrote': lines('', '- a\n', '- a\n', '- a\n'),
  'a text and a box': lines(
    '- [ ] a ^61k0y5aaaaa\n',
    '- [x] a ^61k0y5aaaaa\n',
    '- [ ] a, in full ^61k0y5aaaaa\n',
    '- [x] a, in full ^61k0y5aaaaa\n',
  ),
  'a text and a reason': lines(
    '- a ^61k0y5aaaaa\n',
    '- a — why ^61k0y5aaaaa\n',
    '- b ^61k0y5aaaaa\n',
    '- b — why ^61k0y5aaaaa\n',
  ),
  'tags and fields': lines(
    '- a #x ^61k0y5aaaaa\n',
    '- a #x #y [verified:: 2026-06-08] ^61k0y5aaaaa\n',
    '- a #z [verified:: 2026-06-09] ^61k0y5aaaaa\n',
    '- a #y #z [verified:: 2026-06-09] ^61k0y5aaaaa\n',
  ),
  'done beats open, and open does not come back': lines(
    '- [ ] a ^61k0y5aaaaa\n',
    '- [x] a ^61k0y5aaaaa\n',
    '- [-] a ^61k0y5aaaaa\n',
    '- [x] a ^61k0y5aaaaa\n',
  ),
  'one was superseded, the other verified': lines(
    '- a ^61k0y5aaaaa\n',
    '- a [superseded:: ^61k0y7ccccc] ^61k0y5aaaaa\n',
    '- a [verified:: 2026-06-09] ^61k0y5aaaaa\n',
    '- a [verified:: 2026-06-09] [superseded:: ^61k0y7ccccc] ^61k0y5aaaaa\n',
  ),
  'a line that got its id on one side and its tick on the other': lines(
    '- [ ] a\n',
    '- [ ] a ^61k0y5aaaaa\n',
    '- [x] a\n',
    '- [x] a ^61k0y5aaaaa\n',
  ),
  'deleted on one side': lines(
    '- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
    '- b ^61k0y6bbbbb\n',
    '- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n- c ^61k0y7ccccc\n',
    '- b ^61k0y6bbbbb\n- c ^61k0y7ccccc\n',
  ),
  'deleted on one side, edited on the other': lines(
    '- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
    '- b ^61k0y6bbbbb\n',
    '- a, in full ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
    '- a, in full ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n',
  ),
  'moved on one side, edited on the other': {
    base: '# M\n\n## Facts\n\n- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    ours: '# M\n\n## Facts\n\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n- a ^61k0y5aaaaa\n',
    theirs:
      '# M\n\n## Facts\n\n- a, in full ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    merged:
      '# M\n\n## Facts\n\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n- a, in full ^61k0y5aaaaa\n',
  },
  'a section that one side emptied, and the other added to': {
    base: '# M\n\n## Facts\n\n- a ^61k0y5aaaaa\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    ours: '# M\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    theirs: '# M\n\n## Facts\n\n- a ^61k0y5aaaaa\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n',
    merged: '# M\n\n## Facts\n\n- b ^61k0y6bbbbb\n\n## Rules\n\n- c ^61k0y7ccccc\n',
  },
  'lines that both added below an item': lines(
    '- a ^61k0y5aaaaa\n',
    '- a ^61k0y5aaaaa\n  - n3\n    - below n3\n',
    '- a ^61k0y5aaaaa\n  - n2\n',
    '- a ^61k0y5aaaaa\n  - n2\n  - n3\n    - below n3\n',
  ),
  'lines that both added below an item without an id': lines(
    '- a\n  - n1\n',
    '- a\n  - n1\n  - n3\n  - both\n',
    '- a\n  - n1\n  - n2\n  - both\n',
    '- a\n  - n1\n  - n2\n  - n3\n  - both\n',
  ),
  'lines below an item, one edited and one added': lines(
    '- a ^61k0y5aaaaa\n  - n1\n',
    '- a ^61k0y5aaaaa\n  - n1, in full\n',
    '- a ^61k0y5aaaaa\n  - n1\n  - n2\n',
    '- a ^61k0y5aaaaa\n  - n1, in full\n  - n2\n',
  ),
  'rows that both added to a table': {
    base: '# M\n\n| k | v |\n|---|---|\n| a | 1 |\n',
    ours: '# M\n\n| k | v |\n|---|---|\n| a | 1 |\n| c | 3 |\n',
    theirs: '# M\n\n| k | v |\n|---|---|\n| a | 1 |\n| b | 2 |\n',
    merged: '# M\n\n| k | v |\n|---|---|\n| a | 1 |\n| b | 2 |\n| c | 3 |\n',
  },
  'an item with lines below it': lines(
    '- a ^61k0y5aaaaa\n  - one\n  - two\n',
    '- a ^61k0y5aaaaa\n  - one!\n  - two\n',
    '- a, in full ^61k0y5aaaaa\n  - one\n  - two\n  - three\n',
    '- a, in full ^61k0y5aaaaa\n  - one!\n  - two\n  - three\n',
  ),
  'reminders: of two dates the later': {
    path: 'REMINDERS.md',
    base: '# Reminders\n\n- [ ] next 2026-06-07 every day | recurring | stand up ^61k0y5aaaaa\n',
    ours: '# Reminders\n\n- [ ] next 2026-06-09 every day | recurring | stand up ^61k0y5aaaaa\n',
    theirs: '# Reminders\n\n- [ ] next 2026-06-08 every day | recurring | stand up ^61k0y5aaaaa\n',
    merged: '# Reminders\n\n- [ ] next 2026-06-09 every day | recurring | stand up ^61k0y5aaaaa\n',
  },
  'reminders: done and postponed': {
    path: 'REMINDERS.md',
    base: '# Reminders\n\n- [ ] 2026-06-07 | absolute | renew ^61k0y5aaaaa\n',
    ours: '# Reminders\n\n- [x] 2026-06-07 | absolute | renew ^61k0y5aaaaa\n',
    theirs: '# Reminders\n\n- [ ] 2026-06-14 | absolute | renew ^61k0y5aaaaa\n',
    merged: '# Reminders\n\n- [x] 2026-06-14 | absolute | renew ^61k0y5aaaaa\n',
  },
  'records: counts add up, the later date holds, new fields stay': {
    path: 'FEEDBACK-LOG.md',
    base: '# Feedback log\n\n## FB-20260607-001 — ran it\n^61k0y5aaaaa\n\n**Correction**: stop  \n**Seen**: 1  \n**Verified**: false\n',
    ours: '# Feedback log\n\n## FB-20260607-001 — ran it\n^61k0y5aaaaa\n\n**Correction**: stop  \n**Seen**: 2  \n**Counted**: 2026-06-08T10:00:00Z  \n**Verified**: false\n',
    theirs:
      '# Feedback log\n\n## FB-20260607-001 — ran it\n^61k0y5aaaaa\n\n**Correction**: stop it  \n**Seen**: 3  \n**Clean**: 1  \n**Verified**: true\n',
    merged:
      '# Feedback log\n\n## FB-20260607-001 — ran it\n^61k0y5aaaaa\n\n**Correction**: stop it  \n**Seen**: 4  \n**Verified**: true  \n**Clean**: 1  \n**Counted**: 2026-06-08T10:00:00Z\n',
  },
  'records with one number': {
    path: 'FEEDBACK-LOG.md',
    base: '# Feedback log\n',
    ours: '# Feedback log\n\n## FB-20260607-001 — ours\n^61k0y6bbbbb\n\n**Correction**: x\n',
    theirs: '# Feedback log\n\n## FB-20260607-001 — theirs\n^61k0y5aaaaa\n\n**Correction**: y\n',
    merged:
      '# Feedback log\n\n## FB-20260607-001 — theirs\n^61k0y5aaaaa\n\n**Correction**: y\n\n## FB-20260607-002 — ours\n^61k0y6bbbbb\n\n**Correction**: x\n',
  },
  'links of a failure': {
    path: 'FAILURES.md',
    base: '# Failures\n\n## Rejected: Tailwind\n^61k0y5aaaaa\n\n**reason**: slow  \n**repeat_count**: 1  \n**alternatives**: [[A]]\n',
    ours: '# Failures\n\n## Rejected: Tailwind\n^61k0y5aaaaa\n\n**reason**: slow; ugly  \n**repeat_count**: 2  \n**alternatives**: [[A]], [[C]]\n',
    theirs:
      '# Failures\n\n## Rejected: Tailwind\n^61k0y5aaaaa\n\n**reason**: slow; huge  \n**repeat_count**: 2  \n**alternatives**: [[A]], [[B]]\n',
    merged:
      '# Failures\n\n## Rejected: Tailwind\n^61k0y5aaaaa\n\n**reason**: slow; huge; ugly  \n**repeat_count**: 3  \n**alternatives**: [[A]], [[B]], [[C]]\n',
  },
  'a day': {
    path: 'evolving/2026-06-07.md',
    base: '# 2026-06-07\n\n## Session 2026-06-07 09:00\n\n- a ^61k0y5aaaaa\n',
    ours: '# 2026-06-07\n\n## Session 2026-06-07 09:00\n\n- a ^61k0y5aaaaa\n\n### Decision\n\nuse it ^61k0y7ccccc\n\n## Session 2026-06-07 11:00\n\n- d ^61k0y8ddddd\n',
    theirs:
      '# 2026-06-07\n\n## Session 2026-06-07 09:00\n\n- a ^61k0y5aaaaa\n\n## Session 2026-06-07 10:00\n\n- b ^61k0y6bbbbb\n',
    merged:
      '# 2026-06-07\n\n## Session 2026-06-07 09:00\n\n- a ^61k0y5aaaaa\n\n### Decision\n\nuse it ^61k0y7ccccc\n\n## Session 2026-06-07 10:00\n\n- b ^61k0y6bbbbb\n\n## Session 2026-06-07 11:00\n\n- d ^61k0y8ddddd\n',
  },
  'paragraphs that both added': {
    path: 'pages/x.md',
    base: '# X\n\nFirst.\n',
    ours: '# X\n\nFirst.\n\nOurs.\n',
    theirs: '# X\n\nFirst.\n\nAlso theirs.\n',
    merged: '# X\n\nFirst.\n\nAlso theirs.\n\nOurs.\n',
  },
  'different lines of one paragraph': {
    path: 'pages/x.md',
    base: '# X\n\none\ntwo\nthree\n',
    ours: '# X\n\nONE\ntwo\nthree\n',
    theirs: '# X\n\none\ntwo\nTHREE\n',
    merged: '# X\n\nONE\ntwo\nTHREE\n',
  },
  'one paragraph in two versions': {
    path: 'pages/x.md',
    base: '# X\n\nFirst.\n\nLast.\n',
    ours: '# X\n\nFirst, ours.\n\nLast.\n',
    theirs: '# X\n\nFirst, theirs.\n\nLast.\n',
    merged: '# X\n\nFirst, ours.\n\nFirst, theirs.\n\nLast.\n',
  },
  'front matter': {
    path: 'pages/x.md',
    base: '---\ntitle: X\ntags: [a]\ndate: 2026-06-01\n---\n\nText.\n',
    ours: '---\ntitle: X\ntags: [a]\ndate: 2026-06-02\nstatus: draft\n---\n\nText.\n',
    theirs: '---\ntitle: Y\ntags: [a]\ndate: 2026-06-03\n---\n\nText.\n',
    merged: '---\ntitle: Y\ntags: [a]\ndate: 2026-06-03\nstatus: draft\n---\n\nText.\n',
  },
  'a property in two versions': {
    path: 'pages/x.md',
    base: '---\ntitle: X\n---\n',
    ours: '---\ntitle: Ours\n---\n',
    theirs: '---\ntitle: Theirs\n---\n',
    merged: '---\ntitle: Ours\n# title: Theirs\n---\n',
  },
  'a line without an id that each side moved elsewhere': {
    base: '# M\n\n## A\n\n- x\n\n## B\n\n- b\n\n## C\n\n- c\n',
    ours: '# M\n\n## A\n\n## B\n\n- b\n- x\n\n## C\n\n- c\n',
    theirs: '# M\n\n## A\n\n## B\n\n- b\n\n## C\n\n- c\n- x\n',
    merged: '# M\n\n## A\n\n## B\n\n- b\n- x\n\n## C\n\n- c\n',
  },
  'a line without an id that stands twice, of which each side kept another': {
    base: '# M\n\n## A\n\n- x\n- a\n\n## B\n\n- x\n- b\n',
    ours: '# M\n\n## A\n\n- x\n- a\n\n## B\n\n- b\n',
    theirs: '# M\n\n## A\n\n- a\n\n## B\n\n- x\n- b\n',
    merged: '# M\n\n## A\n\n- x\n- a\n\n## B\n\n- b\n',
  },
  'a line without an id that each side wrote in another section': {
    base: '# M\n\n## A\n\n- a\n\n## B\n\n- b\n',
    ours: '# M\n\n## A\n\n- a\n- [ ] tests\n\n## B\n\n- b\n',
    theirs: '# M\n\n## A\n\n- a\n\n## B\n\n- b\n- [ ] tests\n',
    merged: '# M\n\n## A\n\n- a\n- [ ] tests\n\n## B\n\n- b\n- [ ] tests\n',
  },
  'a line without an id that one side repeated, and the other moved': {
    base: '# M\n\n## A\n\n- x\n- a\n\n## B\n\n- b\n',
    ours: '# M\n\n## A\n\n- x\n- a\n- x\n\n## B\n\n- b\n',
    theirs: '# M\n\n## A\n\n- a\n\n## B\n\n- b\n- x\n',
    merged: '# M\n\n## A\n\n- a\n- x\n\n## B\n\n- b\n- x\n',
  },
  'a note that both created': {
    base: '',
    ours: '# Memory\n\n## Facts\n\n- b ^61k0y6bbbbb\n',
    theirs: '# Memory\n\n## Decisions\n\n- a ^61k0y5aaaaa\n',
    merged: '# Memory\n\n## Decisions\n\n- a ^61k0y5aaaaa\n\n## Facts\n\n- b ^61k0y6bbbbb\n',
  },
  'line endings of Windows': {
    base: '# M\r\n\r\n- a ^61k0y5aaaaa\r\n',
    ours: '# M\r\n\r\n- a ^61k0y5aaaaa\r\n- c ^61k0y7ccccc\r\n',
    theirs: '# M\r\n\r\n- a ^61k0y5aaaaa\r\n- b ^61k0y6bbbbb\r\n',
    merged: '# M\r\n\r\n- a ^61k0y5aaaaa\r\n- b ^61k0y6bbbbb\r\n- c ^61k0y7ccccc\r\n',
  },
  'no line ending at the end': {
    base: '# M\n\n- a',
    ours: '# M\n\n- a\n- c',
    theirs: '# M\n\n- a\n- b\n',
    merged: '# M\n\n- a\n- b\n- c\n',
  },
};

describe.each(Object.entries(CASES))('%s', (_, { path = 'MEMORY.md', base, ours, theirs, merged }) => {
  it('merges', () => {
    expect(mergeNotes({ base, ours, theirs }, path)?.text).toBe(merged);
  });

  it('merges the same from the other side', () => {
    expect(mergeNotes({ base, ours: theirs, theirs: ours }, path)?.text).toBe(merged);
  });
});

describe('one entry in two versions', () => {
  const base = `${HEAD}- a ^61k0y5aaaaa\n- z ^61k0y9zzzzz\n`;
  const ours = `${HEAD}- a, ours ^61k0y5aaaaa\n- z ^61k0y9zzzzz\n`;
  const theirs = `${HEAD}- a, theirs ^61k0y5aaaaa\n- z ^61k0y9zzzzz\n`;

  it('both stand side by side, the second with an id of the same time', () => {
    const merged = mergeNotes({ base, ours, theirs }, 'MEMORY.md');
    expect(merged?.text).toMatch(/- a, ours \^61k0y5aaaaa\n- a, theirs \^61k0y5\w{5}\n- z/);
    expect(merged?.doubled).toEqual(['61k0y5aaaaa']);
    expect(mergeNotes({ base, ours: theirs, theirs: ours }, 'MEMORY.md')).toEqual(merged);
  });

  it('the one that was verified later is first', () => {
    const checked = theirs.replace('theirs ', 'theirs [verified:: 2026-06-08] ');
    expect(mergeNotes({ base, ours, theirs: checked }, 'MEMORY.md')?.text).toMatch(
      /- a, theirs \[verified:: 2026-06-08\] \^61k0y5aaaaa\n- a, ours \^61k0y5\w{5}\n/,
    );
  });

  it('three versions give the same text in each order', () => {
    const third = `${HEAD}- a, third ^61k0y5aaaaa\n- z ^61k0y9zzzzz\n`;
    const merge = (a: string, b: string) => mergeNotes({ base, ours: a, theirs: b }, 'MEMORY.md')?.text ?? '';
    const texts = [
      merge(merge(ours, theirs), third),
      merge(merge(third, ours), theirs),
      merge(ours, merge(theirs, third)),
    ];
    expect(new Set(texts).size, texts.join('\n')).toBe(1);
  });
});
