import type { CommandContext, CommandReply } from '../../command/define-command.js';
import type { GitHookEffect } from '../../command/effects.js';
import { UserError } from '../../errors.js';
import { quoteForSh } from '../agent-setup/hook-events.js';

const TIMEOUT_MS = 5000;

const WORKFLOW = 'npx daybook check origin/main..HEAD --format github';

/** Plans the hook that compares what is pushed; where another hook stands, the reply has the line to add there. */
export function planCheckInstall(ctx: CommandContext): CommandReply {
  const { isRepository, prePush } = ctx.query('gitSetup');
  if (!isRepository)
    throw new UserError('no-repository', 'this workspace is in no git repository', 'create one: git init');
  const launch = ctx.query('installedCommand');
  const line = `${[launch.node, launch.command].map((path) => quoteForSh(path, launch)).join(' ')} check </dev/null`;
  const text = `#!/bin/sh\n# Written by daybook check --install; daybook uninstall takes it out.\nexec ${line}\n`;
  const reply = {
    none: 'Git runs `daybook check` before each push: .git/hooks/pre-push. To push all the same: git push --no-verify',
    own: 'Git runs `daybook check` before each push: .git/hooks/pre-push.',
    other: `.git/hooks/pre-push is a hook of your own, and stays as it is. To check there, add this line:\n${line} || exit 1`,
    elsewhere: `Git looks for hooks elsewhere here (core.hooksPath). To check there, add this line to pre-push:\n${line} || exit 1`,
  };
  const effects: GitHookEffect[] =
    prePush === 'none' || prePush === 'own' ? [{ kind: 'git-hook', text, timeoutMs: TIMEOUT_MS }] : [];
  return {
    message: `${reply[prePush]}\nIn a workflow, with the base commit fetched: ${WORKFLOW}`,
    format: 'plain',
    data: { findings: [], stale: [] },
    effects,
  };
}
