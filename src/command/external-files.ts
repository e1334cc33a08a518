/** The files of a folder named on the command line. It may lie outside the workspace. */
export interface ExternalFolder {
  /** Absolute path of the folder, with links resolved. */
  readonly path: string;
  readonly files: readonly {
    readonly path: string;
    readonly text: string;
    /** The last change, in ms. */
    readonly modified: number;
  }[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

/** A folder in the project or below `~/`, and patterns of the files in it. */
export interface FilePlace {
  readonly base: string;
  readonly patterns: readonly string[];
}

/** The number of files in a place, and the times of the first and last change (ms since 1970 UTC). */
export interface PlaceFiles {
  /** Absolute path of the folder. */
  readonly path: string;
  readonly count: number;
  readonly oldest: number;
  readonly newest: number;
}

/** Converts documents. */
export interface HtmlReader {
  /** Converts an HTML document to Markdown; null if it is nested too deeply. `headings` are by the ids before them. */
  readonly readHtml: (html: string) => {
    readonly title: string | null;
    readonly markdown: string;
    readonly headings: ReadonlyMap<string, string>;
  } | null;
  /** Replaces the destinations of links in a Markdown text, outside code; null keeps one. */
  readonly replaceLinks: (text: string, replace: (url: string) => string | null) => string;
}

/** How to start Daybook on this machine. */
export interface InstalledCommand {
  /** Absolute path of Node. */
  readonly node: string;
  /** Absolute path of the command. */
  readonly command: string;
  readonly windows: boolean;
}
