import type { Action } from './action.js';

/** What is done with git, and on the servers that keep repositories. */
export const GIT_ACTIONS = (): readonly Action[] => [
  {
    said: /push\w* (?:straight |directly |commits? |a commit |code |changes |it )*(?:in)?to (?:the )?(?:main|master|trunk|default)(?: branch)?/,
    shows:
      /git push\b[^\n;&|]*[\s:/](?:main|master|trunk)(?![\w/-])|git (?:checkout|switch) (?:main|master|trunk)\b[\s\S]{0,200}git push\s*(?:$|[;&|]|origin\s*(?:$|[;&|])|origin HEAD)|"?branch"?\W+(?:main|master)\b/,
  },
  {
    said: /commit\w* (?:straight |directly |code |changes |it )*(?:in)?(?:to|on|in) (?:the )?(?:main|master|trunk|default)(?: branch)?/,
    shows:
      /git (?:checkout|switch) (?:main|master|trunk)\b[\s\S]{0,300}git (?:commit|merge|cherry-pick)|git push\b[^\n;&|]*[\s:/](?:main|master|trunk)(?![\w/-])|"?branch"?\W+(?:main|master)\b/,
  },
  {
    said: /(?:commit|push)\w*(?= (?:to|on|into) (?:the |a |our )*[\w/.-]+ branch(?:es)?\b)/,
    shows:
      /git (?:checkout|switch) (?!-[a-z]*[bc])[\s\S]{0,200}git (?:commit|push|merge|cherry-pick)|git push\b[^\n;&|]*\s(?:HEAD:)?[\w/.-]+\s*(?:$|[;&|])/,
  },
  {
    said: /forc\w+[- ]push\w*|push\w* (?:with |by )(?:-f|--force|force)|push --force|push -f/,
    shows: /git push\b[^\n;&|]*(?:\s-[a-z]*f[a-z]*\b|--force(?![\w-])|--mirror|\s\+[\w/]+)/,
  },
  {
    said: /(?:skip|bypass|disabl|circumvent|avoid|dodg|ignor|turn|switch|silenc)\w* (?:off |past |around )?(?:the |all |our |my )*(?:git |pre-?commit |commit |pre-?push |push |husky |lefthook )*hooks?|--no-verify|(?:committ?|push)\w* (?:past|around|with --no-verify|without) (?:the |running the )?(?:\w+ )?hooks?/,
    shows:
      /--no-verify|\bcommit\b[^\n;&|]*\s-[a-z]*n[a-z]*\b|core\.hooksPath|HUSKY(?:_SKIP_HOOKS)?=|LEFTHOOK=(?:0|false)|PRE_COMMIT_ALLOW|\bSKIP=\w|--no-hooks|(?:rm|mv|chmod -x)\b[^\n;&|]*\.git\/hooks|pre-commit uninstall/,
  },
  {
    said: /amend\w* (?:a |the |my |our |pushed |published |shared |old |last )*commits?/,
    shows: /\bcommit\b[^\n;&|]*--amend/,
  },
  {
    said: /re-?wr(?:ote|it\w+) (?:the |git |our |shared |published )*history|history rewrit\w+|filter-(?:branch|repo)/,
    shows:
      /filter-branch|filter-repo|\bbfg\b|rebase\b[^\n;&|]*(?:\s-i\b|--root|--onto)|lfs migrate import|push\b[^\n;&|]*(?:--force|\s-f\b)|commit\b[^\n;&|]*--amend/,
  },
  {
    said: /hard[- ]?reset\w*|(?:git )?reset --hard|(?:threw|throw\w*|discard\w*|blew|lost|wip\w+|revert\w*) (?:away )?(?:the |my |all |our |their |other people's |somebody's |someone's |the user's |user's |uncommitted |unsaved |local |working )+(?:changes?|work|edits?|tree|modifications?|files?)/,
    shows:
      /reset --hard|\bcheckout\b[^\n;&|]*(?:\s-f\b|--force|\s--\s|\s\.(?:\s|$))|git restore (?!--staged)|stash (?:drop|clear)|git clean\b[^\n;&|]*\s-\w*f|switch\b[^\n;&|]*--discard/,
  },
  { said: /(?:git )?stash\w*/, shows: /git stash(?! (?:list|show|pop|apply|branch))/ },
  {
    said: /(?:git )?add\w* (?:everything|all files|-A|--all|\.)|commit\w* (?:everything|all files|-a)|stag\w+ everything|git add -A/,
    shows: /git add\b[^\n;&|]*(?:\s-A\b|--all|\s\.(?:\s|$)|\s\*)|\bcommit\b[^\n;&|]*\s-[a-z]*a[a-z]*\b/,
  },
  {
    said: /merg\w+ (?:my |our |the |its |his |her |own |a |an |red |failing |unreviewed |open )*(?:prs?|pull requests?|mrs?|merge requests?)/,
    shows: /\bpr merge|\bmr (?:merge|accept)|merge_(?:pull|merge)_request|accept_merge_request|\/merge\b/,
  },
  { said: /squash\w*/, shows: /--squash|merge_?method\W+squash|\bsquash\b/ },
  { said: /rebas(?:ed|ing)|rebase/, shows: /git rebase|pull\b[^\n;&|]*--rebase|pull -r\b|\brebase\b/ },
  { said: /cherry-?pick\w*/, shows: /cherry-pick/ },
  {
    said: /delet\w+ (?:the |a |an |remote |somebody's |release |merged |unmerged |old )*branch(?:es)?/,
    shows: /branch\b[^\n;&|]*\s(?:-[dD]|--delete)\b|push\b[^\n;&|]*(?:--delete|\s:\w)|delete_branch/,
  },
  {
    said: /(?:mov|re-?us|overwr|replac|delet|forc)\w+ (?:a |the |an |existing |published |release )*tags?|re-?tagg?\w*/,
    shows:
      /git tag\b[^\n;&|]*(?:\s-\w*[fd]\b|--force|--delete)|push\b[^\n;&|]*(?:--delete|\s:)[^\n;&|]*v?\d|push\b[^\n;&|]*(?:-f|--force)[^\n;&|]*(?:--tags|v\d)/,
  },
  {
    said: /(?:committ?|add|check|push)\w* (?:in |a |an |the |our |my |local )*(?:\.?env files?|\.env|secrets?|credentials?|private keys?|keystores?|certificates?)(?: (?:to|in|into) (?:git|the repo\w*))?/,
    shows:
      /git add\b[^\n;&|]*(?:\.env\b|secret|credential|\.pem\b|\.key\b|\.p12\b|\.pfx\b|\.jks\b|keystore|id_rsa|id_ed25519|key\.properties|service-?account)/,
  },
  {
    said: /lock ?files?(?: by hand)?/,
    files:
      /(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|podfile\.lock|gemfile\.lock|composer\.lock|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|pubspec\.lock|mix\.lock|flake\.lock|bun\.lockb?|deno\.lock|gradle\.lockfile)$/,
    shows:
      /\brm\b[^\n;&|]*(?:lock\.json|\.lock\b|lock\.yaml|go\.sum)|--no-lockfile|--no-lock\b|--no-package-lock/,
  },
  {
    said: /(?:auto-?)?generated(?: \w+){0,2}? (?:files?|code|clients?|sources?|classes|stubs?|output|bindings|headers?|models?|types)(?: by hand)?|(?:auto-?)?generated(?: \w+)?/,
    files:
      /(?:^|[/._-])(?:generated|autogen|auto_generated|__generated__|codegen|gen|pb|autogenerated)(?:[/._-]|$)|\.g\.\w+$|\.freezed\.dart$|\.gr\.dart$|_pb2(?:_grpc)?\.pyi?$|\.designer\.(?:cs|vb)$|_generated\.|zz_generated|\.gen\.|schema\.rb$|structure\.sql$|\.xcodeproj\//,
  },
  {
    said: /vendor(?:ed)?(?: \w+)?(?: code| files?| librar\w+| sources?| packages?| folder| directory)?(?: by hand)?|third[- ]?party (?:code|files?|librar\w+|sources?)|(?:installed|downloaded) (?:packages?|dependenc\w+)/,
    files:
      /(?:^|\/)(?:vendor|vendored|third[_-]?party|3rdparty|external|extern|node_modules|site-packages|pods|carthage|deps|bower_components|subprojects)\//,
  },
  {
    said: /(?:built|build|compiled|bundled|minified|transpiled) (?:files?|output|artifacts?|bundles?|assets?|javascript|js|css|code)|build folder|dist folder/,
    files:
      /(?:^|\/)(?:dist|build|out|target|bin|obj|_build|public\/build|\.next)\/|\.min\.(?:js|css)$|\.map$/,
    shows: /git add\b[^\n;&|]*(?:\b(?:dist|build|out|target|_build)\/|\.min\.js)/,
  },
  {
    said: /(?:(?:edit|chang|touch|modif|rewr|alter|amend)\w+ )?(?:an |the |a )*(?:old|existing|released|applied|merged|past|earlier|previous|shipped|already \w+|committed) migrations?(?: files?)?|migrations? (?:that (?:was|were|is|are|had|has|have|had been|has been|have been) |already |which )(?:already )?(?:been )?(?:applied|released|merged|run|ran|shipped|deployed)\w*/,
    edits: /migrations?(?:\/|$)|db\/migrate\/|alembic\/versions|flyway|liquibase|changelog|\/V\d+__/,
  },
  {
    said: /(?:the )?(?:ci|pipeline|workflow|build) (?:config\w*|files?|workflows?|definitions?|yaml|scripts?)|github actions? (?:workflows?|files?)/,
    files:
      /\.github\/workflows\/|gitlab-ci\.ya?ml$|jenkinsfile$|azure-pipelines|\.circleci\/|bitbucket-pipelines|\.buildkite\/|\.drone\.ya?ml$|\.travis\.yml$/,
  },
  {
    said: /snapshots? (?:tests? )?(?:by hand|blindly|without \w+)|(?:updat|accept|refresh|overwr|regenerat|re-?record|bless)\w* (?:the |all |every |failing |test |golden )*(?:snapshots?|goldens?|golden files?|baselines?|cassettes?)(?: blindly)?/,
    shows:
      /\s-u\b|--update-?snapshots?|--snapshot-update|update_?snapshots|INSTA_UPDATE|insta accept|--update-goldens|-update\b|--accept\b|RECORD=|--record-mode|UPDATE_GOLDEN|APPROVE=/,
    files: /__snapshots__\/|\.snap$|\.approved\.|golden/,
  },
  {
    said: /bump\w* (?:the |a |our )*(?:\w+ )?versions?(?: numbers?)?|(?:edit|chang|set|wrote|rais|increas)\w* (?:the )?versions? (?:number )?(?:by hand|in)|version bumps?/,
    shows:
      /(?:^|[^\w.-])["']?version(?:name|code|_?number|prefix)?["']?\s*(?:[:=]|=>|>)\s*['"]?v?\d|npm version|__version__\s*=|cargo set-version|poetry version|CFBundle(?:Short)?Version|version: \.\*|<version>\d/,
    changes: true,
  },
];
