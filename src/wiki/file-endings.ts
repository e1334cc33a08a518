/** Letters that mark a name as that of a file, where no slash does. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  `c cc cfg cjs cpp cs css csv cts env go gradle graphql h hpp htm html ini java js json jsonc jsx kt lock md mdx mjs
  mts php proto py rb rs scss sh sql svelte swift tf toml ts tsx txt vue xml yaml yml cjsx ctsx mjsx mtsx`.split(
    /\s+/,
  ),
);
