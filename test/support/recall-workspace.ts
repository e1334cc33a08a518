/* Generated workspaces with questions, from the templates in test/fixtures/recall. */
import { readFileSync } from 'node:fs';
import { createRandom } from './random.js';

export interface RecallQuestion {
  readonly words: string;
  /** The text of the entry that answers it. */
  readonly evidence: string;
}

export interface RecallWorkspace {
  readonly files: Readonly<Record<string, string>>;
  readonly questions: readonly RecallQuestion[];
}

/** Each fact is stated for this many products. */
const PRODUCTS_PER_FACT = 12;
/** Entries about a product with words of the questions, and entries about other things. */
const NEAR = 700;
const FILLER = 1200;
/** Sentences of a long entry: 100 to 300 words. */
const LONG = [12, 24] as const;
const ENTRIES_PER_NOTE = 25;
/** Share of sentences about other things that have words of the questions. */
const WITH_WORDS = 0.05;

export function generateRecallWorkspace(language: string, seed: number): RecallWorkspace {
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const { names, people, facts, near, filler, subjects, predicates, places } = readTemplates(language);
  const fill = (template: string, name: string, person: string): string =>
    template
      .replaceAll('{E}', name)
      .replaceAll('{P}', person)
      .replace(/\{N\}/g, () => String(3 + Math.floor(random() * 90)));
  const other = (templates: readonly string[]) => fill(pick(templates), pick(names), pick(people));
  const [space, stop] = language === 'zh' ? ['', '。'] : [' ', '.'];
  /** A sentence about other things: some have words of the questions. */
  const writeFiller = () =>
    random() < WITH_WORDS
      ? other(filler)
      : `${pick(subjects)}${space}${pick(predicates).replace('{L}', pick(places))}${stop}`;
  /** Every third entry is long: the text among sentences about other things. */
  const lengthen = (text: string, at: number): string => {
    if (at % 3 > 0) return text;
    const length = LONG[0] + Math.floor(random() * (LONG[1] - LONG[0]));
    const sentences = Array.from({ length }, writeFiller);
    sentences.splice(Math.floor(random() * length), 0, text);
    return sentences.join(space);
  };

  const questions: RecallQuestion[] = [];
  const blocks: string[][] = [];
  for (const fact of facts) {
    const [statement = '', question = ''] = fact.split(' | ');
    const rest = shuffle(names, random).slice(0, PRODUCTS_PER_FACT);
    for (const [at, name] of rest.entries()) {
      const person = pick(people);
      const [before, answer] = statement.includes(' >> ') ? statement.split(' >> ') : [null, statement];
      const evidence = lengthen(fill(answer!, name, person), before === null ? at : 1);
      questions.push({ words: fill(question, name, person), evidence });
      blocks.push(before === null ? [evidence] : [fill(before, name, pick(people)), evidence]);
    }
  }
  for (let at = 0; at < NEAR; at++) blocks.push([lengthen(other(near), at)]);
  for (let at = 0; at < FILLER; at++) blocks.push([lengthen(writeFiller(), at)]);
  return { files: writeNotes(shuffle(blocks, random).flat()), questions };
}

function writeNotes(entries: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; at < entries.length; at += ENTRIES_PER_NOTE) {
    const day = new Date(Date.UTC(2026, 0, 1 + at / ENTRIES_PER_NOTE)).toISOString().slice(0, 10);
    const lines = entries.slice(at, at + ENTRIES_PER_NOTE).map((entry) => `- ${entry}`);
    files[`content/evolving/${day}.md`] = `# ${day}\n\n## Session ${day} 09:00\n\n${lines.join('\n')}\n`;
  }
  return files;
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  const keyed = all.map((one) => [random(), one] as const);
  return keyed.sort(([a], [b]) => a - b).map(([, one]) => one);
}

function readTemplates(language: string) {
  const text = readFileSync(new URL(`../fixtures/recall/${language}.txt`, import.meta.url), 'utf8');
  const sections = Object.fromEntries(
    text
      .split(/^\[/m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.trim().split('\n');
        return [name.replace(']', ''), lines];
      }),
  ) as Readonly<Record<string, readonly string[]>>;
  const words = (name: string) => sections[name]!.join(' ').split(' ');
  const { facts = [], near = [], filler = [], subjects = [], predicates = [], places = [] } = sections;
  return {
    names: words('names'),
    people: words('people'),
    facts,
    near,
    filler,
    subjects,
    predicates,
    places,
  };
}
