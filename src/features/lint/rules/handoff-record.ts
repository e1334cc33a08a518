import { notePath } from '../../../notes/kinds/index.js';
import { parseHandoffs } from '../../../records/handoff.js';
import type { LintFinding, LintRule } from '../rule.js';

export const handoffRecord: LintRule = {
  name: 'handoff',
  level: 'warning',
  why: 'the next session cannot use a hand-off without a goal or an outcome',
  find({ wiki: notebook, entries }) {
    const note = notebook.note(`${notebook.content}/${notePath('handoff')}`);
    if (!note) return [];
    return parseHandoffs(note, entries(note)).flatMap(
      ({ label, goal, outcome: plan, entry }): LintFinding[] => {
        const lacks = [goal === '' ? 'goal' : '', plan === null ? 'outcome' : ''].filter(Boolean);
        if (lacks.length === 0) return [];
        const message = `${label} names no ${lacks.join(' and no ')}; write: **Goal**: …, **Outcome**: ✅ Complete`;
        return [{ path: entry.path, line: entry.line, message }];
      },
    );
  },
};
