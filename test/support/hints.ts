/** Finds the commands that a text advises: after a colon, a bracket, a dash, `or`, `then` or `run`, or in backquotes. */
export function findHints(text: string): readonly string[] {
  const lines = text
    .replaceAll('\\"', '"')
    .replaceAll('\\n', '\n')
    .split('\n')
    .filter((line) => !/^daybook: `|^you typed: |^ *Usage: |^ *Explain /.test(line))
    .join('\n');
  const found = lines.matchAll(
    /(?<=(?<open>`|(?<!\$)\(|: |— |→ |\bor |\bthen |\brun ))daybook (?<rest>[a-z].*)/gm,
  );
  return [...found].map(({ groups: { open = '', rest = '' } = {} }) =>
    open === '`' ? rest.replace(/`.*/, '') : cutHint(rest),
  );
}

/** A command ends where the sentence goes on. Quoted text after a blank is part of it. */
const cutHint = (rest: string): string =>
  /^(?:(?<= )"[^"]*"|(?!"|[;)`|<>]|[,.:](?: |$)| (?:—|·|→|and|or|then|\()(?: |\w|$)| {2})[\s\S])*/
    .exec(rest)?.[0]
    .trim() ?? '';
