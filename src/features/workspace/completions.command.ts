import { defineCommand } from '../../command/define-command.js';
import { defineTextList, defineWord } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { completeWords, type Suggestion } from './completion-values.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** How each shell reads a suggestion: one a line, with its description where the shell shows one. */
const FORMATS: Readonly<Record<string, (one: Suggestion) => string>> = {
  bash: ({ text }) => text,
  zsh: ({ text, about }) =>
    [text, about]
      .map((part) => part.replaceAll(/[\\:]/g, '\\$&'))
      .join(':')
      .replace(/:$/, ''),
  fish: ({ text, about }) => (about === '' ? text : `${text}\t${about}`),
  powershell: ({ text, about }) => (about === '' ? text : `${text}\t${about}`),
};

/** Prints the script that makes a shell complete words. The script runs this command with `--typed` for suggestions. */
export const completions = defineCommand({
  name: 'completions',
  description: 'print completions for bash, zsh, fish or PowerShell',
  group: 'Other names and plumbing',
  params: {
    shell: defineWord('bash, zsh, fish or powershell', { required: true, choices: SHELLS }),
    typed: defineTextList('for the script: a word after `daybook`; the last one is completed', 'WORD'),
  },
  examples: ['daybook completions bash'],
  requires: 'workspace if any',
  plan(ctx, { shell, typed }) {
    const format = Object.hasOwn(FORMATS, shell) ? FORMATS[shell] : undefined;
    if (!format)
      throw createUsageError(
        `no completions for \`${shell}\``,
        `one of: ${SHELLS.join(', ')}`,
        'unknown-shell',
      );
    const message =
      typed.length === 0
        ? ctx.query('template', `completions/daybook.${shell === 'powershell' ? 'ps1' : shell}`).trimEnd()
        : completeWords(ctx, typed).map(format).join('\n');
    return { message, format: 'plain', data: {} };
  },
});
