/** Tools that read the web, by the names of all clients. */
const WEB = /^(?:web_?(?:fetch|search)\w*|google_web_search|read_url_content|fetch)$/i;
/** Tools of servers, by the names of all clients, and those of Daybook's own server among them. */
const SERVED = /^(?:mcp_|MCP:)/i;
const OWN = /^(?:mcp__(?:plugin_daybook_)?daybook__|mcp_daybook_|MCP:\s*(?:daybook\W|mind_))/i;

/** True for a tool whose answer others wrote: of the web, or of a server that is not Daybook's. */
export const isForeignTool = (tool: string): boolean =>
  WEB.test(tool) || (SERVED.test(tool) && !OWN.test(tool));

/** Tools by the names of other clients; what they take is the same. */
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
  Shell: 'Bash',
  StrReplace: 'Edit',
};
