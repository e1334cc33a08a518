/** An option with its value, `true` where it has none; or a word, which has no name. */
export type Token =
  | { readonly name: string; readonly value: string | true }
  | { readonly name: null; readonly value: string };

/**
 * What was typed, piece by piece, as `parseArgs` of `node:util` reads it where it is not strict: a test holds it to that.
 * Loading that module would take a twentieth of a bare start. `texts` names the options that take a value.
 */
export function tokensOf(args: readonly string[], texts: ReadonlySet<string>): readonly Token[] {
  const found: Token[] = [];
  const rest = [...args];
  const take = (name: string): string | true => (texts.has(name) ? (rest.shift() ?? true) : true);
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') found.push(...rest.splice(0).map(asWord));
    else if (arg.startsWith('--')) found.push(longOption(arg, take));
    else if (arg.startsWith('-') && arg !== '-') found.push(...shortOptions(arg, texts, take));
    else found.push(asWord(arg));
  }
  return found;
}

const asWord = (value: string): Token => ({ name: null, value });

/** `--name`, `--name value`, `--name=value`. */
function longOption(arg: string, take: (name: string) => string | true): Token {
  const cut = arg.includes('=', 3) ? arg.indexOf('=') : -1;
  if (cut >= 0) return { name: arg.slice(2, cut), value: arg.slice(cut + 1) };
  const name = arg.slice(2);
  return { name, value: take(name) };
}

/** `-abc`: each letter is an option; behind the first that takes a value stands that. */
function shortOptions(
  arg: string,
  texts: ReadonlySet<string>,
  take: (name: string) => string | true,
): readonly Token[] {
  const found: Token[] = [];
  for (let at = 1; at < arg.length; at++) {
    const name = arg.charAt(at);
    const own = texts.has(name) ? arg.slice(at + 1) : '';
    found.push({ name, value: own === '' ? take(name) : own });
    if (own !== '') break;
  }
  return found;
}
