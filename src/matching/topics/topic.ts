import { groupByKeys } from '../../text/group-by.js';
import type { TextAnalysis } from './analyze-text.js';
import { findPhrase, startOfPhrase } from './phrase-match.js';

/** A topic, by all of its names. */
export interface Topic {
  readonly names: readonly string[];
}

/** Returns the word positions at which a text names a topic. */
export const findTopic = (topic: Topic, heard: TextAnalysis): readonly number[] =>
  ['', ...heard.starts()]
    .flatMap((start) => startsOfNames(topic).get(start) ?? [])
    .flatMap((name) => findPhrase(name, heard));

/** The names of a topic by their first letters; below '' those that are searched literally. */
const byStart = new WeakMap<Topic, ReadonlyMap<string, readonly string[]>>();

function startsOfNames(topic: Topic): ReadonlyMap<string, readonly string[]> {
  const known = byStart.get(topic);
  if (known) return known;
  const all = groupByKeys(topic.names.map((name) => [startOfPhrase(name), name] as const));
  byStart.set(topic, all);
  return all;
}
