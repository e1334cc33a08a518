/** What a secret looks like, and how it is called where it was. */
export interface SecretPattern {
  /** Stands in `[redacted:KIND:ab12]`. */
  readonly kind: string;
  /** Lower-case words of which a text with such a secret holds at least one. */
  readonly cues: readonly string[];
  /** Finds something in the lower-cased text of whoever has such a secret, where the cues alone stand in many texts. */
  readonly near: RegExp | undefined;
  /** Every quantifier is bounded and none is nested. What the group `lead` holds stays; the rest is the secret. */
  readonly pattern: RegExp;
  /** Who gives such secrets out, or where they stand. */
  readonly why: string;
  /** Looks like the secret, but is a placeholder or code. */
  readonly except: RegExp | undefined;
  /** The secret is base64 of a text that this matches. */
  readonly encodes: RegExp | undefined;
}

/** A row whose pattern is made when a text first has one of its cues: most texts have none of any. */
function row(
  kind: string,
  cues: string,
  make: () => RegExp,
  why: string,
  except?: () => RegExp,
  near?: () => RegExp,
  encodes?: RegExp,
): SecretPattern {
  let pattern: RegExp | undefined;
  return {
    kind,
    cues: cues.split(' '),
    encodes,
    get near() {
      return near?.();
    },
    get pattern() {
      pattern ??= make();
      return pattern;
    },
    why,
    get except() {
      return except?.();
    },
  };
}

/** What people write where a secret would stand: a type, a variable, a call, a blank to fill in, a mark of ours. */
const PLACEHOLDER = () =>
  /^(?:\[redacted:|[$<{(%]|\?[\w ]*(?:\}|$)|\*{2,}|x{3,}|\.{3}|…|(?:string|number|boolean|required|optional|null|nil|none|undefined|true|false|empty|hidden|secret|password|passwd|token|pass|user|changeme|change_me|example|sample|dummy|placeholder|redacted)(?:$|[,;.:)\]}>/|@])|your[-_ ]|my[-_]|https?:|import\.meta|(?:process|os|env|req|config|cfg|conf|this|self|settings|params|props|user|args|opts|options|ctx|body|form|input|data|state)\.)/i;

/** Names of values that are secret whatever they look like. */
const PASSWORD = 'pass(?:word|wd|phrase|wort)|pwd|contraseña|senha|пароль|密码|密碼|口令|パスワード';
const PASSWORD_CUES =
  'password passwd passphrase passwort pwd contraseña senha пароль 密码 密碼 口令 パスワード';

let nearPassword: RegExp | undefined;
/** What parts such a name from its value, in any of the ways below. Many texts have the name alone. */
const NEAR_PASSWORD = () => {
  nearPassword ??= new RegExp(
    `(?:${PASSWORD})(?:["'\`]?\\s{0,3}(?:[:=：]|is\\b|是|为)|(?:\\s{1,2}[a-z]{2,12}){0,4}\\s{1,2}(?:is|was)\\s)`,
  );
  return nearPassword;
};

/** Names of values that are secret where they look like chance. */
const TOKEN =
  '(?:api|access|account|storage|auth|secret|private|client|encryption|signing|master|session|deploy|bot|webhook|refresh|service|jwt)[-_ ]?(?:key|token|secret)|apikey|token|secret|credentials?';
const TOKEN_CUES = 'key token secret credential';

/** An unquoted argument of a command. */
const WORD = '(?![$<{(\\[])[^\\s"\'`<>|;&]{3,200}';
/** An argument between quotes, with blanks in it. */
const QUOTED = '(?<=["\'])[^"\'`\\n$<]{3,200}(?=["\'])';
/** No word of a sentence: a digit, a capital or a sign stands in it. */
const STRANGE = '(?=[a-z.,:-]{0,80}[\\dA-Z!#%*?^~@_+=])';

/** The kind in a mark of ours is no name of a value. */
const NO_MARK = '(?<!\\[redacted:[a-z-]{0,30})';

/** Two runs of digits at least: words and names in code seldom have them. */
const CHANCE = '(?=[A-Za-z_.~+/=-]{0,60}\\d{1,60}[A-Za-z_.~+/=-]{1,60}\\d)';

/**
 * The shapes of secrets, the surest first: a later row never sees what an earlier one took out. They were written from what
 * the givers document about the form of their tokens; secretlint and gitleaks serve as oracles only.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // Keys in PEM and PGP armour; a key without its end counts to the end of its lines
  row(
    'private-key',
    'private',
    () =>
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,16000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    'PEM (RFC 7468), OpenSSH, PGP',
  ),
  row(
    'private-key',
    'private',
    () =>
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'|>+]{0,20}[A-Za-z0-9+/=\s\\]{40,16000}/g,
    'a key whose end was cut off',
  ),
  row('age-key', 'age-secret-key-', () => /AGE-SECRET-KEY-1[A-Z0-9]{58}/gi, 'age'),

  // Forges and registries
  row('github-pat', 'ghp_', () => /ghp_[A-Za-z0-9]{36,251}/g, 'GitHub, classic'),
  row('github-fine-pat', 'github_pat_', () => /github_pat_[A-Za-z0-9_]{22,251}/g, 'GitHub, fine-grained'),
  row('github-app', 'gho_ ghu_ ghs_ ghr_', () => /gh[ousr]_[A-Za-z0-9]{36,251}/g, 'GitHub apps and actions'),
  row(
    'gitlab',
    'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas- glffct-',
    () => /gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[A-Za-z0-9_.-]{20,300}/g,
    'GitLab',
  ),
  row('bitbucket', 'atbb atctt3', () => /(?<![A-Za-z0-9])AT(?:BB|CTT3)[A-Za-z0-9_=.-]{24,300}/g, 'Bitbucket'),
  row('atlassian', 'atatt3', () => /ATATT3[A-Za-z0-9_=.-]{24,300}/g, 'Atlassian'),
  row('npm', 'npm_', () => /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,64}/g, 'npm'),
  row('pypi', 'pypi-', () => /pypi-[A-Za-z0-9_-]{50,300}/g, 'PyPI'),
  row('rubygems', 'rubygems_', () => /rubygems_[a-f0-9]{48}/g, 'RubyGems'),
  row('docker', 'dckr_', () => /dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,64}/g, 'Docker Hub'),

  // Clouds and hosts
  row(
    'aws-key-id',
    'akia asia abia acca',
    () => /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    'AWS',
  ),
  row(
    'aws-secret',
    'aws amazon',
    () =>
      /(?<lead>(?:aws|AWS|Aws|amazon|Amazon)[^\n]{0,60}[\s=:"'`])(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Z0-9/+]{0,39}[a-z])(?=[A-Za-z/+]{0,39}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
    'AWS',
  ),
  row('google-api-key', 'aiza', () => /AIza[A-Za-z0-9_-]{35}/g, 'Google'),
  row(
    'google-api-key',
    'aq.',
    () =>
      /(?<![A-Za-z0-9_.-])AQ\.(?=[A-Za-z_-]{0,60}\d)(?=[a-z0-9_-]{0,60}[A-Z])(?=[A-Z0-9_-]{0,60}[a-z])[A-Za-z0-9_-]{36,200}/g,
    'Google, since 2025',
  ),
  row(
    'google-oauth',
    'ya29. gocspx-',
    () => /(?:(?<![A-Za-z0-9])ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,512}/g,
    'Google',
  ),
  row(
    'azure-key',
    'accountkey sharedaccesskey',
    () => /(?<lead>(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,100}={0,2}/gi,
    'Azure connection strings',
  ),
  row(
    'azure-client-secret',
    'q~',
    () => /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/g,
    'Azure Entra',
  ),
  row('azure-sas', 'sig=', () => /(?<lead>[?&]sig=)[A-Za-z0-9%/+]{40,120}={0,1}/gi, 'Azure shared access'),
  row('digitalocean', '_v1_', () => /do[opr]_v1_[a-f0-9]{64}/g, 'DigitalOcean'),
  row('alibaba', 'ltai', () => /(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/g, 'Alibaba Cloud'),
  row('tencent', 'akid', () => /(?<![A-Za-z0-9])AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/g, 'Tencent Cloud'),
  row(
    'heroku',
    'heroku hrku-',
    () =>
      /(?<lead>heroku[^\n]{0,40}[\s=:"'`])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|HRKU-[A-Za-z0-9_-]{36,80}/gi,
    'Heroku',
  ),
  row(
    'cloudflare',
    'v1.0-',
    () => /(?<![A-Za-z0-9])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/g,
    'Cloudflare origin',
  ),
  row('vercel', 'vcp_ vci_ vca_ vcr_ vck_', () => /(?<![A-Za-z0-9])vc[piark]_[A-Za-z0-9]{24,100}/g, 'Vercel'),
  row(
    'tailscale',
    'tskey-',
    () => /tskey-(?:[a-z]{3,10}-)?[A-Za-z0-9]{8,40}-(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,64}/g,
    'Tailscale',
  ),
  row('netlify', 'nfp_', () => /(?<![A-Za-z0-9])nfp_[A-Za-z0-9]{36,60}/g, 'Netlify'),
  row(
    'supabase',
    'sbp_ sb_secret_',
    () => /(?<![A-Za-z0-9])(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})/g,
    'Supabase',
  ),
  row('planetscale', 'pscale_', () => /pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,80}/g, 'PlanetScale'),
  row('databricks', 'dapi', () => /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?:-\d)?/g, 'Databricks'),
  row(
    'fly',
    'flyv1 fo1_',
    () => /(?:FlyV1 fm\d[a-z]?_|(?<![A-Za-z0-9])fo1_)[A-Za-z0-9_+/=,-]{40,1024}/g,
    'Fly.io',
  ),
  row('vault', 'hvs. hvb. hvr.', () => /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,300}/g, 'HashiCorp Vault'),
  row(
    'terraform',
    'atlasv1',
    () => /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/g,
    'HCP Terraform',
  ),
  row('pulumi', 'pul-', () => /(?<![A-Za-z0-9])pul-[a-f0-9]{40}/g, 'Pulumi'),
  row(
    'doppler',
    'dp.',
    () => /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,80}/g,
    'Doppler',
  ),

  // Models
  row('anthropic', 'sk-ant-', () => /sk-ant-[A-Za-z0-9_-]{20,200}/g, 'Anthropic'),
  row('openrouter', 'sk-or-', () => /sk-or-[A-Za-z0-9_-]{32,120}/g, 'OpenRouter'),
  row(
    'openai',
    'sk-',
    () => /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300}|[A-Za-z0-9]{20,120})/g,
    'OpenAI, and who follows its form',
  ),
  row(
    'huggingface',
    'hf_ api_org_',
    () => /(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{30,64}/g,
    'Hugging Face',
  ),
  row('groq', 'gsk_', () => /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/g, 'Groq'),
  row('xai', 'xai-', () => /(?<![A-Za-z0-9])xai-[A-Za-z0-9_-]{60,120}/g, 'xAI'),
  row('replicate', 'r8_', () => /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{37,40}/g, 'Replicate'),
  row('perplexity', 'pplx-', () => /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{40,64}/g, 'Perplexity'),
  row('langsmith', 'lsv2_', () => /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/g, 'LangSmith'),

  // Payment
  row('stripe', '_live_ _test_', () => /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}/g, 'Stripe'),
  row('webhook-secret', 'whsec_', () => /whsec_[A-Za-z0-9+/=]{24,100}/g, 'Stripe, Svix'),
  row(
    'square',
    'sq0 eaaa',
    () => /(?<![A-Za-z0-9])(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,50}|EAAA[A-Za-z0-9_-]{60})/g,
    'Square',
  ),
  row('razorpay', 'rzp_', () => /rzp_(?:live|test)_[A-Za-z0-9]{14,40}/g, 'Razorpay'),
  row('shopify', 'shp', () => /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g, 'Shopify'),
  row(
    'braintree',
    'access_token$',
    () => /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/g,
    'Braintree',
  ),

  // Chat and mail
  row('slack', 'xox xapp-', () => /(?:xox[abeoprs](?:\.xox[bp])?|xapp)-[A-Za-z0-9-]{10,250}/g, 'Slack'),
  row(
    'slack-webhook',
    'hooks.slack.com',
    () => /(?<lead>hooks\.slack\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/_+-]{20,120}/g,
    'Slack',
  ),
  row(
    'discord-webhook',
    '/api/webhooks/',
    () => /(?<lead>\/api\/webhooks\/\d{5,25}\/)[A-Za-z0-9_-]{30,120}/g,
    'Discord',
  ),
  row(
    'discord',
    '.',
    () =>
      /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/g,
    'Discord bots',
    undefined,
    () => /\.[a-z0-9_-]{6}\./,
  ),
  row(
    'teams-webhook',
    'webhook.office.com',
    () => /(?<lead>webhook\.office\.com\/)webhookb2\/[A-Za-z0-9@/-]{60,250}/g,
    'Microsoft Teams',
  ),
  row('telegram', ':aa', () => /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}/g, 'Telegram bots'),
  row(
    'twilio',
    'sk twilio',
    () =>
      /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])|(?<lead>twilio[^\n]{0,40}[\s=:"'`])[0-9a-f]{32}(?![A-Za-z0-9])/gi,
    'Twilio',
  ),
  row('sendgrid', 'sg.', () => /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g, 'SendGrid'),
  row('mailgun', 'key-', () => /(?<![A-Za-z0-9-])(?:key|pubkey)-[0-9a-f]{32}(?![A-Za-z0-9])/g, 'Mailgun'),
  row('mailchimp', '-us', () => /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g, 'Mailchimp'),

  // Tools
  row(
    'grafana',
    'glsa_ glc_',
    () => /(?<![A-Za-z0-9])(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})/g,
    'Grafana',
  ),
  row('sentry', 'sntrys_ sntryu_', () => /sntry[su]_[A-Za-z0-9_+/=-]{40,400}/g, 'Sentry'),
  row('new-relic', 'nrak- nrjs- nrii-', () => /NR(?:AK|JS|II)-[A-Za-z0-9_-]{19,40}/g, 'New Relic'),
  row('linear', 'lin_', () => /lin_(?:api|oauth)_[A-Za-z0-9]{32,80}/g, 'Linear'),
  row(
    'notion',
    'ntn_ secret_',
    () => /(?<![A-Za-z0-9])(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9]))/g,
    'Notion',
  ),
  row('postman', 'pmak-', () => /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g, 'Postman'),
  row('figma', 'figd_', () => /figd_[A-Za-z0-9_-]{36,80}/g, 'Figma'),
  row('airtable', 'pat', () => /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g, 'Airtable'),
  row('dropbox', 'sl.', () => /(?<![A-Za-z0-9])sl\.(?:u\.)?[A-Za-z0-9_-]{100,1400}/g, 'Dropbox'),

  // Forms that stand for many
  row(
    'jwt',
    'eyj',
    () => /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{10,1000}/g,
    'RFC 7519, signed',
  ),
  row(
    'bearer',
    'bearer',
    () => /(?<lead>\bbearer[\s"':=]{1,4})(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,2000}/gi,
    'RFC 6750',
    PLACEHOLDER,
  ),
  row(
    'basic-auth',
    'basic',
    () => /(?<lead>\bauthorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3})[A-Za-z0-9+/]{8,500}={0,2}/gi,
    'RFC 7617',
  ),
  row(
    'url-password',
    '://',
    () => /(?<lead>[a-z0-9+.-]{2,20}:\/\/[^\s/:@"'`<>]{0,80}:)[^\s/"'`<>]{3,200}(?=@[A-Za-z0-9[$_.-])/gi,
    'user and password in an address (RFC 3986)',
    PLACEHOLDER,
  ),
  row(
    'curl-user',
    'curl',
    () => /(?<lead>\bcurl [^\n]{0,200}(?:-u|--user)[ =]?["']?[^\s:"']{1,80}:)[^\s"']{4,200}/gi,
    'curl',
    PLACEHOLDER,
  ),
  row(
    'session-cookie',
    'cookie',
    () =>
      /(?<lead>\bcookie["']?\s{0,2}[:=]\s{0,2}["']?(?:[^\n"']{0,400}[;\s])?[\w.-]{0,30}(?:sess|sid|auth|token)[\w.-]{0,20}=)(?=[^\s;"'\d]{0,200}\d)[^\s;"']{16,2000}/gi,
    'RFC 6265, by the names that frameworks give',
    PLACEHOLDER,
  ),
  row(
    'password',
    'pgpassword mysql_pwd sshpass rediscli_auth postgres_password mysql_root_password mysql_password mariadb_root_password restic_password borg_passphrase',
    () =>
      new RegExp(
        `(?<lead>(?<![A-Za-z0-9])(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH|(?:POSTGRES|MYSQL|MYSQL_ROOT|MARIADB_ROOT)_PASSWORD|RESTIC_PASSWORD|BORG_PASSPHRASE)=["']?)${WORD}`,
        'g',
      ),
    'a variable that a program reads its password from',
    PLACEHOLDER,
  ),
  row(
    'password',
    'mysql mariadb mycli',
    () =>
      new RegExp(
        `(?<lead>\\b(?:mysql(?:dump|admin|import|check|show|sh)?|mariadb(?:-dump|-admin)?|mycli)\\s(?:[^\\n|;&]{0,200}?\\s)?-p["']?)${WORD}`,
        'g',
      ),
    'MySQL takes a password only where it touches -p',
    PLACEHOLDER,
  ),
  row(
    'password',
    'sshpass',
    () =>
      new RegExp(
        `(?<lead>\\bsshpass\\s{1,3}(?:-v\\s{1,3})?-p\\s{0,3}["']?)(?:${QUOTED}|${STRANGE}${WORD}|${WORD}(?=\\s{1,3}(?:ssh|scp|sftp|rsync)\\b))`,
        'g',
      ),
    'sshpass',
    PLACEHOLDER,
  ),
  row(
    'password',
    'login',
    () =>
      new RegExp(
        `(?<lead>\\b(?:docker|podman|buildah|nerdctl|oras|crane|skopeo|helm registry)\\s{1,3}(?:auth\\s)?login\\s(?:[^\\n|;&]{0,200}?\\s)?(?:-p|--password)[ =]["']?)(?:${QUOTED}|${STRANGE}${WORD})`,
        'g',
      ),
    'a login to a registry',
    PLACEHOLDER,
  ),
  row(
    'npmrc',
    '_auth',
    () => /(?<lead>(?<![A-Za-z0-9])_auth\s{0,2}=\s{0,2}["']?)[A-Za-z0-9+/]{6,500}={0,2}(?![A-Za-z0-9+/=.(])/g,
    'npm: user and password in base64',
    undefined,
    undefined,
    /^[ -~]{1,200}:[ -~]{1,300}$/,
  ),
  row(
    'npmrc',
    ':_password',
    () => /(?<lead>:_password\s{0,2}=\s{0,2}["']?)[A-Za-z0-9+/]{6,500}={0,2}(?![A-Za-z0-9+/=])/g,
    'npm: a password in base64',
  ),
  row(
    'kubeconfig',
    'client-key-data',
    () => /(?<lead>\bclient-key-data["']?\s{0,3}:\s{0,3}["']?)[A-Za-z0-9+/]{40,16000}={0,2}/g,
    'kubeconfig',
  ),
  row(
    'netrc',
    'login',
    () => /(?<lead>\blogin\s{1,4}\S{1,80}\s{1,4}password\s{1,4})\S{1,200}/gi,
    'netrc',
    PLACEHOLDER,
  ),
  row(
    'password',
    PASSWORD_CUES,
    () =>
      new RegExp(
        `${NO_MARK}(?<lead>(?:${PASSWORD})["'\`]?\\s{0,3}(?:[:=：]{1,2}|\\bis\\b|是|为)>?\\s{0,3}["'\`])[^"'\`\\n]{4,200}(?=["'\`])`,
        'gi',
      ),
    'quoted behind its name',
    PLACEHOLDER,
    NEAR_PASSWORD,
  ),
  row(
    'password',
    PASSWORD_CUES,
    () =>
      new RegExp(
        `${NO_MARK}(?<lead>(?:${PASSWORD})["'\`]?\\s{0,3}(?:[:=：]{1,2}|是|为)>?\\s{0,3}["'\`]?)(?![/~.])(?=[^\\s"'\`,;()<>{}\\d!#$%&*?^~@]{0,80}[\\d!#$%&*?^~@])(?![A-Za-z_.]{1,80}[($])[^\\s"'\`,;()<>{}]{6,200}`,
        'gi',
      ),
    'behind its name, with a digit or a sign in it',
    PLACEHOLDER,
    NEAR_PASSWORD,
  ),
  row(
    'password',
    PASSWORD_CUES,
    () =>
      new RegExp(
        `${NO_MARK}(?<lead>(?:${PASSWORD})(?:\\s{1,2}[A-Za-z]{2,12}){0,4}\\s{1,2}(?:is|was)\\s{1,2})(?=[^\\sA-Z]{0,80}[A-Z])(?=[^\\sa-z]{0,80}[a-z])(?=[^\\s\\d]{0,80}\\d)[^\\s"'\`,;()<>{}]{8,200}`,
        'gi',
      ),
    'told in a sentence',
    PLACEHOLDER,
    NEAR_PASSWORD,
  ),
  row(
    'password',
    '-password -passwd -token -secret -api-key -apikey -account-key',
    () =>
      /(?<lead>--?(?:password|passwd|token|secret|api-key|apikey|account-key)[ =]["']?)(?=[^\s\d]{0,80}\d)[^\s"'`,;()<>{}$]{6,200}/gi,
    'an option of a command',
    PLACEHOLDER,
  ),
  row(
    'token',
    TOKEN_CUES,
    () =>
      new RegExp(
        `${NO_MARK}(?<lead>(?:${TOKEN})["'\`]?\\]?\\s{0,3}(?:[:=：]{1,2}|\\bis\\b|是|为)>?\\s{0,3}["'\`]?)${CHANCE}[A-Za-z0-9_.~+/=-]{16,500}(?![A-Za-z0-9_.~+/=(-])`,
        'gi',
      ),
    'behind its name, like chance',
    PLACEHOLDER,
    () => /(?:key|token|secret|credentials?)["'`]?\]?\s{0,3}(?:[:=：]|is\b|是|为)/,
  ),
];
