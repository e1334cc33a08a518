/** Formats a count with its noun: `1 note`, `2 notes`. `many` is for plurals that are not formed with `s`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
