import { defineCommand, UserError } from '../../command/define-command.js';
import type { CommandSummary } from '../../command/queries.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Prints a script by which a shell completes commands, actions and options. It is made from the command table. */
export const completions = defineCommand({
  name: 'completions',
  description: 'print completions for bash, zsh or fish',
  group: 'Maintenance',
  params: {
    shell: {
      kind: 'text',
      positional: 'one',
      required: true,
      choices: SHELLS,
      description: 'bash, zsh or fish',
    },
  },
  examples: ['daybook completions bash'],
  surfaces: ['cli'],
  requires: 'nothing',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  plan(ctx, { shell }) {
    const commands = ctx.query('commands');
    if (shell === 'fish') return { message: fishScript(commands), format: 'plain', data: {}, changes: [] };
    if (shell === 'bash' || shell === 'zsh')
      return { message: bashScript(commands, shell), format: 'plain', data: {}, changes: [] };
    throw new UserError(
      'unknown-shell',
      `no completions for \`${shell}\``,
      `one of: ${SHELLS.join(', ')}`,
      {},
      2,
    );
  },
});

/** Completes the command first, then its actions and options, then the options of the action. */
function bashScript(commands: readonly CommandSummary[], shell: 'bash' | 'zsh'): string {
  const names = commands.map(({ name }) => name).join(' ');
  const cases = commands.flatMap(({ name, options, actions }) => [
    ...actions.map((action) => `    '${name} ${action.name}') words="${optionList(action.options)}" ;;`),
    `    ${name}|'${name} '*) words="${[...actions.map((action) => action.name), optionList(options)].join(' ').trim()}" ;;`,
  ]);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_daybook() {',
    '  local typed="${COMP_WORDS[1]}" words=',
    '  if [ "$COMP_CWORD" -gt 2 ]; then typed="$typed ${COMP_WORDS[2]}"; fi',
    '  if [ "$COMP_CWORD" -eq 1 ]; then typed=; fi',
    '  case "$typed" in',
    `    ''|help|'help '*) words="${names} help" ;;`,
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _daybook daybook',
  ].join('\n');
}

function fishScript(commands: readonly CommandSummary[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", '’')}'`;
  const line = (when: string, what: string) => `complete -c daybook -n ${quote(when)} ${what}`;
  return commands
    .flatMap(({ name, description, options, actions }) => {
      const seen = `__fish_seen_subcommand_from ${name}`;
      const words = actions.map((action) => action.name);
      const before =
        words.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${words.join(' ')}`;
      return [
        line('__fish_use_subcommand', `-f -a ${name} -d ${quote(description)}`),
        ...actions.map((action) => line(before, `-f -a ${action.name} -d ${quote(action.description)}`)),
        ...options.map((option) => line(before, `-l ${option}`)),
        ...actions.flatMap((action) =>
          action.options.map((option) =>
            line(`${seen}; and __fish_seen_subcommand_from ${action.name}`, `-l ${option}`),
          ),
        ),
      ];
    })
    .join('\n');
}

const optionList = (options: readonly string[]): string => options.map((option) => `--${option}`).join(' ');
