import { findLineNumber, type LintRule } from '../rule.js';

/** How a shortcode of Hugo opens. */
const OPENS = /\{\{[<%]/;

export const hugo: LintRule = {
  name: 'hugo',
  level: 'info',
  why: 'an unknown shortcode stops the build of a site in Hugo',
  find: ({ notes }) =>
    notes.flatMap(({ path, text }) => {
      const at = text.search(OPENS);
      if (at < 0) return [];
      const message = `\`${text.slice(at, at + 3)}\` calls a shortcode of Hugo; daybook export --format hugo escapes it`;
      return [{ path, line: findLineNumber(text, at), message }];
    }),
};
