type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns whether text is coloured. `--color` decides; else `NO_COLOR`, then `FORCE_COLOR` and `CLICOLOR_FORCE`, then
 * `TERM=dumb` and `CLICOLOR=0`. A pipe is coloured by `--color always` only: agents read pipes, and escape sequences cost tokens.
 */
export function chooseColor(when: string, isTerminal: boolean, env: Environment): boolean {
  if (when !== 'auto') return when === 'always';
  if (!isTerminal || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  return env.TERM !== 'dumb' && env.CLICOLOR !== '0';
}
