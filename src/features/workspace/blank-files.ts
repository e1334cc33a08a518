import type { CommandContext } from '../../command/define-command.js';
import { KINDS, noteFolder, notePath } from '../../notes/kinds/index.js';

/** The files of a workspace that nobody wrote into yet. */
export function createBlankFiles(
  ctx: CommandContext,
  zone = ctx.zone,
  content = ctx.notebook.content,
  target: string | undefined = undefined,
) {
  return [
    {
      path: 'daybook.yaml',
      text: settingsText(zone, content, target),
      why: 'marks the root and holds the settings',
    },
    {
      path: `${content}/${notePath('memory')}`,
      text: ctx.query('template', 'memory'),
      why: 'permanent memory',
    },
    { path: `${content}/.gitignore`, text: ignoreText(), why: 'keeps personal notes out of git' },
  ];
}

const settingsText = (zone: string, content: string, target: string | undefined): string =>
  `# Daybook: this file marks the root of the workspace. All settings: daybook config\ntimezone: ${zone}\n${content === 'content' ? '' : `content: ${content}\n`}${target === undefined ? '' : `context: {target: ${JSON.stringify(target)}}\n`}`;
const ignoreText = (): string =>
  `# Personal working notes stay out of git; share them by deleting a line.\n${KINDS.filter(
    ({ isPrivate: personal }) => personal,
  )
    .flatMap(({ path }) => [`/${path.split('/')[0]}`, `/${noteFolder('archive')}${path.split('/')[0]}`])
    .join('\n')}\n`;
