/** See link.mjs. */
export function linked(
  chunks: readonly { readonly path: string; readonly text: string }[],
  entry: string,
  acts: (name: string) => boolean,
): Promise<string>;
