/** How many of a thing there are, in words: `1 note`, `2 notes`; where the plural adds more than an `s` it is given. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
