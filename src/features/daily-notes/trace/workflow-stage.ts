import type { ActivityEvent, Commit } from '../../../transcripts/activity-event.js';

/** The three steps of a day's trace (Mutable §Automation). */
export const STAGES = ['Research', 'Build', 'Deploy'] as const;
export type WorkflowStage = (typeof STAGES)[number];

/** The step of a tool by its name; of a shell by its command. */
const TOOLS: readonly (readonly [tools: RegExp, does: 'reads' | 'looks up' | 'writes' | 'runs'])[] = [
  [/^(?:read|view|open|cat|notebookread|read_\w+|ls|list_\w+)$/i, 'reads'],
  [/search|fetch|grep|glob|find|browse|recall|docs/i, 'looks up'],
  [/edit|write|replace|patch|create_file|insert/i, 'writes'],
  [/^(?:bash|shell|terminal|exec\w*|run\w*|local_shell|powershell|cmd)$/i, 'runs'],
];

type CallEffect = (typeof TOOLS)[number][1] | 'else';

/** What a call of a tool did. */
export const callEffect = ({ tool }: Pick<ActivityEvent, 'tool'>): CallEffect =>
  TOOLS.find(([names]) => names.test(tool ?? ''))?.[1] ?? 'else';

/** Commands that bring something out. */
const DEPLOYS =
  /\b(?:git push|(?:npm|pnpm|yarn|cargo|poetry|gem) publish|twine upload|docker (?:push|compose up)|kubectl (?:apply|rollout)|helm (?:install|upgrade)|terraform apply|gh release|rsync|scp)\b|\b(?:deploy|vercel|netlify|wrangler)\b/i;

/** Commands that only look. */
const LOOKS =
  /^\s*(?:cd \S+ && )?(?:ls|cat|head|tail|less|grep|rg|find|fd|wc|tree|pwd|which|curl|wget|man|git (?:log|show|diff|status|blame|branch|fetch)|jq|file|stat)\b/i;

/** The step that a command belongs to. */
export function classifyCommandStage(command: string): WorkflowStage {
  if (LOOKS.test(command) && !/[|;]|&& (?!\S+$)/.test(command.replace(/^cd \S+ && /, ''))) return 'Research';
  if (DEPLOYS.test(command)) return 'Deploy';
  return LOOKS.test(command) ? 'Research' : 'Build';
}

const RELEASES =
  /^(?:release|deploy|publish|ship)\w*\b|^(?:chore\(release\)|bump version|v?\d+\.\d+\.\d+\b)/i;

/** Subjects of commits that only look into something. */
const STUDIES = /^(?:research|spike|explor|investigat)\w*(?:\([^)]*\))?!?(?::|\b)/i;

/** The step of a commit: a release by its tag, else by its first word. */
export function commitStage({ tags, subject }: Commit): WorkflowStage {
  if (tags.length > 0 || RELEASES.test(subject)) return 'Deploy';
  return STUDIES.test(subject) ? 'Research' : 'Build';
}
