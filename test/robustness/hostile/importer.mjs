// What Claude Code 2.1.330 makes of a CLAUDE.md: which files it imports, and which tags stand raw in it.
// Seen in its code, and compared with the client itself in test/e2e/clients/hostile.client.mjs:
// - It lexes the file with a lexer that gives the tokens of `marked` without the additions of GitHub, so tables are text.
// - Code tokens (fenced, indented, spans) are skipped; the tokens and items of all others are walked.
// - A text token is searched for `@path` behind a blank or at its beginning. In a list item the text of a whole line is
//   one token, code spans among it, and its parts are tokens again: code in a list protects nothing but its beginning.
// - Of HTML only what stands beside a comment is searched.
// - A path runs to the next blank, an escaped blank belongs to it, and `#` ends it. It begins with `./`, `~/`, `/` or a
//   letter, digit, `.`, `_` or `-`. Only the ASCII `@` counts.
// The lexer here is newer than the client's: it decodes numeric entities and gives the text of an image, too.
import { Lexer } from 'marked';

/** The paths that the client would import. */
export function importsIn(text) {
  const found = [];
  const search = (part) => {
    for (const [, word] of part.matchAll(/(?:^|\s)@((?:[^\s\\]|\\ )+)/g)) {
      const path = word.replace(/#.*$/s, '').replaceAll('\\ ', ' ');
      if (/^(?:\.\/|~\/|\/.|[a-zA-Z0-9._-])/s.test(path)) found.push(path);
    }
  };
  for (const { type, raw, text: own = '' } of tokensIn(text)) {
    if (type === 'text') search(own);
    if (type === 'html' && /^\s*<!--[\s\S]*-->/.test(raw)) search(raw.replace(/<!--[\s\S]*?-->/g, ''));
  }
  return found;
}

/** Every token but code and what is in it. */
function tokensIn(text) {
  const walk = (tokens) =>
    tokens
      .filter(({ type }) => type !== 'code' && type !== 'codespan')
      .flatMap((token) => [token, ...walk(token.tokens ?? []), ...walk(token.items ?? [])]);
  return walk(new Lexer({ gfm: false }).lex(text));
}

/** Tags by which Claude Code, Codex and others tell their models what is whose. */
const HARNESS =
  /<\/?(?:system-reminder|system|human|assistant|user|memory|function_calls|invoke|parameter|antml:\w+|tool_(?:use|result)\w*|user-prompt-submit-hook|command-\w+|local-command-\w+|task-notification|bash-\w+|environment_context|user_instructions|instructions|turn_aborted|hook_context|thinking)\b/gi;

/** Raw tags: those of clients wherever they stand, and all others outside code. */
export function tagsIn(text) {
  const outside = tokensIn(text).flatMap(({ type, raw, tokens }) =>
    type === 'html' ? [raw] : type === 'text' && !tokens ? (raw.match(/<[a-z/!?].*/gi) ?? []) : [],
  );
  return [...outside, ...(text.match(HARNESS) ?? [])];
}

/** Forms that only a newer lexer than the client's makes an import of. */
export const NEWER = ['a decimal entity', 'a hexadecimal entity', 'an image'];

/** Lines that import `path`, or look as if they did, each by its name. */
export const FORMS = {
  plain: (path) => `see @${path} now`,
  'in code': (path) => `run \`npm i @${path} x\``,
  'at the beginning of code': (path) => `run \`@${path} x\``,
  'between tags': (path) => `<b>@${path}</b>`,
  'between tags and blanks': (path) => `<b> @${path} </b>`,
  'behind a line break of HTML': (path) => `x<br>@${path} y`,
  'behind a backslash': (path) => `x \\@${path} y`,
  'behind an escaped star': (path) => `x \\*@${path} y`,
  'behind an escaped quotation mark': (path) => `x \\"@${path} y`,
  'behind an escaped bracket': (path) => `x \\(@${path} y`,
  'a decimal entity': (path) => `x &#64;${path} y`,
  'a hexadecimal entity': (path) => `x &#x40;${path} y`,
  'a named entity': (path) => `x &commat;${path} y`,
  'behind an entity': (path) => `x&nbsp;@${path} y&lt;@${path}`,
  'a wide @': (path) => `x ＠${path} y`,
  'in a comment': (path) => `x <!-- @${path} --> y`,
  'behind a comment': (path) => `<!-- a --> @${path} y`,
  'in a table': (path) => `| a | @${path} | b |`,
  'in a tight table': (path) => `|a|@${path}|b|`,
  'the text of a link': (path) => `[@${path}](https://a.example)`,
  'the target of a link': (path) => `[a]( @${path} )`,
  'the title of a link': (path) => `[a](b " @${path} x")`,
  'an image': (path) => `![@${path} x](b)`,
  'an autolink': (path) => `<@${path}>`,
  'behind an autolink': (path) => `<https://a.example/>@${path} x`,
  'in emphasis': (path) => `*@${path}*`,
  'behind emphasis': (path) => `**x**@${path} y`,
  'behind low lines': (path) => `_x_@${path} y`,
  'behind a lone backtick': (path) => `it\`s @${path} y`,
  'behind a lone backtick, in code': (path) => `it\`s \`@${path} y\` z`,
  'behind code': (path) => `\`x\`@${path} y`,
  'in wide code': (path) => `\`\` a\`b @${path} x \`\``,
  'behind quotation marks': (path) => `"@${path}" '@${path}' y`,
  'behind a bracket': (path) => `(@${path} [@${path} y`,
  'behind an address': (path) => `x@y.example@${path} y`,
  'behind a path': (path) => `https://y.example/@${path} a/@${path} y`,
  'behind signs': (path) => `x:@${path} x=@${path} x,@${path} x|@${path}`,
  'a heading': (path) => `## @${path} y`,
  'a quote': (path) => `>@${path} y`,
  'a list in a quote': (path) => `> - @${path} y`,
  'a definition': (path) => `[x]: @${path} "y"`,
  'a footnote': (path) => `[^1]: @${path} y`,
  'a task': (path) => `[ ] @${path} y`,
  'a blank of another kind': (path) => `x\u00a0@${path} y`,
  'a hidden blank': (path) => `x\u200b@${path} x \u2060@${path} y`,
  'a backslash behind it': (path) => `x @\\${path} y`,
  'in mathematics': (path) => `$x$@${path} x`,
  'behind a comparison': (path) => `x < @${path} x`,
  'with a fragment': (path) => `x @${path}#part x`,
  'in wikilinks': (path) => `[[@${path} x]]`,
  'in details': (path) => `<details><summary>@${path} x</summary></details>`,
  'struck out': (path) => `~~x~~@${path} y`,
};
