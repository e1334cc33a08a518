import { defineCommand, UserError } from '../../command/define-command.js';
import type { ProjectInfo } from '../../command/queries.js';
import type { Change } from '../../notes/changes/change.js';
import { KINDS } from '../../notes/kinds/index.js';
import { hasOwnStatusLine, parseAgents, planAgentSetup } from '../agent-setup/agent-files.js';
import { AGENTS, type AgentName, TRUST_INSTRUCTIONS } from '../agent-setup/hook-registrations.js';
import { planRefresh } from '../context-block/refresh-block.js';
import { planGitSetup } from '../sharing/git-setup.js';
import { createBlankFiles } from './blank-files.js';

/** Layouts of earlier memory systems that a workspace may hold, and what brings them over; they are left as they are. */
const EARLIER: Readonly<Record<string, string>> = {
  '.mind': 'daybook import mind .mind',
  '.mindsave': 'daybook import mindsave .mindsave',
  '.temp/memory': 'daybook import external .temp/memory',
  '.chimera': 'daybook import chimera .chimera',
};

/** Makes a workspace: settings, notes, the context block. Doing it again makes only what is missing. */
export const init = defineCommand({
  name: 'init',
  description: 'create a workspace in this folder: settings, notes and the context block in CLAUDE.md',
  group: 'Every day',
  params: {
    yes: { kind: 'flag', description: 'do not ask (it never does)' },
    content: { kind: 'text', description: 'folder of the notes (content)', placeholder: 'DIR' },
    adopt: { kind: 'flag', description: 'use a folder of notes that is not Daybook’s yet' },
    timezone: { kind: 'text', description: 'zone of days and times (the machine’s)', placeholder: 'ZONE' },
    agent: {
      kind: 'text',
      description: `set agents up with hooks, server and commands: ${AGENTS.join(',')}, or none`,
      placeholder: 'NAMES',
    },
    shared: { kind: 'flag', description: 'set agents up for everybody: no path of this machine in any file' },
    target: {
      kind: 'text',
      reaches: 'outside',
      description: 'file of the context block; CLAUDE.local.md stays out of git',
      placeholder: 'FILE',
    },
    'share-sessions': { kind: 'flag', description: 'let git carry SESSION.md, INBOX.md and snapshots too' },
  },
  examples: [
    'daybook init',
    'daybook init --content notes --timezone Europe/Berlin',
    'daybook init --agent claude,codex --shared',
  ],
  surfaces: ['cli'],
  requires: 'folder',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  whenUnknown: 'write',
  plan(
    ctx,
    { content = ctx.settings.content, adopt, timezone, agent, shared, target, 'share-sessions': share },
  ) {
    const agents = parseAgents(agent);
    const around = ctx.query('surroundings');
    refuseBadPlace(around, content, adopt);
    const zone = timezone ?? around.zone;
    if (!isZone(zone))
      throw new UserError(
        'bad-zone',
        `no time zone \`${zone}\``,
        'write an IANA name: --timezone Europe/Berlin',
        {},
        2,
      );
    const wanted = createBlankFiles(ctx, zone, content, target).filter(
      ({ path }) => !share || !path.endsWith('.gitignore'),
    );
    const made = wanted.filter(
      ({ path }) => ctx.notebook.note(path) === null && ctx.notebook.unknown(path) === null,
    );
    const creates: Change[] = made.map((file) => ({ kind: 'create', ...file }));
    const blank = ctx.notebook.after(creates);
    const block = planRefresh(ctx, blank, { target, whileOpen: 'write' }).changes;
    const git = planGitSetup(ctx, ctx.notebook, {
      content,
      target: target ?? ctx.settings['context.target'],
    });
    const setup = planAgentSetup(ctx, blank.after(block), agents, shared);
    const changes = [...creates, ...block, ...setup, ...git.changes];
    const created = [...new Set(changes.map(({ path }) => path))];
    const unchanged = wanted.map(({ path }) => path).filter((path) => !created.includes(path));
    const found = Object.keys(EARLIER).filter((path) => around.exists(path));
    return {
      message: report({
        created,
        unchanged,
        found,
        share,
        git: around.git,
        isMergedByEntry: git.effects.length > 0 || git.changes.length > 0,
        content,
        target: target ?? ctx.settings['context.target'],
        agents,
        shared,
        keepsLine: agents.includes('claude') && !shared && hasOwnStatusLine(ctx),
      }),
      data: { created, kept: unchanged, found },
      changes,
      effects: git.effects,
    };
  },
});

function refuseBadPlace({ dir, inside, contentIsOurs }: ProjectInfo, content: string, adopt: boolean): void {
  if (inside !== null && inside !== dir) {
    throw new UserError(
      'nested',
      `this folder lies in the workspace ${inside}`,
      `use that one, or make one here all the same: daybook init --workspace ${dir}`,
    );
  }
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(content) || content.split('/').includes('..')) {
    throw new UserError(
      'bad-folder',
      `\`${content}\` is no folder below the root`,
      'write a relative path: --content notes',
      {},
      2,
    );
  }
  if (inside === null && !adopt && !contentIsOurs(content)) {
    throw new UserError(
      'foreign-content',
      `${content}/ holds files that are not Daybook’s`,
      `use it all the same: daybook init --adopt; or keep memory elsewhere: daybook init --content memory`,
    );
  }
}

interface Report {
  readonly created: readonly string[];
  readonly unchanged: readonly string[];
  readonly found: readonly string[];
  readonly share: boolean;
  readonly git: boolean;
  /** Git is set up to merge notes by their entries. */
  readonly isMergedByEntry: boolean;
  readonly content: string;
  readonly target: string;
  readonly agents: readonly AgentName[];
  readonly shared: boolean;
  /** A status line of their own keeps ours out. */
  readonly keepsLine: boolean;
}

/** At most eight lines: made, left alone, what git will carry, what was found, the next command. */
function report(result: Report): string {
  const { created, unchanged, found, share, git, content, target } = result;
  const personal = KINDS.filter((kind) => kind.isPrivate).map(({ path }) => path.split('/')[0]);
  const carried = share ? `${content}/ whole` : `${content}/ without ${[...new Set(personal)].join(', ')}`;
  return [
    created.length > 0 ? 'Initialized Daybook in ./' : 'This is already a Daybook workspace.',
    created.length > 0 ? `- made: ${created.join(', ')}` : '',
    unchanged.length > 0 ? `- left alone: ${unchanged.join(', ')}` : '',
    git
      ? `- git will carry: daybook.yaml, ${result.isMergedByEntry ? '.gitattributes, ' : ''}${target.includes('.local.') ? '' : `${target}, `}${carried}`
      : '',
    result.isMergedByEntry ? MERGED : '',
    found.length > 0
      ? `- found: ${found.map((path) => `${path}/`).join(', ')}, an earlier memory; left as it is (bring it over: ${found.map((path) => EARLIER[path]).join(', ')})`
      : '',
    agentsLine(result),
    '- next: daybook log "decided X because Y"',
  ]
    .filter(Boolean)
    .join('\n');
}

const MERGED =
  '- git merges notes by their entries, and leaves generated text out: .gitattributes says so, .git/config does it here';

function agentsLine({ agents, shared, keepsLine }: Report): string {
  if (agents.length === 0) return '';
  const where = shared
    ? 'for everybody'
    : 'with paths of this machine: keep those files out of git, or say --shared';
  const trust = agents.flatMap((agent) => TRUST_INSTRUCTIONS[agent] ?? []).map((what) => `; ${what}`);
  const line = keepsLine ? '; your own status line stays' : '';
  return `- set up: ${agents.join(', ')}, ${where}${line}${trust.join('')}; try it: daybook doctor`;
}

/** An IANA name, by what `Intl` knows. */
function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
