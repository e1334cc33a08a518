/** Tools that read the web, by the names of all clients. */
const WEB = /^(?:web_?(?:fetch|search)\w*|google_web_search|read_url_content|fetch)$/i;
/** Tools of servers, by the names of all clients, and those of Daybook's own server among them. */
const SERVED = /^(?:mcp_|MCP:)/i;
const OWN = /^(?:mcp__(?:plugin_daybook_)?daybook__|mcp_daybook_|MCP:\s*(?:daybook\W|mind_))/i;

/** Returns true for a tool whose output others wrote: from the web, or from a server other than Daybook's. */
export const isForeignTool = (tool: string): boolean =>
  WEB.test(tool) || (SERVED.test(tool) && !OWN.test(tool));

/** True for a call of Daybook's server or of its command. */
export const isOwnCall = ({ tool, input }: { readonly tool: string; readonly input: string }): boolean =>
  OWN.test(tool) ||
  /^(?:[^;&|]{0,200}(?:&&|;|\|) *)?(?:\w+=\S* )*(?:npx |node )?\S{0,200}\bdaybook(?:\.cjs)? [a-z]/.test(
    input,
  );

/** Names of equivalent tools in other clients. */
export const TOOL_NAMES: Readonly<Record<string, string>> = {
  shell: 'Bash',
  local_shell: 'Bash',
  exec_command: 'Bash',
  run_shell_command: 'Bash',
  write_file: 'Write',
  replace: 'Edit',
  activate_skill: 'Skill',
  read_file: 'Read',
  search_file_content: 'Grep',
  bash: 'Bash',
  write: 'Write',
  edit: 'Edit',
  skill: 'Skill',
  task: 'Task',
  read: 'Read',
  grep: 'Grep',
  run_command: 'Bash',
  write_to_file: 'Write',
  replace_file_content: 'Edit',
  multi_replace_file_content: 'Edit',
  Shell: 'Bash',
  StrReplace: 'Edit',
};

/** Names of equivalent arguments in other clients. */
const ARGUMENT_NAMES: Readonly<Record<string, string>> = {
  CommandLine: 'command',
  TargetFile: 'file_path',
  AbsolutePath: 'file_path',
  filePath: 'file_path',
  CodeContent: 'content',
  ReplacementContent: 'new_string',
  TargetContent: 'old_string',
};

/** Gives the arguments of a tool their usual names; all others stay. */
export const normalizeArguments = (
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [ARGUMENT_NAMES[key] ?? key, value]));
