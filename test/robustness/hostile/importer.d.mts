/** See importer.mjs. */
export function importsIn(text: string): string[];
export function tagsIn(text: string): string[];
export const NEWER: readonly string[];
export const FORMS: Readonly<Record<string, (path: string) => string>>;
