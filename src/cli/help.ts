import type { Command } from '../command/define-command.js';
import type { ParamDefinition, ParamDefinitions } from '../command/params.js';
import { GLOBAL_OPTIONS } from './parse-args.js';

/** Formats the help of one command: description, usage, options, and examples that stories run. */
export function commandHelp({ name, description: about, params, examples }: Command): string {
  const words = Object.entries(params).filter(([, param]) => param.positional);
  const options = Object.entries(params).filter(([, param]) => !param.positional);
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
      Object.entries(GLOBAL_OPTIONS as ParamDefinitions).map(([key, param]) => [
        optionUsage(key, param),
        param.description,
      ]),
    ),
    ...(examples.length ? ['', 'Examples', ...examples.map((example) => `  ${example}`)] : []),
    '',
  ].join('\n');
}

/** Formats the overview: every command with one sentence, in the order of the table. */
export function overviewHelp(verbs: readonly Pick<Command, 'name' | 'description'>[]): string {
  return [
    'daybook: a Markdown wiki and journal that agents and people write together.',
    '',
    'Usage: daybook <command> [words] [options]',
    ...block(
      'Verbs',
      verbs.map(({ name, description: about }) => [name, about]),
    ),
    ...block(
      'Everywhere',
      Object.entries(GLOBAL_OPTIONS as ParamDefinitions).map(([key, param]) => [
        optionUsage(key, param),
        param.description,
      ]),
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

const wordUsage = (key: string, param: ParamDefinition): string => {
  const word = `${key.toUpperCase()}${param.positional === 'rest' ? '…' : ''}`;
  return param.required ? word : `[${word}]`;
};

const optionUsage = (key: string, param: ParamDefinition): string =>
  param.kind === 'flag'
    ? `--${key}`
    : `--${key} ${param.placeholder ?? key.toUpperCase()}${param.repeatable ? '…' : ''}`;

const describe = (param: ParamDefinition): string =>
  param.choices && param.choices.length <= 6
    ? `${param.description} (${param.choices.join(', ')})`
    : param.description;
