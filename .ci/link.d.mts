/** See link.mjs. */
export function linked(
  chunks: readonly { readonly path: string; readonly text: string }[],
  entry: string,
): Promise<string>;
export function startable(code: string): string;
