import { AGENTS, type AgentName, TRUST } from '../kinds/agents.js';
import { folderOf, KINDS, pathOf } from '../kinds/index.js';
import type { Change } from '../wiki/change.js';
import { agentChanges, agentsIn, keepsStatusLine } from './agent-files.js';
import { planRefresh } from './context.js';
import type { Surroundings } from './facts.js';
import { Refusal, verb, type World } from './verb.js';

/** Layouts of earlier memory systems that a workspace may hold, and what brings them over; they are left as they are. */
const EARLIER: Readonly<Record<string, string>> = {
  '.mind': 'daybook import mind .mind',
  '.mindsave': 'daybook import mindsave .mindsave',
  '.temp/memory': 'daybook import external .temp/memory',
  '.chimera': 'daybook import chimera .chimera',
};

/** Makes a workspace: settings, notes, the context block. Doing it again makes only what is missing. */
export const init = verb({
  name: 'init',
  about: 'make a workspace in this folder: settings, notes and the context block in CLAUDE.md',
  params: {
    yes: { kind: 'flag', about: 'do not ask (it never does)' },
    content: { kind: 'text', about: 'folder of the notes (content)', holder: 'DIR' },
    adopt: { kind: 'flag', about: 'use a folder of notes that is not Daybook’s yet' },
    timezone: { kind: 'text', about: 'zone of days and times (the machine’s)', holder: 'ZONE' },
    agent: {
      kind: 'text',
      about: `set agents up with hooks, server and commands: ${AGENTS.join(',')}, or none`,
      holder: 'NAMES',
    },
    shared: { kind: 'flag', about: 'set agents up for everybody: no path of this machine in any file' },
    target: {
      kind: 'text',
      reaches: 'outside',
      about: 'file of the context block; CLAUDE.local.md stays out of git',
      holder: 'FILE',
    },
    'share-sessions': { kind: 'flag', about: 'let git carry SESSION.md, INBOX.md and snapshots too' },
  },
  examples: [
    'daybook init',
    'daybook init --content notes --timezone Europe/Berlin',
    'daybook init --agent claude,codex --shared',
  ],
  faces: ['cli'],
  needs: 'folder',
  whenLocked: 'refuse',
  activity: () => false,
  whenUnknown: 'write',
  think(
    world,
    { content = world.settings.content, adopt, timezone, agent, shared, target, 'share-sessions': share },
  ) {
    const agents = agentsIn(agent);
    const around = world.ask('surroundings');
    refuseBadPlace(around, content, adopt);
    const zone = timezone ?? around.zone;
    if (!isZone(zone))
      throw new Refusal(
        'bad-zone',
        `no time zone \`${zone}\``,
        'write an IANA name: --timezone Europe/Berlin',
        {},
        2,
      );
    const wanted = blankFiles(world, zone, content, target).filter(
      ({ path }) => !share || !path.endsWith('.gitignore'),
    );
    const made = wanted.filter(
      ({ path }) => world.wiki.note(path) === null && world.wiki.unknown(path) === null,
    );
    const creates: Change[] = made.map((file) => ({ do: 'create', ...file }));
    const blank = world.wiki.after(creates);
    const block = planRefresh(world, blank, target).changes;
    const changes = [...creates, ...block, ...agentChanges(world, blank.after(block), agents, shared)];
    const created = [...new Set(changes.map(({ path }) => path))];
    const kept = wanted.map(({ path }) => path).filter((path) => !created.includes(path));
    const found = Object.keys(EARLIER).filter((path) => around.exists(path));
    return {
      say: report({
        created,
        kept,
        found,
        share,
        git: around.git,
        content,
        target: target ?? world.settings['context.target'],
        agents,
        shared,
        keepsLine: agents.includes('claude') && !shared && keepsStatusLine(world),
      }),
      data: { created, kept, found },
      changes,
    };
  },
});

/** The files of a workspace that nobody wrote into yet. */
export function blankFiles(
  world: World,
  zone = world.zone,
  content = world.wiki.content,
  target: string | undefined = undefined,
) {
  return [
    {
      path: 'daybook.yaml',
      text: settingsText(zone, content, target),
      why: 'marks the root and holds the settings',
    },
    {
      path: `${content}/${pathOf('memory')}`,
      text: world.ask('template', 'memory'),
      why: 'permanent memory',
    },
    { path: `${content}/.gitignore`, text: ignoreText(), why: 'keeps personal notes out of git' },
  ];
}

function refuseBadPlace({ dir, inside, contentIsOurs }: Surroundings, content: string, adopt: boolean): void {
  if (inside !== null && inside !== dir) {
    throw new Refusal(
      'nested',
      `this folder lies in the workspace ${inside}`,
      `use that one, or make one here all the same: daybook init --workspace ${dir}`,
    );
  }
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(content) || content.split('/').includes('..')) {
    throw new Refusal(
      'bad-folder',
      `\`${content}\` is no folder below the root`,
      'write a relative path: --content notes',
      {},
      2,
    );
  }
  if (inside === null && !adopt && !contentIsOurs(content)) {
    throw new Refusal(
      'foreign-content',
      `${content}/ holds files that are not Daybook’s`,
      `use it all the same: daybook init --adopt; or keep memory elsewhere: daybook init --content memory`,
    );
  }
}

interface Report {
  readonly created: readonly string[];
  readonly kept: readonly string[];
  readonly found: readonly string[];
  readonly share: boolean;
  readonly git: boolean;
  readonly content: string;
  readonly target: string;
  readonly agents: readonly AgentName[];
  readonly shared: boolean;
  /** A status line of their own keeps ours out. */
  readonly keepsLine: boolean;
}

/** At most eight lines: made, left alone, what git will carry, what was found, the next command. */
function report(told: Report): string {
  const { created, kept, found, share, git, content, target } = told;
  const personal = KINDS.filter((kind) => kind.personal).map(({ path }) => path.split('/')[0]);
  const carried = share ? `${content}/ whole` : `${content}/ without ${[...new Set(personal)].join(', ')}`;
  return [
    created.length > 0 ? 'A Daybook workspace stands here.' : 'This is a Daybook workspace already.',
    created.length > 0 ? `- made: ${created.join(', ')}` : '',
    kept.length > 0 ? `- left alone: ${kept.join(', ')}` : '',
    git ? `- git will carry: daybook.yaml, ${target.includes('.local.') ? '' : `${target}, `}${carried}` : '',
    found.length > 0
      ? `- found: ${found.map((path) => `${path}/`).join(', ')}, an earlier memory; left as it is (bring it over: ${found.map((path) => EARLIER[path]).join(', ')})`
      : '',
    agentsLine(told),
    '- next: daybook log "decided X because Y"',
  ]
    .filter(Boolean)
    .join('\n');
}

function agentsLine({ agents, shared, keepsLine }: Report): string {
  if (agents.length === 0) return '';
  const where = shared
    ? 'for everybody'
    : 'with paths of this machine: keep those files out of git, or say --shared';
  const trust = agents.flatMap((agent) => TRUST[agent] ?? []).map((what) => `; ${what}`);
  const line = keepsLine ? '; your own status line stays' : '';
  return `- set up: ${agents.join(', ')}, ${where}${line}${trust.join('')}; try it: daybook doctor`;
}

const settingsText = (zone: string, content: string, target: string | undefined): string =>
  `# Daybook: this file marks the root of the workspace. All settings: daybook config\ntimezone: ${zone}\n${
    content === 'content' ? '' : `content: ${content}\n`
  }${target === undefined ? '' : `context: {target: ${JSON.stringify(target)}}\n`}`;

const ignoreText = (): string =>
  `# Personal working notes stay out of git; share them by deleting a line.\n${KINDS.filter(
    ({ personal }) => personal,
  )
    .flatMap(({ path }) => [`/${path.split('/')[0]}`, `/${folderOf('archive')}${path.split('/')[0]}`])
    .join('\n')}\n`;

/** An IANA name, by what `Intl` knows. */
function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
