import type { ParamDefinitions } from './params.js';

/** Options of every command. */
export const GLOBAL_OPTIONS = {
  workspace: { kind: 'text', description: 'use the workspace in this folder', placeholder: 'DIR' },
  json: { kind: 'flag', description: 'answer with one JSON object' },
  'dry-run': { kind: 'flag', description: 'print the changes as a diff and make none' },
  quiet: { kind: 'flag', description: 'print only errors' },
  color: {
    kind: 'text',
    choices: ['auto', 'always', 'never'],
    description: 'use colour: auto, always or never',
    placeholder: 'WHEN',
  },
  'no-pager': { kind: 'flag', description: 'print long output directly' },
  help: { kind: 'flag', description: 'explain the command' },
  version: { kind: 'flag', description: 'print the version' },
} as const satisfies ParamDefinitions;

/** Short options and the long names that they abbreviate. */
export const SHORT_OPTIONS: Readonly<Record<string, keyof typeof GLOBAL_OPTIONS>> = {
  C: 'workspace',
  n: 'dry-run',
  q: 'quiet',
  h: 'help',
  V: 'version',
  v: 'version',
};
