/** Removes invisible characters and those that change the reading direction; keeps line breaks, and NUL, which is refused elsewhere. */
export function stripHidden(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  hidden ??= hiddenPattern();
  return text.replace(hidden, '$1');
}

/** All but letters and signs of which none is taken away, as they stand in nearly every text. */
const SUSPICIOUS =
  /[^\t-\r -~\u0085\u00a0-\u00ac\u00ae-\u034e\u2010-\u2029\u2030-\u205f\u2070-\u3163\u3165-\ud7ff]/;

/** Compiled at first need: property escapes take time, and nearly no text needs them. */
let hidden: RegExp | undefined;

/** Arabic and Indic scripts and those of South East Asia, in which joiners shape words. */
const JOINED = '[\\u0600-\\u109f\\u1780-\\u1cff]';

/** What a legitimate text needs of the characters that are removed everywhere else. */
const KEPT = [
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[#*0-9])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
];

/** The flags of England, Scotland and Wales. */
const FLAGS =
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';

/** Default ignorable characters, controls but tab and line breaks, and annotations. */
const REMOVED =
  '[\\p{Default_Ignorable_Code_Point}\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\ufff9-\\ufffb]';

const hiddenPattern = (): RegExp => new RegExp(`(?=${REMOVED})(?:(${FLAGS})|(?!${KEPT.join('|')}).)`, 'gsu');
