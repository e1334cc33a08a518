import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { defineFlag, defineText } from '../../command/params.js';
import type { ProjectInfo } from '../../command/queries.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { listPrivateIgnores } from '../../notes/edit/private-ignore.js';
import { CLAUDE, CLAUDE_FILES, CODEX } from '../../notes/kinds/agent-files.js';
import { KINDS, parsePathDate } from '../../notes/kinds/index.js';
import { HOME_FOLDER } from '../../notes/kinds/note-paths.js';
import { readAllNotes } from '../../notes/links/link-graph.js';
import type { Note } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { hasOwnStatusLine, parseAgents, planAgentSetup } from '../agent-setup/agent-files.js';
import { AGENTS, type AgentName, TRUST_INSTRUCTIONS } from '../agent-setup/hook-registrations.js';
import { listFormerTargets, planRefresh, refuseBadTarget } from '../context-block/refresh-block.js';
import { planExclusion, planGitSetup } from '../sharing/git-setup.js';
import { createBlankFiles } from './blank-files.js';
import { type FoundSource, findSources, formatFoundRows } from './find-sources.js';
import { createRegistryEffect } from './registry-effect.js';

/** Creates a workspace: settings, notes, the context block. A second run creates only what is missing. */
export const init = defineCommand({
  name: 'init',
  description: 'create a workspace in this folder, with settings and notes',
  group: 'Every day',
  params: {
    yes: defineFlag('import the memories that you wrote, and list those of others'),
    content: defineText('folder of the notes (content); `.` is this folder, as in a folder of notes', 'DIR'),
    adopt: defineFlag('use a folder of notes that is not Daybook’s yet'),
    timezone: defineText('zone of days and times (the machine’s)', 'ZONE'),
    agent: defineText(`set agents up with hooks, server and commands: ${AGENTS.join(',')}, or none`, 'NAMES'),
    shared: defineFlag('set agents up for everybody: no path of this machine in any file'),
    target: defineText('file of the context block; CLAUDE.local.md stays out of git', 'FILE', {
      reaches: 'outside',
    }),
    'share-sessions': defineFlag('let git carry SESSION.md, INBOX.md and snapshots too'),
  },
  examples: [
    'daybook init',
    'daybook init --yes',
    'daybook init --content notes --timezone Europe/Berlin',
    'daybook init --agent claude,codex --shared',
  ],
  requires: 'folder',
  whenUnknown: 'write',
  plan(
    ctx,
    { yes, content: chosen, adopt, timezone, agent, shared, target: named, 'share-sessions': share },
  ) {
    const agents = parseAgents(agent);
    if (named !== undefined) refuseBadTarget(named);
    const target = named ?? chooseTarget(ctx, agents);
    const around = ctx.query('surroundings');
    const current = ctx.notebook.notes === '' ? '.' : ctx.settings.content;
    const setting = chosen ?? current;
    const content = setting === current ? ctx.notebook.content : setting === '.' ? HOME_FOLDER : setting;
    refuseBadPlace(around, content, adopt);
    const zone = timezone ?? around.zone;
    if (!isZone(zone))
      throw createUsageError(
        `no time zone \`${zone}\``,
        'write an IANA name: --timezone Europe/Berlin',
        'bad-zone',
      );
    const arePreferencesPrivate = ctx.query('gitSetup').hasRemote;
    const wanted = createBlankFiles(ctx, zone, content, target, {
      isShared: share,
      arePreferencesPrivate,
      setting,
    });
    const made = wanted.filter(
      ({ path }) => ctx.notebook.note(path) === null && ctx.notebook.unknown(path) === null,
    );
    const creates: Change[] = made.map((file) => ({ kind: 'create', ...file }));
    const blank = ctx.notebook.after(creates);
    const look = findSources(ctx, blank, around.dir, yes && content === ctx.notebook.content);
    const settings = planTargetSetting(ctx, target);
    const options = { target, movesBlock: target !== undefined, whileOpen: 'write' } as const;
    const setup = planAgentSetup(ctx, look.notebook, agents, shared);
    const { changes: block, notices } = planRefresh(ctx, look.notebook.after(setup), options);
    const former = listFormerTargets(ctx, look.notebook, options);
    const git = planGitSetup(ctx, blank, {
      content,
      target: target ?? ctx.settings['context.target'],
    });
    const isForAll = agents.length > 0 && shared;
    const exclusion = planExclusion(ctx, [...setup, ...block], isForAll);
    const excluded = exclusion[0]?.paths ?? ctx.query('gitSetup').excluded;
    const own = [...creates, ...settings, ...setup, ...block, ...git.changes];
    const changes = [...creates, ...settings, ...look.changes, ...setup, ...block, ...git.changes];
    const ownPaths = own.map(({ path }) => path);
    const created = [...new Set(ownPaths)].filter((path) => !former.includes(path));
    const unchanged = wanted.map(({ path }) => path).filter((path) => !created.includes(path));
    const { found } = look;
    const isNew = made.some(({ path }) => path === 'daybook.yaml');
    const trusts = isNew && around.isOpen;
    return {
      message: report({
        isNew,
        trusts,
        created: created.filter((path) => ctx.notebook.note(path) === null),
        edited: created.filter((path) => ctx.notebook.note(path) !== null),
        unchanged,
        found,
        former,
        share,
        git: around.git,
        isMergedByEntry: ctx.query('gitSetup').isRepository,
        content,
        notes: isNew && setting === '.' ? listOthers(ctx, content) : null,
        target: target ?? ctx.settings['context.target'],
        agents,
        offersAgents: isNew && agent === undefined,
        shared,
        excluded,
        keepsLine: agents.includes('claude') && !shared && hasOwnStatusLine(ctx),
      }),
      data: { created, kept: unchanged, found: found.flatMap(({ path }) => path ?? []), sources: found },
      items: formatFoundRows(found),
      changes,
      ...(look.sessions.length > 0 ? { sessions: look.sessions } : {}),
      origins: Object.fromEntries(look.imported.map((path) => [path, 'import' as const])),
      effects: [...git.effects, ...exclusion, ...(trusts ? [createRegistryEffect('trust', around.dir)] : [])],
      notices,
    };
  },
});

/** A new workspace without Claude Code has its block in the AGENTS.md that is there, which Claude Code reads too. */
function chooseTarget({ notebook }: CommandContext, agents: readonly AgentName[]): string | undefined {
  const isNew = notebook.note('daybook.yaml') === null;
  const isClaude =
    agents.includes('claude') ||
    [...CLAUDE_FILES, CLAUDE.settings, CLAUDE.local].some((path) => notebook.note(path));
  return isNew && !isClaude && notebook.note(CODEX.rules) ? CODEX.rules : undefined;
}

/** Plans the setting `context.target` in an existing workspace; a new one gets it with its other settings. */
function planTargetSetting(ctx: CommandContext, target: string | undefined): readonly Change[] {
  const note = ctx.notebook.note('daybook.yaml');
  if (!note || target === undefined || target === ctx.settings['context.target']) return [];
  try {
    const splices = ctx.query('yaml').setYamlValue(note.text, ['context', 'target'], target);
    return [{ kind: 'edit', path: note.path, base: note.hash, splices, why: 'where the context block is' }];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(
      'bad-settings',
      `daybook.yaml: the setting cannot be added: ${error.message}`,
      `write it there: context: {target: ${JSON.stringify(target)}}`,
    );
  }
}

function refuseBadPlace(
  { dir, inside, isLinkedWorktree, contentIsOurs }: ProjectInfo,
  content: string,
  adopt: boolean,
): void {
  if (inside !== null && inside !== dir && isLinkedWorktree)
    throw new UserError(
      'linked-worktree',
      `this linked worktree shares the notes of the workspace ${inside}, so it needs none of its own`,
      `set agents up in ${inside}: daybook init --agent NAMES --shared, and commit their files for every worktree`,
    );
  if (inside !== null && inside !== dir) {
    throw new UserError(
      'nested',
      `this folder lies in the workspace ${inside}`,
      `use that one, or make one here all the same: daybook init --workspace ${dir}`,
    );
  }
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(content) || content.split('/').includes('..')) {
    throw createUsageError(
      `\`${content}\` is not a folder below the root`,
      'write a relative path: --content notes',
      'bad-folder',
    );
  }
  if (inside === null && !adopt && !contentIsOurs(content)) {
    throw new UserError(
      'foreign-content',
      `${content}/ has files that are not Daybook’s`,
      `use it all the same: daybook init --adopt; or keep memory elsewhere: daybook init --content memory`,
    );
  }
}

interface Report {
  readonly isNew: boolean;
  /** Everybody may write to the new workspace, so that it is trusted from the start. */
  readonly trusts: boolean;
  readonly created: readonly string[];
  readonly edited: readonly string[];
  readonly unchanged: readonly string[];
  readonly found: readonly FoundSource[];
  /** Files that the context block left. */
  readonly former: readonly string[];
  readonly share: boolean;
  readonly git: boolean;
  /** Git is set up to merge notes by their entries. */
  readonly isMergedByEntry: boolean;
  readonly content: string;
  /** The notes of a new workspace that a person had before; null where Daybook's have a folder of their own. */
  readonly notes: readonly Note[] | null;
  readonly target: string;
  readonly agents: readonly AgentName[];
  /** A new workspace in which agents were not spoken of. */
  readonly offersAgents: boolean;
  readonly shared: boolean;
  /** Files that git ignores on this machine. */
  readonly excluded: readonly string[];
  /** The user's own status line stays. */
  readonly keepsLine: boolean;
}

/** At most eight lines: created, left as it was, carried by git, found, the next command. */
function report(result: Report): string {
  const { created, edited, unchanged, former, share, git, content, target, excluded } = result;
  const written = [
    ...(created.length > 0 ? [`made: ${formatFiles(created)}`] : []),
    ...(edited.length > 0 ? [`changed: ${edited.join(', ')}`] : []),
  ];
  const personal = KINDS.filter((kind) => kind.isPrivate).map(({ path }) => path.split('/')[0]);
  const always = listPrivateIgnores().flatMap((line) => /^\/([^/]+)$/.exec(line)?.[1] ?? []);
  const left = new Set(share ? always : [...personal, ...always]);
  const carried = `${content}/ without ${[...left].join(', ')}`;
  return [
    result.isNew ? 'Initialized Daybook in ./' : 'This is already a Daybook workspace.',
    formatOthers(result),
    written.length > 0 ? `- ${written.join('; ')}` : '',
    former.length > 0 ? `- took the context block out of ${former.join(', ')}` : '',
    unchanged.length > 0 ? `- left alone: ${unchanged.join(', ')}` : '',
    git
      ? `- git will carry: daybook.yaml, ${result.isMergedByEntry ? '.gitattributes, ' : ''}${excluded.includes(target) || target.includes('.local.') ? '' : `${target}, `}${carried}`
      : '',
    result.trusts ? OPEN : '',
    result.isMergedByEntry ? MERGED : '',
    foundLine(result),
    agentsLine(result),
    `- next: ${result.notes?.length ? 'daybook recall' : 'daybook log "decided X because Y"'}${result.offersAgents ? '; agents: daybook init --agent claude' : ''}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Lists files; of a folder with many only their number. */
function formatFiles(paths: readonly string[]): string {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const shown = paths.map((path) => {
    const folder = folderOf(path);
    const count = paths.filter((other) => folderOf(other) === folder).length;
    return folder !== '' && count > 3 ? `${folder} (${count} files)` : path;
  });
  return [...new Set(shown)].join(', ');
}

/** Reads the notes that were there before Daybook. */
const listOthers = ({ notebook }: CommandContext, content: string): readonly Note[] =>
  notebook.notes === '' ? readAllNotes(notebook).filter(({ path }) => !path.startsWith(`${content}/`)) : [];

/** Counts what is in the notes of a folder that becomes a workspace. */
function formatOthers({ notes, content }: Report): string {
  if (notes === null) return '';
  const own = `Daybook’s own are in ${content}/`;
  if (notes.length === 0) return `- your notes stay as they are; ${own}`;
  const count = (form: RegExp) => notes.reduce((sum, { text }) => sum + [...text.matchAll(form)].length, 0);
  const days = notes.filter(({ path }) => parsePathDate(path) !== null).length;
  const counts = [
    pluralize(notes.length, 'note'),
    pluralize(days, 'day'),
    pluralize(count(/^[ \t]*(?:[-*+]|\d+\.) \[ \] /gm), 'open todo'),
    pluralize(count(/\[\[[^\]\n]+\]\]/g), 'link'),
  ];
  return `- your notes stay as they are: ${counts.join(', ')}; ${own}`;
}

/** What `--yes` would import, or imported. */
function foundLine({ found, content }: Report): string {
  const isImported = found.some(
    ({ imported }) => imported?.startsWith('imported ') && imported !== 'imported before',
  );
  if (found.some(({ isOffered }) => isOffered))
    return '- found, and not imported: see below; import what is yours: daybook init --yes; anything else: the command in its line';
  return isImported
    ? `- imported: see below; sources: ${content}/private/imported/ or ${content}/imported/`
    : '';
}

const OPEN =
  '- anyone can write to this folder; you made a workspace here, so it is trusted; take that back: daybook trust --revoke';

const MERGED =
  '- git merges notes entry by entry and leaves out generated text, by .gitattributes and .git/config';

function agentsLine({ agents, shared, excluded, keepsLine }: Report): string {
  if (agents.length === 0) return '';
  const where = shared
    ? 'for everybody, starting `daybook` from the PATH (a variable such as NODE_EXTRA_CA_CERTS slows each start)'
    : `with paths of this machine${excluded.some((path) => path.startsWith('.') || !path.endsWith('.md')) ? ', so git ignores these files here' : ''}; for everybody: --shared`;
  const trust = agents.flatMap((agent) => TRUST_INSTRUCTIONS[agent] ?? []).map((what) => `; ${what}`);
  const line = keepsLine ? '; your own status line stays' : '';
  return `- set up: ${agents.join(', ')}, ${where}${line}${trust.join('')}; try it: daybook doctor`;
}

/** Returns true for an IANA time zone that `Intl` knows. */
function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
