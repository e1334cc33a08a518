import { pathOf } from '../../kinds/index.js';
import { handoffsIn } from '../handoff.js';
import type { Finding, Rule } from './rule.js';

export const handoffRecord: Rule = {
  name: 'handoff',
  level: 'warning',
  why: 'a record without a goal or an outcome hands nothing on',
  find({ wiki, entries }) {
    const note = wiki.note(`${wiki.content}/${pathOf('handoff')}`);
    if (!note) return [];
    return handoffsIn(note, entries(note)).flatMap(({ label, goal, outcome, entry }): Finding[] => {
      const lacks = [goal === '' ? 'goal' : '', outcome === null ? 'outcome' : ''].filter(Boolean);
      if (lacks.length === 0) return [];
      const message = `${label} names no ${lacks.join(' and no ')}; write: **Goal**: …, **Outcome**: ✅ Complete`;
      return [{ path: entry.path, line: entry.line, message }];
    });
  },
};
