import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLinePrefix } from '../../../src/notes/freeform/line-prefix.js';
import { findLabel } from '../../../src/search/index/document-types.js';
import { createFastRegex } from '../../../src/text/ascii-regex.js';
import { tokenizeText } from '../../../src/text/tokenize.js';

const piece = fc.constantFrom(
  ...[
    '- ',
    '* ',
    '1. ',
    '[x] ',
    '**',
    '__',
    'MEMORY: ',
    'KEY: ',
    'Decision: ',
    'TIL ',
    ' - ',
    '-- ',
    '// ',
    '`',
  ],
  ...[
    'Anna: ',
    "it's ",
    'camelCase ',
    'HTTPServer ',
    'src/a-b.ts ',
    'C++ ',
    'C# ',
    'utf8 ',
    '2026-06-07 ',
    '. ',
  ],
);
const text = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** A letter at the end that makes every pattern take its other form. */
const FAR = ' and behind it, where it says nothing of what stands in front, an é';

describe('patterns in two forms', () => {
  it('the prefix of a text is the same in both forms', () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(parseLinePrefix(`${said}zq.${FAR}`)).toEqual(parseLinePrefix(`${said}zq.`));
      }),
    );
  });

  it('so are words and labels', () => {
    fc.assert(
      fc.property(text, (said) => {
        const far = tokenizeText(FAR);
        expect(tokenizeText(`${said}zq.${FAR}`).slice(0, -far.length)).toEqual(tokenizeText(`${said}zq.`));
        expect(findLabel(`${said}zq.${FAR}`)).toBe(findLabel(`${said}zq.`));
      }),
    );
  });

  it('the dear form is made for the first text that needs it', () => {
    let made = 0;
    const pattern = createFastRegex(/a/, () => {
      made++;
      return /é/;
    });
    expect([pattern('a').source, made]).toEqual(['a', 0]);
    expect([pattern('é').source, pattern('à').source, made]).toEqual(['é', 'é', 1]);
  });
});
