import { defineCommand, UserError } from '../../command/define-command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Prints what a shell needs to complete verbs and options; everything comes from the verb table. */
export const completions = defineCommand({
  name: 'completions',
  description: 'print completions for bash, zsh or fish',
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
    const table = ctx.query('verbs');
    const names = table.map(({ name }) => name).join(' ');
    const options = (name: string) =>
      table
        .find((one) => one.name === name)
        ?.options.map((option) => `--${option}`)
        .join(' ') ?? '';
    if (shell === 'fish') {
      const lines = table.flatMap(({ name, about, options: own }) => [
        `complete -c daybook -n __fish_use_subcommand -f -a ${name} -d '${about.replaceAll("'", '’')}'`,
        ...own.map((option) => `complete -c daybook -n '__fish_seen_subcommand_from ${name}' -l ${option}`),
      ]);
      return { message: lines.join('\n'), data: {}, changes: [] };
    }
    if (shell !== 'bash' && shell !== 'zsh') {
      throw new UserError(
        'unknown-shell',
        `no completions for \`${shell}\``,
        `one of: ${SHELLS.join(', ')}`,
        {},
        2,
      );
    }
    const cases = table.map(
      ({ name }) => `    ${name}) COMPREPLY=($(compgen -W "${options(name)}" -- "$word")) ;;`,
    );
    const script = [
      ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
      '_daybook() {',
      '  local word="${COMP_WORDS[COMP_CWORD]}"',
      `  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names}" -- "$word")); return; fi`,
      '  case "${COMP_WORDS[1]}" in',
      ...cases,
      '  esac',
      '}',
      'complete -o default -F _daybook daybook',
    ];
    return { message: script.join('\n'), data: {}, changes: [] };
  },
});
