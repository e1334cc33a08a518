declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly markdown: string;
    readonly section: string;
    readonly number: number;
  }[];
}
