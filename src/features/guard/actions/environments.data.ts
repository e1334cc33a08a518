import type { Action } from './action.js';

/** Where, when and for whom something is done, where other words show it than those that name it. */
export const ENVIRONMENT_ACTIONS = (): readonly Action[] => [
  {
    said: /(?:at|on|during|when|before|in) (?:the )?(?:app\w* |service |server |program |process |application )*(?:start-?up|start|launch|boot|import(?: time)?|initiali[sz]ation|module load)\b|when the \w+ starts/,
    files:
      /(?:^|\/)(?:main|index|app|application|startup|bootstrap|boot|init|__init__|__main__|appdelegate|scenedelegate|program|server|entrypoint|mainactivity|rc)\b[^/]*$/,
    shows:
      /\bdef main\b|\bfunc main\b|\bfn main\b|\bvoid main\b|onCreate\(|didFinishLaunching|app\.listen|on_startup|lifespan|PostConstruct|(?:each|every) time [^\n]*start|(?:at|on) start/,
  },
  {
    said: /(?:in|inside|within) (?:a |every |each |for |while |tight )+loops?/,
    shows: /\bfor\b|\bwhile\b|forEach|\.map\(|\.each\b|loop\b|\.times\b|\bdo\b/,
  },
  {
    said: /(?:in|from|on) (?:the |our |all )*(?:front-?end|browser|client(?:-side)?(?: code)?|web client|web app|ui(?: code)?)(?! tests)/,
    files:
      /(?:^|\/)(?:client|frontend|web|www|ui|components?|pages?|views?|screens?|public|static|assets|src\/app|browser)\/|\.(?:tsx|jsx|vue|svelte|html|css|scss)$/,
  },
  {
    said: /in (?:the |our |all )*(?:back-?end|server-side)(?: code)?|in (?:the )?server code/,
    files:
      /(?:^|\/)(?:server|backend|api|services?|handlers?|controllers?|routes?|internal|cmd|functions?)\b/,
  },
  {
    said: /(?:in|into) (?:the |our |a )*(?:docker ?files?|docker images?|container images?|images?)/,
    files: /dockerfile|containerfile|compose/,
    shows: /docker build|FROM\s+\w/,
  },
  {
    said: /(?:in|on|from) (?:the |our )*(?:ci|pipelines?|github actions|gitlab ci)(?: jobs?| pipelines?| config\w*)?/,
    files: /\.github\/|gitlab-ci|jenkinsfile|azure-pipelines|\.circleci|buildkite|\.drone/,
  },
  {
    said: /in (?:an? |the |all )*(?:migrations?|migration files?)/,
    files: /migrat/,
    shows: /migration|ALTER TABLE|CREATE TABLE/,
  },
  {
    said: /(?:on|in) (?:the |a |our )*(?:server|machine|box|host|vm)(?! code)/,
    shows: /\bssh\b|\/etc\/|systemctl|kubectl exec|docker exec|ansible|root@/,
  },
  {
    said: /in (?:an? |the |all )*(?:interrupts?(?: handlers?| routines?)?|isrs?)/,
    shows: /\bISR\b|IRQ|interrupt|_isr\b|IRAM_ATTR|__attribute__\(\(interrupt/,
  },
  {
    said: /(?:on|in) (?:the )?(?:main|ui) thread/,
    shows:
      /Dispatchers\.Main|runOnUiThread|DispatchQueue\.main|allowMainThreadQueries|onCreate|Activity|@MainActor|runBlocking|ViewController/,
  },
  {
    said: /in (?:an? |the )*(?:transactions?)/,
    shows: /transaction|\bBEGIN\b|atomic|with_tx|\btx\b|@Transactional/,
  },
];
