/** One shape of a secret, as the tables hold it. */
export interface SecretRow {
  /** Stands in `[redacted:KIND:ab12]`. */
  readonly kind: string;
  /** Lower-case words; a text with such a secret has at least one. */
  readonly cues: string;
  /**
   * Finds the secret. Every quantifier is bounded and none is nested. The group `lead` stays; the rest is the secret.
   * A text is a source with pieces in angle brackets. It is compiled when a text first has one of its cues.
   */
  readonly pattern: (() => RegExp) | string;
  /** The flags of a pattern that is a text. */
  readonly flags?: string;
  /** Finds something in the lower-cased text of every such secret, where the cues alone stand in many texts. */
  readonly near?: (() => RegExp) | string;
  /** True where a placeholder may stand in place of the secret. */
  readonly placeholders?: true;
  /** The test that decides whether a match is a secret. */
  readonly accepts?:
    | 'random token'
    | 'key of an account'
    | 'like chance'
    | 'login in base64'
    | 'no word'
    | 'letters like chance'
    | 'no hash'
    | 'no name';
  /** Who issues such secrets, or where they stand. */
  readonly why: string;
}

/**
 * The shapes of tokens that services issue, the surest first: a later row never sees what an earlier one took out. They
 * follow what the services document; secretlint and gitleaks are used only to check them.
 */
export const SERVICE_TOKENS: readonly SecretRow[] = [
  // Keys in PEM and PGP armour; a key without its end counts to the end of its lines
  {
    kind: 'private-key',
    cues: 'private',
    pattern: () =>
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,16000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    why: 'PEM (RFC 7468), OpenSSH, PGP',
  },
  {
    kind: 'private-key',
    cues: 'private',
    pattern: () =>
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'|>+]{0,20}[A-Za-z0-9+/=\s\\]{40,16000}/g,
    why: 'a key whose end was cut off',
  },
  { kind: 'age-key', cues: 'age-secret-key-', pattern: () => /AGE-SECRET-KEY-1[A-Z0-9]{58}/gi, why: 'age' },

  // Forges and registries
  { kind: 'github-pat', cues: 'ghp_', pattern: () => /ghp_[A-Za-z0-9]{36,251}/g, why: 'GitHub, classic' },
  {
    kind: 'github-fine-pat',
    cues: 'github_pat_',
    pattern: () => /github_pat_[A-Za-z0-9_]{22,251}/g,
    why: 'GitHub, fine-grained',
  },
  {
    kind: 'github-app',
    cues: 'gho_ ghu_ ghs_ ghr_',
    pattern: () => /gh[ousr]_[A-Za-z0-9]{36,251}/g,
    why: 'GitHub apps and actions',
  },
  {
    kind: 'gitlab',
    cues: 'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat- gloas- glffct-',
    pattern: () => /gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[A-Za-z0-9_.-]{20,300}/g,
    why: 'GitLab',
  },
  {
    kind: 'bitbucket',
    cues: 'atbb atctt3',
    pattern: () => /(?<![A-Za-z0-9])AT(?:BB|CTT3)[A-Za-z0-9_=.-]{24,300}/g,
    why: 'Bitbucket',
  },
  { kind: 'atlassian', cues: 'atatt3', pattern: () => /ATATT3[A-Za-z0-9_=.-]{24,300}/g, why: 'Atlassian' },
  { kind: 'npm', cues: 'npm_', pattern: () => /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,64}/g, why: 'npm' },
  { kind: 'pypi', cues: 'pypi-', pattern: () => /pypi-[A-Za-z0-9_-]{50,300}/g, why: 'PyPI' },
  { kind: 'rubygems', cues: 'rubygems_', pattern: () => /rubygems_[a-f0-9]{48}/g, why: 'RubyGems' },
  {
    kind: 'docker',
    cues: 'dckr_',
    pattern: () => /dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,64}/g,
    why: 'Docker Hub',
  },

  // Clouds and hosts
  {
    kind: 'aws-key-id',
    cues: 'akia asia abia acca absk',
    pattern: () =>
      /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])|ABSK[A-Za-z0-9+/]{80,200}={0,2})/g,
    why: 'AWS',
  },
  {
    kind: 'aws-secret',
    cues: 'aws amazon',
    pattern: () =>
      /(?<lead>(?:aws|AWS|Aws|amazon|Amazon)[^\n]{0,60}[\s=:"'`])(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Z0-9/+]{0,39}[a-z])(?=[A-Za-z/+]{0,39}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
    why: 'AWS',
  },
  { kind: 'google-api-key', cues: 'aiza', pattern: () => /AIza[A-Za-z0-9_-]{35}/g, why: 'Google' },
  {
    kind: 'google-api-key',
    cues: 'aq.',
    pattern: () =>
      /(?<![A-Za-z0-9_.-])AQ\.(?=[A-Za-z_-]{0,60}\d)(?=[a-z0-9_-]{0,60}[A-Z])(?=[A-Z0-9_-]{0,60}[a-z])[A-Za-z0-9_-]{36,200}/g,
    why: 'Google, since 2025',
  },
  {
    kind: 'google-oauth',
    cues: 'ya29. gocspx-',
    pattern: () => /(?:(?<![A-Za-z0-9])ya29\.|GOCSPX-)[A-Za-z0-9_-]{20,512}/g,
    why: 'Google',
  },
  {
    kind: 'azure-key',
    cues: 'accountkey sharedaccesskey',
    pattern: () => /(?<lead>(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,100}={0,2}/gi,
    why: 'Azure connection strings',
  },
  {
    kind: 'azure-client-secret',
    cues: 'q~',
    pattern: () => /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/g,
    why: 'Azure Entra',
  },
  {
    kind: 'url-signature',
    cues: 'sig= signature=',
    pattern: () => /(?<lead>[?&](?:sig|(?:[a-z]{1,8}-){0,3}signature)=)[A-Za-z0-9%/+_-]{24,1024}={0,1}/gi,
    why: 'an address that is signed: Azure, AWS, Google',
  },
  { kind: 'digitalocean', cues: '_v1_', pattern: () => /do[opr]_v1_[a-f0-9]{64}/g, why: 'DigitalOcean' },
  {
    kind: 'alibaba',
    cues: 'ltai',
    pattern: () => /(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/g,
    why: 'Alibaba Cloud',
  },
  {
    kind: 'tencent',
    cues: 'akid',
    pattern: () => /(?<![A-Za-z0-9])AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/g,
    why: 'Tencent Cloud',
  },
  {
    kind: 'heroku',
    cues: 'heroku hrku-',
    pattern: () =>
      /(?<lead>heroku[^\n]{0,40}[\s=:"'`])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|HRKU-[A-Za-z0-9_-]{36,80}/gi,
    why: 'Heroku',
  },
  {
    kind: 'cloudflare',
    cues: 'v1.0-',
    pattern: () => /(?<![A-Za-z0-9])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/g,
    why: 'Cloudflare origin',
  },
  {
    kind: 'vercel',
    cues: 'vcp_ vci_ vca_ vcr_ vck_',
    pattern: () => /(?<![A-Za-z0-9])vc[piark]_[A-Za-z0-9]{24,100}/g,
    why: 'Vercel',
  },
  {
    kind: 'tailscale',
    cues: 'tskey-',
    pattern: () => /tskey-(?:[a-z]{3,10}-)?[A-Za-z0-9]{8,40}-(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,64}/g,
    why: 'Tailscale',
  },
  { kind: 'netlify', cues: 'nfp_', pattern: () => /(?<![A-Za-z0-9])nfp_[A-Za-z0-9]{36,60}/g, why: 'Netlify' },
  {
    kind: 'supabase',
    cues: 'sbp_ sb_secret_',
    pattern: () => /(?<![A-Za-z0-9])(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})/g,
    why: 'Supabase',
  },
  {
    kind: 'planetscale',
    cues: 'pscale_',
    pattern: () => /pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,80}/g,
    why: 'PlanetScale',
  },
  {
    kind: 'databricks',
    cues: 'dapi',
    pattern: () => /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?:-\d)?/g,
    why: 'Databricks',
  },
  {
    kind: 'fly',
    cues: 'flyv1 fo1_',
    pattern: () => /(?:FlyV1 fm\d[a-z]?_|(?<![A-Za-z0-9])fo1_)[A-Za-z0-9_+/=,-]{40,1024}/g,
    why: 'Fly.io',
  },
  {
    kind: 'vault',
    cues: 'hvs. hvb. hvr.',
    pattern: () => /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,300}/g,
    why: 'HashiCorp Vault',
  },
  {
    kind: 'terraform',
    cues: 'atlasv1',
    pattern: () => /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/g,
    why: 'HCP Terraform',
  },
  { kind: 'pulumi', cues: 'pul-', pattern: () => /(?<![A-Za-z0-9])pul-[a-f0-9]{40}/g, why: 'Pulumi' },
  {
    kind: 'doppler',
    cues: 'dp.',
    pattern: () => /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,80}/g,
    why: 'Doppler',
  },

  // Models
  { kind: 'anthropic', cues: 'sk-ant-', pattern: () => /sk-ant-[A-Za-z0-9_-]{20,200}/g, why: 'Anthropic' },
  { kind: 'openrouter', cues: 'sk-or-', pattern: () => /sk-or-[A-Za-z0-9_-]{32,120}/g, why: 'OpenRouter' },
  {
    kind: 'openai',
    cues: 'sk-',
    pattern: () =>
      /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300}|[A-Za-z0-9]{20,120})/g,
    why: 'OpenAI, and who follows its form',
  },
  {
    kind: 'huggingface',
    cues: 'hf_ api_org_',
    pattern: () => /(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{30,64}/g,
    why: 'Hugging Face',
  },
  { kind: 'groq', cues: 'gsk_', pattern: () => /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/g, why: 'Groq' },
  { kind: 'xai', cues: 'xai-', pattern: () => /(?<![A-Za-z0-9])xai-[A-Za-z0-9_-]{60,120}/g, why: 'xAI' },
  {
    kind: 'replicate',
    cues: 'r8_',
    pattern: () => /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{37,40}/g,
    why: 'Replicate',
  },
  {
    kind: 'perplexity',
    cues: 'pplx-',
    pattern: () => /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{40,64}/g,
    why: 'Perplexity',
  },
  {
    kind: 'langsmith',
    cues: 'lsv2_',
    pattern: () => /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/g,
    why: 'LangSmith',
  },

  // Payment
  {
    kind: 'stripe',
    cues: '_live_ _test_',
    pattern: () => /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}/g,
    why: 'Stripe',
  },
  {
    kind: 'webhook-secret',
    cues: 'whsec_',
    pattern: () => /whsec_[A-Za-z0-9+/=]{24,100}/g,
    why: 'Stripe, Svix',
  },
  {
    kind: 'square',
    cues: 'sq0 eaaa',
    pattern: () => /(?<![A-Za-z0-9])(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,50}|EAAA[A-Za-z0-9_-]{60})/g,
    why: 'Square',
  },
  { kind: 'razorpay', cues: 'rzp_', pattern: () => /rzp_(?:live|test)_[A-Za-z0-9]{14,40}/g, why: 'Razorpay' },
  { kind: 'shopify', cues: 'shp', pattern: () => /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g, why: 'Shopify' },
  {
    kind: 'braintree',
    cues: 'access_token$',
    pattern: () => /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/g,
    why: 'Braintree',
  },

  // Chat and mail
  {
    kind: 'slack',
    cues: 'xox xapp-',
    pattern: () => /(?:xox[abeoprs](?:\.xox[bp])?|xapp)-[A-Za-z0-9-]{10,250}/g,
    why: 'Slack',
  },
  {
    kind: 'slack-webhook',
    cues: 'hooks.slack.com',
    pattern: () => /(?<lead>hooks\.slack\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/_+-]{20,120}/g,
    why: 'Slack',
  },
  {
    kind: 'discord-webhook',
    cues: '/api/webhooks/',
    pattern: () => /(?<lead>\/api\/webhooks\/\d{5,25}\/)[A-Za-z0-9_-]{30,120}/g,
    why: 'Discord',
  },
  {
    kind: 'discord',
    cues: '.',
    pattern: () =>
      /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/g,
    near: () => /\.[a-z0-9_-]{6}\./,
    why: 'Discord bots',
  },
  {
    kind: 'teams-webhook',
    cues: 'webhook.office.com',
    pattern: () => /(?<lead>webhook\.office\.com\/)webhookb2\/[A-Za-z0-9@/-]{60,250}/g,
    why: 'Microsoft Teams',
  },
  {
    kind: 'telegram',
    cues: ':aa',
    pattern: () => /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}/g,
    why: 'Telegram bots',
  },
  {
    kind: 'twilio',
    cues: 'sk twilio',
    pattern: () =>
      /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])|(?<lead>twilio[^\n]{0,80}[\s=:"'`])[0-9a-f]{32}(?![A-Za-z0-9])/gi,
    why: 'Twilio',
  },
  {
    kind: 'sendgrid',
    cues: 'sg.',
    pattern: () => /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g,
    why: 'SendGrid',
  },
  {
    kind: 'mailgun',
    cues: 'key-',
    pattern: () => /(?<![A-Za-z0-9-])(?:key|pubkey)-[0-9a-f]{32}(?![A-Za-z0-9])/g,
    why: 'Mailgun',
  },
  {
    kind: 'mailchimp',
    cues: '-us',
    pattern: () => /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
    why: 'Mailchimp',
  },

  // Tools
  {
    kind: 'grafana',
    cues: 'glsa_ glc_',
    pattern: () => /(?<![A-Za-z0-9])(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})/g,
    why: 'Grafana',
  },
  {
    kind: 'sentry',
    cues: 'sntrys_ sntryu_',
    pattern: () => /sntry[su]_[A-Za-z0-9_+/=-]{40,400}/g,
    why: 'Sentry',
  },
  {
    kind: 'new-relic',
    cues: 'nrak- nrjs- nrii-',
    pattern: () => /(?<![A-Za-z0-9])NR(?:AK|JS|II)-[A-Za-z0-9_-]{19,40}/g,
    why: 'New Relic',
  },
  { kind: 'linear', cues: 'lin_', pattern: () => /lin_(?:api|oauth)_[A-Za-z0-9]{32,80}/g, why: 'Linear' },
  {
    kind: 'notion',
    cues: 'ntn_ secret_',
    pattern: () => /(?<![A-Za-z0-9])(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9]))/g,
    why: 'Notion',
  },
  { kind: 'postman', cues: 'pmak-', pattern: () => /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g, why: 'Postman' },
  { kind: 'figma', cues: 'figd_', pattern: () => /figd_[A-Za-z0-9_-]{36,80}/g, why: 'Figma' },
  {
    kind: 'airtable',
    cues: 'pat',
    pattern: () => /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g,
    why: 'Airtable',
  },
  {
    kind: 'dropbox',
    cues: 'sl.',
    pattern: () => /(?<![A-Za-z0-9])sl\.(?:u\.)?[A-Za-z0-9_-]{100,1400}/g,
    why: 'Dropbox',
  },
];
