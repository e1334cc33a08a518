import ignore, { type Ignore } from 'ignore';

/** Reads the rules of a `.gitignore`. */
export const parseIgnoreRules = (text: string): Ignore => ignore().add(text);
