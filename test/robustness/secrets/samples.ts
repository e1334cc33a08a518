/* Secrets as their givers shape them, put together when the tests run: no whole token stands in this repository. */
import { createRandom } from '../../support/random.js';

export interface Sample {
  readonly kind: string;
  /** A sentence with the secret in it. */
  readonly text: string;
  /** What must never be found on the disk. */
  readonly secret: string;
  /** True where its form alone tells it. */
  readonly alone: boolean;
}

const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALNUM = LOWER.toUpperCase() + LOWER + DIGITS;
const WORD = `${ALNUM}_-`;
const BASE64 = `${ALNUM}+/`;

type Draw = (alphabet: string, length: number) => string;
type Shape = readonly [kind: string, make: (draw: Draw) => string, around?: (secret: string) => string];

/** One of each class, so that a token that must look like chance does. */
const mixed = (draw: Draw, length: number): string => `a${draw(ALNUM, length - 5)}7Zk3`;

/** Kind, token, and the words around it where its form alone does not tell it. */
const SHAPES: readonly Shape[] = [
  ['github-pat', (draw) => `gh${'p_'}${draw(ALNUM, 36)}`],
  ['github-fine-pat', (draw) => `github${'_pat_'}${draw(ALNUM, 22)}_${draw(ALNUM, 59)}`],
  ['github-app', (draw) => `gh${'s_'}${draw(ALNUM, 36)}`],
  ['gitlab', (draw) => `gl${'pat-'}${draw(WORD, 20)}`],
  ['bitbucket', (draw) => `AT${'BB'}${draw(ALNUM, 32)}`],
  ['npm', (draw) => `npm${'_'}${draw(ALNUM, 36)}`],
  ['pypi', (draw) => `pypi${'-'}AgEIcHlwaS5vcmc${draw(WORD, 60)}`],
  ['rubygems', (draw) => `rubygems${'_'}${draw(HEX, 48)}`],
  ['docker', (draw) => `dckr${'_pat_'}${draw(WORD, 27)}`],
  ['aws-key-id', (draw) => `AK${'IA'}${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`],
  ['aws-secret', (draw) => mixed(draw, 40), (secret) => `aws_secret_access_key = ${secret}`],
  ['google-api-key', (draw) => `AI${'za'}${draw(WORD, 35)}`],
  ['google-oauth', (draw) => `GOC${'SPX-'}${draw(WORD, 28)}`],
  [
    'azure-key',
    (draw) => `${draw(BASE64, 86)}==`,
    (secret) => `AccountName=x;AccountKey=${secret};EndpointSuffix=y`,
  ],
  ['azure-client-secret', (draw) => `${draw(ALNUM, 3)}8Q${'~'}${draw(ALNUM, 34)}`],
  ['digitalocean', (draw) => `dop${'_v1_'}${draw(HEX, 64)}`],
  ['alibaba', (draw) => `LT${'AI'}${draw(ALNUM, 20)}`],
  [
    'heroku',
    (draw) => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-'),
    (secret) => `the Heroku API key is ${secret}`,
  ],
  ['netlify', (draw) => `nfp${'_'}${draw(ALNUM, 40)}`],
  ['supabase', (draw) => `sbp${'_'}${draw(HEX, 40)}`],
  ['planetscale', (draw) => `pscale${'_tkn_'}${draw(WORD, 43)}`],
  ['databricks', (draw) => `dapi${draw(HEX, 32)}`],
  ['vault', (draw) => `hvs${'.'}${draw(WORD, 90)}`],
  ['terraform', (draw) => `${draw(ALNUM, 14)}.atlas${'v1.'}${draw(WORD, 67)}`],
  ['pulumi', (draw) => `pul${'-'}${draw(HEX, 40)}`],
  ['doppler', (draw) => `dp${'.pt.'}${draw(ALNUM, 43)}`],
  ['anthropic', (draw) => `sk${'-ant-'}api03-${draw(WORD, 93)}AA`],
  ['openrouter', (draw) => `sk${'-or-'}v1-${draw(HEX, 64)}`],
  ['openai', (draw) => `sk${'-proj-'}${draw(WORD, 74)}`],
  ['openai', (draw) => `sk${'-'}${draw(ALNUM, 48)}`],
  ['huggingface', (draw) => `hf${'_'}${draw(ALNUM, 34)}`],
  ['groq', (draw) => `gsk${'_'}${draw(ALNUM, 52)}`],
  ['xai', (draw) => `xai${'-'}${draw(ALNUM, 80)}`],
  ['replicate', (draw) => `r8${'_'}${draw(ALNUM, 37)}`],
  ['stripe', (draw) => `sk${'_live_'}${draw(ALNUM, 24)}`],
  ['webhook-secret', (draw) => `whsec${'_'}${draw(ALNUM, 32)}`],
  ['square', (draw) => `sq0${'csp-'}${draw(WORD, 43)}`],
  ['razorpay', (draw) => `rzp${'_live_'}${draw(ALNUM, 14)}`],
  ['shopify', (draw) => `shp${'at_'}${draw(HEX, 32)}`],
  ['slack', (draw) => `xox${'b-'}${draw(DIGITS, 12)}-${draw(DIGITS, 12)}-${draw(ALNUM, 24)}`],
  [
    'slack-webhook',
    (draw) => `T${draw(ALNUM, 8)}/B${draw(ALNUM, 8)}/${draw(ALNUM, 24)}`,
    (secret) => `https://hooks.slack${'.com'}/services/${secret}`,
  ],
  ['discord', (draw) => `M${draw(ALNUM, 23)}.${draw(WORD, 6)}.${draw(ALNUM, 38)}`],
  [
    'discord-webhook',
    (draw) => draw(WORD, 68),
    (secret) => `https://discord.com/api/webhooks/123456789012345678/${secret}`,
  ],
  ['telegram', (draw) => `1${draw(DIGITS, 9)}:${'AA'}${draw(WORD, 33)}`],
  ['twilio', (draw) => `S${'K'}${draw(HEX, 32)}`],
  ['sendgrid', (draw) => `S${'G.'}${draw(WORD, 22)}.${draw(WORD, 43)}`],
  ['mailgun', (draw) => `key${'-'}${draw(HEX, 32)}`],
  ['mailchimp', (draw) => `${draw(HEX, 32)}-us${'12'}`],
  ['grafana', (draw) => `gl${'sa_'}${draw(ALNUM, 32)}_${draw(HEX, 8)}`],
  ['sentry', (draw) => `sntry${'u_'}${draw(HEX, 64)}`],
  ['new-relic', (draw) => `NR${'AK-'}${draw(ALNUM.slice(0, 26) + DIGITS, 27)}`],
  ['linear', (draw) => `lin${'_api_'}${draw(ALNUM, 40)}`],
  ['notion', (draw) => `ntn${'_'}${draw(DIGITS, 11)}${draw(ALNUM, 35)}`],
  ['postman', (draw) => `PM${'AK-'}${draw(HEX, 24)}-${draw(HEX, 34)}`],
  ['figma', (draw) => `fig${'d_'}${draw(WORD, 40)}`],
  ['airtable', (draw) => `pat${draw(ALNUM, 14)}.${draw(HEX, 64)}`],
  ['jwt', (draw) => `ey${'J'}${draw(ALNUM, 30)}.ey${'J'}${draw(ALNUM, 60)}.${draw(WORD, 43)}`],
  [
    'bearer',
    (draw) => mixed(draw, 32),
    (secret) => `curl -H "Authorization: Bearer ${secret}" failed with 403`,
  ],
  [
    'session-cookie',
    (draw) => mixed(draw, 40),
    (secret) => `Cookie: lang=de; connect.sid=${secret}; theme=dark`,
  ],
  ['session-cookie', (draw) => mixed(draw, 26), (secret) => `{"Cookie": "PHPSESSID=${secret}"}`],
  ['token', (draw) => mixed(draw, 44), (secret) => `app.config["SECRET_KEY"] = "${secret}"`],
  ['token', (draw) => mixed(draw, 86), (secret) => `AZURE_STORAGE_KEY=${secret}==`],
  ['password', (draw) => mixed(draw, 60), (secret) => `az storage blob list --account-key '${secret}=='`],
  ['basic-auth', (draw) => draw(BASE64, 24), (secret) => `it sends Authorization: Basic ${secret} each time`],
  [
    'url-password',
    (draw) => mixed(draw, 16),
    (secret) => `postgres://app:${secret}@db.internal:5432/app times out`,
  ],
  ['password', (draw) => mixed(draw, 12), (secret) => `the box takes password: "${secret}" and nothing else`],
  ['password', (draw) => mixed(draw, 12), (secret) => `set DB_PASSWORD=${secret} in the shell`],
  ['password', (draw) => mixed(draw, 12), (secret) => `the admin password is ${secret} by the way`],
  ['password', (draw) => mixed(draw, 12), (secret) => `登录密码：${secret}`],
  ['password', (draw) => mixed(draw, 12), (secret) => `run mysql --password=${secret} -h db`],
  ['token', (draw) => mixed(draw, 40), (secret) => `client_secret: '${secret}'`],
  ['token', (draw) => draw(HEX, 28) + draw(DIGITS, 4), (secret) => `DD_API_KEY=${secret}`],
  [
    'private-key',
    (draw) => draw(BASE64, 64),
    (secret) => `-----BEGIN RSA PRIVATE ${'KEY'}----- ${secret} -----END RSA PRIVATE KEY-----`,
  ],
  [
    'private',
    (draw) => draw(LOWER, 20),
    (secret) => `we ship on Friday <private>since ${secret} told so</private> at noon`,
  ],
];

/** So many samples of every shape. */
export function samples(seed: string, each: number): readonly Sample[] {
  const roll = createRandom(seed);
  const draw: Draw = (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(roll() * alphabet.length)]).join('');
  return SHAPES.flatMap(([kind, make, around]) =>
    Array.from({ length: each }, () => {
      const secret = make(draw);
      return { kind, text: (around ?? inProse(roll))(secret), secret, alone: around === undefined };
    }),
  );
}

/** A token in the middle of what people say of it. */
const inProse =
  (roll: () => number) =>
  (secret: string): string =>
    [
      `the deploy job uses ${secret} and it works`,
      `found \`${secret}\` in the log of the build`,
      `TOKEN_${'X'}="${secret}", which is wrong`,
      `decided to rotate ${secret} because it leaked`,
      `${secret}`,
    ][Math.floor(roll() * 5)] ?? secret;

/** Texts that look a little like secrets and are none. */
export function innocents(seed: string): readonly string[] {
  const roll = createRandom(seed);
  const draw: Draw = (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(roll() * alphabet.length)]).join('');
  const uuid = () => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-');
  const times = (count: number, make: () => string) => Array.from({ length: count }, make);
  return [
    ...times(40, () => `fixed in ${draw(HEX, 40)}`),
    ...times(20, () => `sha256:${draw(HEX, 64)} is the image we run`),
    ...times(20, () => `sha512-${draw(BASE64, 86)}== is its integrity`),
    ...times(40, () => `request ${uuid()} took 3 s`),
    ...times(20, () => `md5 ${draw(HEX, 32)} of the archive`),
    ...times(
      20,
      () => `commit ${draw(HEX, 7)} broke src/${draw(LOWER, 8)}/${draw(LOWER, 12)}.ts:${draw(DIGITS, 3)}`,
    ),
    ...times(20, () => `![logo](data:image/png;base64,iVBORw0KGgo${draw(BASE64, 200)})`),
    ...times(20, () => `~/projects/${draw(LOWER, 9)}/node_modules/.cache/${draw(HEX, 20)}/index.js`),
    ...times(
      20,
      () => `see https://example.com/${draw(LOWER, 6)}/${draw(DIGITS, 8)}?page=2#L${draw(DIGITS, 3)}`,
    ),
    ...times(
      10,
      () => `entry ^${draw('0123456789abcdefghjkmnpqrstvwxyz', 11)} superseded [[2026-06-07#^61k0y5k9xfs]]`,
    ),
    ...times(10, () => `arn:aws:s3:::bucket-${draw(LOWER, 8)}/logs/${draw(DIGITS, 8)}`),
    ...times(10, () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw(BASE64, 43)} me@box is the public key`),
    `STRIPE_SECRET_KEY=sk_${'live'}_${'x'.repeat(24)}`,
    `export GH_TOKEN="gh${'p_'}${'x'.repeat(36)}"`,
    'SLACK_BOT_TOKEN=xoxb-your-token-here',
    `POSTGRES_PASSWORD: $${'{'}POSTGRES_PASSWORD:?missing}`,
    ...PLAIN,
  ];
}

const PLAIN = `the token is refreshed every hour
password: string; // required
password must have at least 8 characters and 1 digit
const password = await readPassword(prompt);
password: process.env.DB_PASSWORD
PASSWORD=\${DB_PASSWORD}
set the password with --password-stdin
"password": "string"
password: "<your password>"
password=********
token: \${{ secrets.GITHUB_TOKEN }}
token = parser.nextToken1And2(input)
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
the header is Bearer token-based and not Basic
secret: a Kubernetes Secret named db-credentials
apiKey: process.env.OPENAI_API_KEY_1_OF_2
key: value
the cache key is node-modules-v2-linux-x64-2024
const key = \`\${user.id}-\${page}\`;
sk-learn is not sk_learn
the task-based scheduler of risk-assessment-service-for-all-of-europe
a disk-based-storage-engine-with-compaction
git@github.com:org/repository.git
http://localhost:3000/users/@me
https://user@example.com/repo.git
postgres://localhost:5432/app
postgres://user:password@localhost/app
mongodb://<user>:<password>@cluster0.example.net
redis://localhost:6379/0
npm_config_registry is read before npmrc
npm_lifecycle_event tells which script runs
hf_hub_download fetches one file
use AKIA as the prefix in tests
ASIA and EMEA are regions
-----BEGIN CERTIFICATE----- begins a certificate
files with -----BEGIN PRIVATE KEY----- are refused by the hook
pwd: /home/user/project2
pwd=/srv/app1
passwords are hashed with argon2id, m=65536, t=3
the passphrase of the key is asked once
login as root, password as usual
password reset e-mails go out within 30 s
password: bcrypt-hashed
the max_tokens=4096 setting
tokens: 1200, cost: 0.02
--token-file reads it from a file
--secret-name db
curl -u "$USER:$PASS" https://example.com
curl -fsSL https://example.com/install.sh
the sig= parameter is checked first
SG is Singapore; SG.1 is the first rack
xoxb tokens are for bots, xoxp for people
glpat is the prefix of GitLab
ghp_ is the prefix of GitHub
eyJ is how every JWT begins
the v1.0-rc.1 release
dp.st is a Doppler prefix
key-value stores and key-12 of the piano
credentials: 'include'
credentials = new DefaultAzureCredential2()
the access token: see 1Password
密码必须至少有 8 个字符
パスワードは8文字以上
export PATH=/usr/local/bin:$PATH
Content-Security-Policy: default-src 'self'; script-src 'nonce-abc'
if (token.type === TokenType.Identifier2 && token.value === 'x1')
const { token, secret } = config;
the client secret lives in Vault under kv/app/prod1
api key rotation happens on day 1 of each quarter
Set-Cookie: theme=dark; Path=/; Max-Age=31536000
const tokenizer = cl100k_base
0x52908400098527886E0F7030069857D2E4169EE7 is an address
1735689600000 is a time in ms
192.168.10.24:8443 and [::1]:8080
GITHUB_SHA=0123456789abcdef0123456789abcdef01234567
etag: W/"5e8c-18f1a2b3c4d"
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } });
version 1.2.3-beta.4+build.20260607
docker run -e POSTGRES_PASSWORD_FILE=/run/secrets/pg postgres:16.3`.split('\n');
