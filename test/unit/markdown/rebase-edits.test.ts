import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebaseEdits } from '../../../src/markdown/rebase-edits.js';
import { applyEdits, type TextEdit } from '../../../src/markdown/text-edit.js';

const at = (text: string, part: string) => text.indexOf(part);
const moved = (splices: readonly TextEdit[], from: string, to: string) => {
  const there = rebaseEdits(splices, from, to);
  return there && applyEdits(to, there);
};

describe('rebase', () => {
  const base = '# A\n\n- one\n- two\n- three\n\n# B\n\n- four\n';

  it('leaves splices as they are where nothing moved', () => {
    const splices = [{ at: 3, old: '\n', new: '\n\n' }];
    expect(rebaseEdits(splices, base, base)).toEqual(splices);
  });

  it('follows its span past what others put in and took out', () => {
    const ours = [{ at: at(base, 'two'), old: 'two', new: '2' }];
    expect(moved(ours, base, `intro\n${base}`)).toBe(`intro\n${base.replace('two', '2')}`);
    expect(moved(ours, base, base.replace('- one\n', ''))).toBe(
      base.replace('- one\n', '').replace('two', '2'),
    );
  });

  it('puts an insertion behind its left neighbour, where both were appended', () => {
    const ours = [{ at: at(base, '\n# B'), old: '', new: '- ours\n' }];
    const theirs = base.replace('- three\n', '- three\n- theirs\n');
    expect(moved(ours, base, theirs)).toBe(base.replace('- three\n', '- three\n- ours\n- theirs\n'));
  });

  it('takes the right neighbour where the left one is changed, and keeps whole lines whole', () => {
    const ours = [{ at: at(base, '\n# B'), old: '', new: '- ours\n' }];
    const theirs = base.replace('- three\n', 'a wholly different line\n');
    expect(moved(ours, base, theirs)).toBe(theirs.replace('\n# B', '- ours\n\n# B'));
    const end = [{ at: base.length, old: '', new: '- ours\n' }];
    expect(rebaseEdits(end, base, base.replace('- four\n', 'something else without an end'))).toBeNull();
  });

  it('finds a span in a line that was edited elsewhere', () => {
    const from = '- [ ] write the tests\n';
    const ours = [{ at: 3, old: ' ', new: 'x' }];
    expect(moved(ours, from, '- [ ] write all the tests\n')).toBe('- [x] write all the tests\n');
  });

  it('is null where the span is gone', () => {
    const ours = [{ at: at(base, '- two\n'), old: '- two\n', new: '' }];
    expect(rebaseEdits(ours, base, base.replace('- two\n', ''))).toBeNull();
    expect(rebaseEdits(ours, base, 'something else\n')).toBeNull();
    expect(rebaseEdits([{ at: 0, old: '', new: 'x\n' }], '', 'y\n')).toBeNull();
  });

  const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,8}$/), { minLength: 6, maxLength: 30 });

  it('property: changes of different lines are both there', () => {
    const run = fc.property(
      lines,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('in', 'out', 'edit'),
      (all, i, j, how) => {
        const mine = i % all.length;
        const theirs = j % all.length;
        fc.pre(Math.abs(mine - theirs) > 1);
        const text = (of: readonly string[]) => of.map((line) => `${line}\n`).join('');
        const from = text(all);
        const edited = all.map((line, n) => (n === theirs ? `${line} THEIRS` : line));
        const others =
          how === 'edit'
            ? edited
            : how === 'out'
              ? all.filter((_, n) => n !== theirs)
              : all.toSpliced(theirs, 0, 'THEIRS');
        const ours = [{ at: at(`\n${from}`, `\n${all[mine]}\n`), old: `${all[mine]}\n`, new: 'OURS\n' }];
        expect(moved(ours, from, text(others))).toBe(
          text(others.map((line) => (line === all[mine] ? 'OURS' : line))),
        );
      },
    );
    fc.assert(run, { seed: 20260607, numRuns: 500 });
  });

  it('property: for any texts it is null or changes nothing but its span', () => {
    const text = fc.stringMatching(/^[ab\n]{0,40}$/);
    const run = fc.property(text, text, fc.nat(), fc.nat(4), (from, to, start, length) => {
      const place = start % (from.length + 1);
      const ours = [{ at: place, old: from.slice(place, place + length), new: 'X\n' }];
      const there = rebaseEdits(ours, from, to);
      if (!there) return;
      expect(to.slice(there[0]!.at, there[0]!.at + ours[0]!.old.length)).toBe(ours[0]!.old);
      expect(applyEdits(to, there).length).toBe(to.length - ours[0]!.old.length + 2);
    });
    fc.assert(run, { seed: 20260607, numRuns: 2000 });
  });
});
