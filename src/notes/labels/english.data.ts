import type { LabelTable } from './label-table.js';

export const ENGLISH_LABELS: LabelTable = {
  noun: 'last',
  types: {
    decision:
      'decision, decisions, decision outcome, decided, we decided, what we decided, agreed, adr, adrs, choice, choices, temporary',
    learning:
      'learning, learnings, learned, learnt, lesson, lessons, lesson learned, lessons learned, til, insight, insights, takeaway, takeaways, what we learned, what i learned, things we learned, things learned, discovery, discoveries',
    problem:
      'problem, problems, issue, issues, known issue, known issues, bug, bugs, error, errors, failure, failures, symptom, symptoms, open problem, open problems, what is broken, what’s broken',
    progress:
      'progress, fixed, fix, fixes, done, shipped, completed, finished, resolved, solved, accomplished, accomplishments, achievements, what works, what was done, what we did, what i did, work done',
    gotcha:
      'gotcha, gotchas, watch out, careful, beware, pitfall, pitfalls, caveat, caveats, warning, warnings, edge case, edge cases, trap, traps, quirk, quirks, footgun, footguns',
    blocker: 'blocker, blockers, blocked, blocked by, blocked on, stuck, impediment, impediments',
    rejected:
      "rejected, ruled out, dead end, dead ends, didn't work, did not work, what didn't work, what did not work, what doesn't work, abandoned, anti-pattern, anti-patterns, antipattern, antipatterns, do not, don't, don'ts, never do, what not to do, avoid, things to avoid, failed approach, failed approaches, failed attempts",
    assumption: 'assumption, assumptions, assuming, assume',
    experience: 'experience, experiences',
    preference: 'preference, preferences, prefers',
    fact: 'fact, facts, environment, tech stack, technology stack, stack, technologies',
    rule: 'rule, rules, convention, conventions, guideline, guidelines, coding standards, code standards, standards, best practices, must',
    constraint: 'constraint, constraints, limit, limits, limitation, limitations, technical constraints',
    question: 'question, questions, open question, open questions, unknowns, q',
    todo: "todo, todos, to do, to-do, to-dos, reminder, reminders, action item, action items, task list, next, next step, next steps, next action, next actions, next up, what's next, what is next, up next, what's left, what is left, what's left to build, left to do, left to build, still to do, remaining, remaining work, remaining tasks, open tasks, open items, pending, pending tasks, pending work, upcoming, backlog, follow-up, follow-ups, in progress, to be done",
  },
  parts: {
    solution:
      'solution, solutions, action, actions, fix, resolution, resolved by, fixed by, how we fixed it, workaround, answer, prevention',
    why: 'why, reason, reasons, reasoning, rationale, because, motivation, justification, root cause, cause, context, context and problem statement',
    date: 'date, when, on, decided on, date decided, created, added, timestamp',
    status: 'status, state',
    alternatives:
      'alternatives, alternative, options, considered options, options considered, alternatives considered, rejected alternatives, instead of',
    detail:
      'background, session, session log, sessions, log, journal, history, changelog, overview, consequences, consequence, positive consequences, negative consequences, trade-offs, tradeoffs, impact, effect, outcome, result, trigger, pattern, confidence, severity, priority, category, area, scope, tags, evidence, example, examples, source, sources, reference, references, links, file, files, details, description, notes, note, owner, author, deciders, decision drivers, pros and cons of the options, pros, cons, confirmation, more information, implementation, lesson id, id',
  },
};
