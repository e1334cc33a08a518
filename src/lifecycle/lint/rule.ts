import type { Properties } from '../../markdown/properties.js';
import type { Change } from '../../wiki/change.js';
import type { Located } from '../../wiki/entries.js';
import type { Claim, NamedFate } from '../../wiki/fate.js';
import type { Resolver } from '../../wiki/links/resolver.js';
import type { Note } from '../../wiki/note.js';
import type { SecretSeen } from '../../wiki/secrets.js';
import type { Wiki } from '../../wiki/wiki.js';
import type { Clock } from '../when/due.js';

/** What a rule sees of a workspace. */
export interface Inspection {
  readonly wiki: Wiki;
  /** Every note that can be read. */
  readonly notes: readonly Note[];
  /** True where some note cannot be read: it may hold a link to anything. */
  readonly hasUnknown: boolean;
  readonly entries: (note: Note) => readonly Located[];
  /** How links are resolved, aliases included. */
  readonly resolver: Resolver;
  readonly clock: Clock;
  /** Why the front matter of a text cannot be read, or null. */
  readonly frontMatterProblem: (text: string) => string | null;
  /** What the front matter of a text says; null where it cannot be read. */
  readonly properties: (text: string) => Properties | null;
  /** The file with the context block, and how many tokens it may have; null where there is none. */
  readonly block: { readonly path: string; readonly budget: number } | null;
  readonly tokens: (text: string) => number;
  readonly mint: () => string;
  /** What became of what entries name. */
  readonly became: (claims: readonly Claim[]) => readonly NamedFate[];
  /** Symbolic links in the place of notes or their folders. */
  readonly links: () => readonly string[];
  /** What secretlint sees in each of the texts. */
  readonly secretlint: (texts: readonly string[]) => readonly (readonly SecretSeen[])[];
}

/** One thing that somebody may want to mend. */
export interface Finding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** What would mend it without losing anything; missing where a person has to decide. */
  readonly fix?: Change;
  /** Where a rule tells cases of different weight apart; else the rule's level counts. */
  readonly level?: Level;
}

export type Level = 'info' | 'warning' | 'error';

/** A rule of `lint`, as data: what it looks for, and why that matters. */
export interface Rule {
  readonly name: string;
  readonly level: Level;
  readonly why: string;
  readonly find: (inspection: Inspection) => readonly Finding[];
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split(/\r\n|\n|\r/).length;
