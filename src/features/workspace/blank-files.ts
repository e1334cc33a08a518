import type { CommandContext } from '../../command/define-command.js';
import { listPrivateIgnores } from '../../notes/edit/private-ignore.js';
import { KINDS, noteFolder, notePath } from '../../notes/kinds/index.js';

/** Options for a new workspace. */
interface BlankOptions {
  /** Git carries SESSION.md, INBOX.md and the like too. */
  readonly isShared?: boolean | undefined;
  readonly arePreferencesPrivate?: boolean;
  /** The setting `content`; the one that is set if left out. */
  readonly setting?: string;
}

/** The files of an empty workspace. */
export function createBlankFiles(
  ctx: CommandContext,
  zone = ctx.zone,
  content = ctx.notebook.content,
  target: string | undefined = undefined,
  { isShared = false, arePreferencesPrivate = false, setting = ctx.settings.content }: BlankOptions = {},
) {
  return [
    {
      path: 'daybook.yaml',
      text: settingsText(zone, setting, target) + (arePreferencesPrivate ? PRIVATE_PREFERENCES : ''),
      why: 'marks the root and has the settings',
    },
    {
      path: `${content}/${notePath('memory')}`,
      text: ctx.query('template', 'memory'),
      why: 'permanent memory',
    },
    { path: `${content}/.gitignore`, text: ignoreText(isShared), why: 'keeps personal notes out of git' },
  ];
}

const settingsText = (zone: string, content: string, target: string | undefined): string =>
  `# Daybook: this file marks the root of the workspace. All settings: daybook config\ntimezone: ${zone}\n${content === 'content' ? '' : `content: ${content}\n`}${target === undefined ? '' : `context: {target: ${JSON.stringify(target)}}\n`}`;
/** Sessions and the inbox stay out of git unless they are shared; private folders always do. */
const ignoreText = (isShared: boolean): string => {
  const always = listPrivateIgnores();
  const personal = KINDS.filter(({ isPrivate }) => isPrivate)
    .flatMap(({ path }) => [`/${path.split('/')[0]}`, `/${noteFolder('archive')}${path.split('/')[0]}`])
    .filter((line) => !always.includes(line));
  const lines = isShared
    ? ['# Private notes stay out of git.', ...always]
    : ['# Personal working notes stay out of git; share them by deleting a line.', ...personal, ...always];
  return `${lines.join('\n')}\n`;
};

const PRIVATE_PREFERENCES = 'memory: {preferences: private}\n';
