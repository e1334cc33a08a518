import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { redact } from '../../../src/security/secrets.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/workspace.js';

const HEX = '0123456789abcdef';
const LOWER = `abcdefghijklmnopqrstuvwxyz`;
const ALNUM = `${LOWER.toUpperCase()}${LOWER}0123456789`;
const roll = createRandom(SEED);
const draw = (length: number, alphabet = ALNUM): string =>
  Array.from({ length }, () => alphabet[Math.floor(roll() * alphabet.length)]).join('');

/** Prefixes that no list of makers has, and the letters behind them. */
const PREFIXES: readonly (readonly [prefix: string, length: number, alphabet?: string])[] = [
  ['qwx_', 24],
  ['zb-live-', 28],
  ['kv1.', 36],
  ['nmb_pat_', 26],
  ['OZ_', 32, `${LOWER.toUpperCase()}234567`],
  ['wt~', 30],
  ['abc_key_', 32, `${LOWER}0123456789`],
  ['lmk-', 64, HEX],
  ['trn_v2_', 40],
  ['ax_', 22],
];

/** A password behind its name, in the languages and the markup that people use. */
const NAMED = `das Passwort lautet X
das Kennwort ist X
le mot de passe est X
mot de passe : X
パスワードはXです
**Password:** X
__Password__: X
| Password | X |
<password>X</password>
口令：X
密码改成了 X
비밀번호: X
비밀번호는 X 입니다
ansible_become_pass=X
la contraseña es X
a senha é X
пароль это X
password = "blue X sky"
the password is “X”
my password is now X
set the password to X
das Kennwort wurde auf X gesetzt
le mot de passe a été changé en X
パスワードを X に変更しました
パスワードをXに変更しました
암호를 X 로 바꿨습니다
mdp: X
contrasena: X
новый пароль — X
db.example.com:5432:app:ann:X
Server=a;User Id=b;Password=X;Encrypt=true`.split('\n');

it('a token of a maker that no list has, and a password by any name, are redacted', () => {
  const rows = Array.from({ length: 20 }, () => [
    ...PREFIXES.map(([prefix, length, alphabet]) => {
      const secret = `${prefix}${draw(length, alphabet)}`;
      return { text: `the key is ${secret}.`, secret };
    }),
    ...TOKENS.map((text) => {
      const secret = `${draw(4)}7${draw(3)}q2${draw(8)}9Z`;
      return { text: text.replace('X', () => secret), secret };
    }),
    ...NAMED.map((text) => {
      const secret = `${draw(5)}7!k${draw(3)}Q`;
      return { text: text.replace('X', () => secret), secret };
    }),
  ]).flat();
  const left = rows.filter(({ text, secret }) => redact(text).text.includes(secret));
  expect(left.length / rows.length, left.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.02);
  for (const { text } of rows) expect(redact(redact(text).text).found).toEqual([]);
});

/** A token behind its name: it looks like chance. */
const TOKENS = `<secret>X</secret>
<apiKey>X</apiKey>
el token es X
der Schlüssel lautet X
секрет: X
токен: X
令牌：X
密钥是X
トークンはXです
토큰: X
STRIPE_KEY=X
x-api-key: X
| token | X |`.split('\n');

/** Sentences and code about passwords, and what is written in their place. */
const INNOCENT = `the password is rotated monthly
password: <your-password>
DB_PASSWORD=changeme
password: \${DB_PASSWORD}
token: $(op read op://a/b)
the token is refreshed every 15 minutes by middleware
das Passwort wurde auf Wunsch des Kunden geändert
el token es necesario para entrar en la web2
la clave es usar índices en Postgres15
CACHE_KEY=user-profile-v2
passwords are hashed with argon2id
PIN 13 is connected to GPIO27
pin: node@20.11.1
密码是必须的
パスワードは8文字以上です
パスワードを12文字以上にしました
비밀번호는 8자 이상
mot de passe oublié : voir la page 404
a.ts:1234:12:error:TS2304
<token>identifier</token>
secret: see vault path kv2/data/app`.split('\n');

it('a secret that is split over two strings, or percent-encoded, is redacted', () => {
  const [first, second, password, key] = [draw(12), `${draw(12)}9zX8`, `s3cr${draw(8)}9`, draw(40, HEX)];
  expect(redact(`const t = "napi_${first}" + "${second}";`).text).toMatch(/"\[redacted:token:\w{4}\]"/);
  expect(redact(`postgres%3A%2F%2Fuser%3A${password}%40db.example.com`).text).not.toContain(password);
  expect(redact(`"private_key_id": "${key}7a8",`).text).not.toContain(key);
  expect(redact(`Authorization: SSWS 00${first}${second}`).text).not.toContain(second);
});

it('hashes, ids, lock files, names of files and code are left alone', () => {
  const tracked = execFileSync('git', ['ls-files', 'src', 'content/guide'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const texts = [
    ...readFileSync('package-lock.json', 'utf8').split('\n'),
    ...readFileSync('node_modules/typescript/lib/typescript.js', 'utf8').split('\n').slice(0, 5000),
    ...tracked,
    ...INNOCENT,
    ...Array.from({ length: 50 }, () => [
      `sha512-${draw(86)}==`,
      draw(40, HEX),
      `toolu_01${draw(22)}`,
      `chatcmpl-${draw(29)}`,
      `req_${draw(24)}`,
      draw(26, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
      `i-0${draw(16, HEX)}`,
      `main.${draw(20, HEX)}.js`,
      `web-7d4b9c6f5d-${draw(5, LOWER)}`,
      `my-post-title-${draw(12, HEX)}`,
      `git-${draw(40, HEX)}`,
      `data:image/png;base64,${draw(300, `${ALNUM}+/`)}==`,
      `https://example.com/a/my-slug-${draw(32, HEX)}?v=${draw(10)}`,
      `h1:${draw(43, `${ALNUM}+/`)}=`,
      `0x${draw(40, HEX)}`,
    ]).flat(),
  ];
  const hashes = Array.from({ length: 300 }, () => `digest ${draw(43, `${ALNUM}-_`)}`);
  expect(hashes.filter((text) => redact(text).text !== text).length).toBeLessThanOrEqual(3);
  const hurt = texts.filter((text) => redact(text).text !== text);
  expect(hurt.map((text) => `${text.slice(0, 200)} → ${redact(text).text.slice(0, 200)}`)).toEqual([]);
});
