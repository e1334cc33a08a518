import type { Param, Params } from '../../verbs/params.js';
import type { Verb } from '../../verbs/verb.js';
import { GLOBAL } from './arguments.js';

/** The page of one verb: what it does, how it is written, its options, examples that stories run. */
export function verbHelp({ name, about, params, examples }: Verb): string {
  const words = Object.entries(params).filter(([, param]) => param.word);
  const options = Object.entries(params).filter(([, param]) => !param.word);
  const usage = [
    'daybook',
    name,
    ...words.map(([key, param]) => wordUsage(key, param)),
    options.length ? '[options]' : '',
  ];
  return [
    `${name}: ${about}.`,
    '',
    `Usage: ${usage.filter(Boolean).join(' ')}`,
    ...block(
      'Words',
      words.map(([key, param]) => [key.toUpperCase(), describe(param)]),
    ),
    ...block(
      'Options',
      options.map(([key, param]) => [optionUsage(key, param), describe(param)]),
    ),
    ...block(
      'Everywhere',
      Object.entries(GLOBAL as Params).map(([key, param]) => [optionUsage(key, param), param.about]),
    ),
    ...(examples.length ? ['', 'Examples', ...examples.map((example) => `  ${example}`)] : []),
    '',
  ].join('\n');
}

/** The first page: every verb with one sentence, in the order of the table. */
export function mainHelp(verbs: readonly Pick<Verb, 'name' | 'about'>[]): string {
  return [
    'daybook: a Markdown wiki and journal that agents and people write together.',
    '',
    'Usage: daybook <verb> [words] [options]',
    ...block(
      'Verbs',
      verbs.map(({ name, about }) => [name, about]),
    ),
    ...block(
      'Everywhere',
      Object.entries(GLOBAL as Params).map(([key, param]) => [optionUsage(key, param), param.about]),
    ),
    '',
    'Start here: daybook init, then daybook log "decided X because Y", then daybook recall.',
    '',
  ].join('\n');
}

function block(title: string, lines: readonly (readonly [string, string])[]): string[] {
  if (lines.length === 0) return [];
  const width = Math.max(...lines.map(([left]) => left.length));
  return ['', title, ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)];
}

const wordUsage = (key: string, param: Param): string => {
  const word = `${key.toUpperCase()}${param.word === 'rest' ? '…' : ''}`;
  return param.required ? word : `[${word}]`;
};

const optionUsage = (key: string, param: Param): string =>
  param.kind === 'flag'
    ? `--${key}`
    : `--${key} ${param.holder ?? key.toUpperCase()}${param.many ? '…' : ''}`;

const describe = (param: Param): string =>
  param.choices && param.choices.length <= 6 ? `${param.about} (${param.choices.join(', ')})` : param.about;
