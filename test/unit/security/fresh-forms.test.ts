import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/security/secrets.js';
import { createRandom } from '../../support/random.js';

const HEX = '0123456789abcdef';
const LOWER = `abcdefghijklmnopqrstuvwxyz`;
const ALNUM = `${LOWER.toUpperCase()}${LOWER}0123456789`;
const roll = createRandom('fresh forms');
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
headers["X-Internal-Auth"] = "X"
API 키는 X 입니다
APIキーは X です
la clé API est X
la clave de API es X
hmac_key = X
refresh token X
| token | X |`.split('\n');

/** A password with more words between its name and itself, in a pair, or with its user: X is one of letters and digits. */
const DISTANT = `mot de passe de la base : X
das Passwort für den Server ist X
das Passwort der Datenbank – X
WLAN-Schlüssel der Werft: X
la contraseña del panel es X
a senha do roteador é X
пароль от сервера: X
пароль администратора — X
пароль от почты X
数据库密码是X
管理画面のパスワードは X です
데이터베이스 비밀번호는 X 입니다
hasło do panelu to X
het wachtwoord van de router is X
lösenordet är X
the wifi key is X
wifi of the yard: SSID yard-2g, key X
log in with user admin and password X on the test box
user admin with password X
creds for staging: admin / X
login: admin / X
login of the crane is \`crane / X\`
credentials are admin:X
<add key="MailPassword" value="X"/>
<property name="password" value="X" />
{"name": "DB_PASSWORD", "value": "X"}
- name: DB_PASSWORD\\n  value: X
| user | pw |  | root | X |
| Dienst | Passwort |\\n|---|---|\\n| NAS | X |
le mot de passe du wifi, c'est X, à donner au voisin
I changed the root password on build-07 from the old one of last year to X this morning
the password that Mia told us for the old box in the cellar (the grey one): X
ho cambiato la password di root in X, aggiornate gli script
la contraseña del wifi de la oficina es X
pass: X
user admin, pw X
bind_pw = X
ftp user feed, password X
WLAN: Gast / X
Grafana admin login: \`admin\` / \`X\` (vpn only)
the password is X!`.split('\n');

it('a password with words between its name and itself is redacted whole', () => {
  const left = DISTANT.map((form) => form.replaceAll('\\n', '\n')).filter((form) => {
    const secret = `Q${draw(1, LOWER)}2wS${draw(1, LOWER)}4eD${draw(3, LOWER)}`;
    const { text } = redact(form.replace('X', () => secret));
    return text.includes(secret) || text.endsWith('!') || redact(text).text !== text;
  });
  expect(left).toEqual([]);
});

it('letters alone, codes, seeds and hashes behind a name that says secret are redacted', () => {
  for (const [text, secret] of [
    ['пароль базы — hKvWzRtFpQ', 'hKvWzRtFpQ'],
    ['密码是mWtZkQvRsTbN', 'mWtZkQvRsTbN'],
    ['| user | pw |\n|---|---|\n| root | kTzWqRvNpLs |', 'kTzWqRvNpLs'],
    [`SECRET_KEY_BASE: 4${draw(62, HEX)}7`, ''],
    [`SECRET_KEY_BASE=4${draw(62, HEX)}7`, ''],
    ['TOTP seed of the mail account: QX46V53RBZ3JTWYNPEBO5GKMKIRPH6TB', 'QX46V53RBZ3J'],
    ['the snmp community string is EZbpbR6ySWJ5Q1vArDIc5s', 'EZbpbR6y'],
    ['PUK: 81726354', '81726354'],
    ['backup codes: 7e2j-3n8r, q5y8-x2ze', 'q5y8-x2ze'],
    ['https://a.example.com/r.zip?X-Amz-Signature=CTwdWr5fjPGP7rM6mScJfpXeInWgf6', 'CTwdWr5f'],
  ] as const)
    expect(redact(text).text).not.toContain(secret || text.slice(16));
  const nested = `https://ghp_${draw(36)}@github.com/acme/app.git`;
  expect(redact(nested).text).toMatch(/^https:\/\/\[redacted:github-pat:\w{4}\]@github/);
});

/** Words that people choose as passwords: X is one, P a PIN, W a passphrase of words, T a token, H its second half. */
const KINDS: Readonly<Record<string, string>> = {
  'split over two strings': `const t = "napi_TH1" + "TH2";
token = 'TH1' + 'TH2'
api_key: "TH1" "TH2"
API_KEY = ("TH1"\\n       "TH2")
$token = 'TH1' . 'TH2';
TOKEN="TH1""TH2"
let token = "TH1" +\\n  "TH2";
password = "XH1" + "XH2"
password = ("XH1" "XH2")
const password = 'XH1' + 'XH2';
Dim apiKey = "TH1" & "TH2"`,
  'in an address': `https://ann:X@db.example.com/app
postgres://ann:X@db.example.com:5432/app
postgres%3A%2F%2Fann%3AX%40db.example.com%2Fapp
https://api.example.com/v2/login?user=ann&password=X
https://api.example.com/v2?api_key=R
https://api.example.com/data?access_token=R&x=1
https://hooks.example.com/services/R
https://api.example.com/webhook/R
https://node.example.com/v3/R
https://api.example.com/token/R/items
https://api.example.com/bot123456789:AA-R/sendMessage
https://example.com/cb#access_token=R`,
  'in TOML': `password = "X"
password = 'X'
password = """X"""
[database]\\npassword = "X"
database.password = "X"
db = { user = "ann", password = "X" }
[auth]\\npass = "X"
secret = "R"
api_key = "R"
"api-token" = "R"
token = '''R'''
passphrase = "W"
pin = "P"
pin = P`,
  'in bold': `**Password:** X
**Password**: X
*Password*: X
__Password:__ X
***Password:*** X
- **Password** – X
Password: **X**
**Password:** \`X\`
**Password:** **X**
Password: _X_
<b>Password:</b> X
**PIN:** P
**API key:** \`R\`
**Passphrase:** W2
~~Password: X~~
> **Passwort:** X`,
  'in a sentence': `the password was changed to X
the password has been changed to X.
changed the password to X
I changed the admin password from old to X
the PIN was changed to P
the PIN is P
PIN code: P
my PIN is now P
das Passwort wurde in X geändert
das Passwort wurde auf X geändert
das Passwort wurde zu X geändert
Passwort geändert auf X
die PIN ist jetzt P
die PIN wurde auf P geändert
le mot de passe a été changé en X
le mot de passe a été remplacé par X
le code PIN est P
le code PIN a été changé en P
la contraseña se cambió a X
la contraseña ha sido cambiada por X
se cambió la contraseña a X
el PIN es P
пароль изменён на X
пароль был изменен на X
ПИН-код: P
ПИН изменён на P
密码已改为 X
密码已更改为X
密码改成X了
PIN码是P
把密码换成了X
パスワードをXに変更しました
パスワードは X に変更されました
暗証番号はPです
비밀번호를 X로 변경했습니다
비밀번호가 X(으)로 변경되었습니다
핀번호는 P입니다
a senha foi alterada para X
la password è stata cambiata in X
o PIN é P`,
  'of several words': `passphrase: "W"
passphrase: 'W'
the passphrase is "W"
the passphrase is “W”
passphrase "W"
the passphrase was changed to "W"
die Passphrase lautet „W“
das Passwort ist "W"
la phrase de passe est « W »
la frase de contraseña es "W"
парольная фраза: «W»
密码短语是“W”
パスフレーズは「W」です
암호는 "W"입니다
BORG_PASSPHRASE="W"
passphrase = 'W'`,
  'in a table': `| Service | User | Password |\\n|---|---|---|\\n| db | ann | X |
| Password | User |\\n| --- | --- |\\n| X | ann |
| host | pass | port |\\n|:--|:-:|--:|\\n| db1 | X | 5432 |
| Dienst | Passwort |\\n|---|---|\\n| db | X |\\n
| Service | **Password** |\\n|---|---|\\n| db | \`X\` |
| Card | PIN |\\n|---|---|\\n| visa | P |
| Service | API key |\\n|---|---|\\n| s | R |
| Service | Token |\\n|---|---|\\n| a | none |\\n| s | \`R\` |
| 服务 | 密码 |\\n|---|---|\\n| db | X |
| Сервис | Пароль |\\n|---|---|\\n| db | X |
| Service | Passphrase |\\n|---|---|\\n| gpg | W |
Service | Password\\n--- | ---\\ndb | X`,
  'in a shell': `export DB_PASSWORD=X
export DB_PASSWORD='X'
export DB_PASS="X"
export API_TOKEN=R
set -x DB_PASSWORD X
$env:DB_PASSWORD = "X"
set DB_PASSWORD=X
DB_PASSWORD=X ./run.sh
mysql -u root -p'X' app
mysql -uroot -pX app
tool --password X
tool --password 'X' --user ann
tool --password=X
tool --token R
sshpass -p X ssh a@b
sshpass -p 'X' ssh a@b
sshpass -pX ssh a@b
passwd --stdin ann <<< 'X'
docker login -u ann --password-stdin <<< "X"
sudo -S ls <<< X
echo 'X' | sudo -S ls
echo "X" | docker login -u ann --password-stdin
echo 'ann:X' | chpasswd
chpasswd <<< 'ann:X'
curl -u ann:X https://a.example.com
curl -u 'ann:X' https://a.example.com
curl --user "ann:X" https://a.example.com
curl -sSuann:X https://a.example.com
wget --user=ann --password='X' https://a.example.com
openssl enc -aes-256-cbc -pass pass:X
htpasswd -b .htpasswd ann X
redis-cli -a X ping
smbclient //a/b -U 'ann%X'
read -s PW <<< 'X'`,
};

/** A form is one line: its breaks are written out. */
const breakLines = (form: string): string => form.replaceAll('\\n', '\n');

/** What stands for the letters: values that people choose, and values of chance. */
function drawValues(): Readonly<Record<string, string>> {
  const words = WORDS.toSorted(() => roll() - 0.5).slice(0, 4);
  const token = `${draw(7)}4k${draw(6)}Z8${draw(9)}q3`;
  const chosen = [`${words[0]}${digits(2)}`, `${capital(words[1])}!${digits(2)}`, `${draw(5)}7!k${draw(3)}Q`][
    Math.floor(roll() * 3)
  ] as string;
  return {
    X: chosen,
    XH1: `${draw(4)}7!${draw(2)}`,
    XH2: `${draw(5)}#3`,
    P: digits(4),
    W: `${words.join(' ')} ${words[0]}`,
    W2: `"${words.join(' ')} ${words[0]}"`,
    R: token,
    T: token,
    TH1: `${draw(3)}4k${draw(7)}`,
    TH2: `${draw(7)}9${draw(2)}6z`,
  };
}

const WORDS =
  'winter copper lantern river marble falcon orchard timber velvet harbor meadow saddle cobalt thistle walnut ember'.split(
    ' ',
  );
const digits = (length: number): string => `${1 + Math.floor(roll() * 9)}${draw(length - 1, '0123456789')}`;
const capital = (word = ''): string => word.charAt(0).toUpperCase() + word.slice(1);

describe('a secret', () => {
  it.each(Object.entries(KINDS))('%s is redacted', (_, forms) => {
    const rows = Array.from({ length: 5 }, () =>
      forms.split('\n').map((form) => {
        const values = drawValues();
        const used: string[] = [];
        const text = breakLines(form).replace(
          /(?<![A-Za-z])(?:[XT]H[12]|W2|[XPWRT])(?![A-Za-z!])/g,
          (name) => {
            used.push(values[name] as string);
            return values[name] as string;
          },
        );
        return { text, used };
      }),
    ).flat();
    const left = rows.filter(({ text, used }) => used.some((secret) => redact(text).text.includes(secret)));
    expect(left.map(({ text }) => `${text} → ${redact(text).text}`)).toEqual([]);
    for (const { text } of rows) expect(redact(redact(text).text).found, redact(text).text).toEqual([]);
  });
});

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
secret: see vault path kv2/data/app
the password is stored in vault
the password was moved to 1password
the password is base64 encoded
the password was hashed to sha256
the password was changed in 2024
the password is required since v2.4
password was reset to force a new login
password: string
password: string;
password?: string | undefined
password: z.string().min(8)
password: form.password2
passwordHash: await hash(password, 12)
const password = getPassword("db1")
if (password === confirm2) return
password = os.environ["DB_PASSWORD2"]
export DB_PASSWORD=$(pass show db1)
export DB_PASSWORD="$VAULT_DB1"
PIN code validation
PIN must be 4 digits
the PIN is 4 to 8 digits long
the PIN was changed in 2024
PIN: see the letter of 2024-03-12
the pin 4821 of the chip is not connected
pin: 3.14.2
PIN-Code prüfen in Schritt 1234
PIN码需要6位
| Field | Type | Password |\\n|---|---|---|\\n| a | string | required |\\n| b | string | optional |
| Setting | Token |\\n|---|---|\\n| length | 32 characters |\\n| name | access-token-name |
| Test | Pass | Fail |\\n|---|---|---|\\n| a | 120 | 3 |\\n| b.test.ts | 99% | 1% |
| Rule | PIN |\\n|---|---|\\n| length | 4 |
passphrase "is asked for"
the passphrase is asked for at start
**Password:** see the safe
**Password:** optional
- **Token:** refreshed daily
**Password** rules: at least 12 characters
\`password\`: the user's password
das Passwort wurde am 12.03.2024 geändert
das Passwort ist in Ordnung
das Passwort wurde in der Nacht geändert
le mot de passe est dans le coffre
le mot de passe a été changé en mars
la contraseña es obligatoria
se cambió la contraseña a petición del cliente
пароль изменён на сервере
密码已更改为更安全的方式
密码长度改为12位
パスワードを忘れた場合
パスワードは暗号化されます
비밀번호를 변경했습니다
비밀번호가 일치하지 않습니다
set PASSWORD policy
set -x
set -u
curl -u "$USER:$PASS" https://a.example.com
curl -fsSL https://a.example.com/install.sh | sudo bash
echo "$PASSWORD" | docker login -u ann --password-stdin
docker login --password-stdin < token.txt
cat <<< "hello world"
read -r line <<< "$output"
echo "done" | tee log
mysql -u root -p app
mysqldump -p --all-databases
tool --token "$TOKEN"
tool --password-file secrets2.txt
npm i bcrypt2 "passport-local" "argon2id-wasm"
cp "file1.txt" "file2.txt"
["alpha1", "beta2", "gamma3"]
const a = "first part 1" + "second part 2"
https://github.com/a/b/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567
https://api.example.com/v1/users/1234567890/orders
https://api.example.com/v2/some-long-name-of-a-resource
https://docs.example.com/v3/getting-started-with-webhooks
https://docs.example.com/auth/how-to-rotate-your-tokens
https://registry.npmjs.org/a/-/a-1.0.0.tgz
https://example.com/services/customer-relationship-management
authentication is by bearer token in the header
bcrypt rounds for the password are set to 12
use -p 5432 for the port
ssh -p 2222 ann@example.com
ssh -U ann host
git log --format=%H%n%an -U3
the key is in ~/.ssh/id_ed25519
the token is in the keychain of macOS14
the secret is called app-secret-v2
secretKeyRef: {name: app-secrets-2024}
tokenizer: o200k_base
max_tokens=4096
token_count: 128000
total tokens: 12345678
key: user-42-session-9
primaryKey: "user_id_2"
apiKey: process.env.API_KEY_2
api_key = "<your key>"
token = ""
password = ''
password = """
password = "password"
db = { user = "ann", password = "changeme" }
token = { workspace = true }
[auth]\\nmethod = "oauth2"
pass = 12
3 pass, 2 fail
all tests pass = green
he said pass: no
PW2024 conference
passe-partout: 12mm
a compass: 120°
bypass: cache-v2
the password is required
password: see vault
пароль должен быть длинным
password reset for version v2.14.3: see docs
the password for the vault is in KeePassXC
das Passwort liegt in KeePassXC
password hashing moved to argon2id
password rules for admins: see docs/auth/v2/rules.md
login: src/auth/login2.ts
login of the app: 12:30
credentials are in ~/.aws/config2
<input name="password" value="password">
<property name="password" value="\${db.password}"/>
{"name":"DB_PASSWORD","value":"$DB_PASSWORD"}
the key of the release commit is be79e21eb0097adce08e8f02e1b7ceec291eb48d
backup code: version2
recovery codes: 16 for each user
| a | | b |
| user | pw |  | root | see vault |
db_password: !secret db_password
passphrase: !vault_ref kv/data/ci#passphrase
password: ENC[AES256_GCM,data:9D//JZBi8ouItSa0,iv:oXCZnhcqKzyGuKEes2w93I=,type:str]
password: CHANGE_ME_123
password: arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbC123
password: op://vault/item1/password
password = random_password.db1.result
password: generateToken32()
password: argv[3]
password: [A-Za-z0-9_-]{20,}
password = PBKDF2-SHA256
csrf-token==6.28.2 --hash=sha256:c73209a586d7218221d7e217ffe5c0e7d2c28cdc63cabb28767f1f34a2d8f3d3
"csrf-token": ["csrf-token@7.21.1", "", {}, "sha512-0q9wYCz/J9JSddMt660rZ5HAAuc4XaBlUtATGi03LUXo7J0BG/qcaKYwFMU74D0VIn84uMI8FzqLRW7bA6Zn9A=="],
RUN --mount=type=secret,id=npm_token2 npm ci --secret id=npm_token2,src=a
secret: "billing-token-db-62af2cfcf4"
token refresh failed, request id D1UiskTxp8x8Ao9fah36
password reset mail for user RQclfIR9QzxVdHMGzrL5 bounced
VITE_CLERK_PUBLISHABLE_KEY=pk_test_YXV0aC1zdG9yYWdlLTEyLmNsZXJrLmFjY291bnRzLmRldiQ=
https://acme.vault.azure.net/secrets/ledger-api/540de289904c4785079bd7980ec51bde
https://api.example.com/v2/orders/TOPnlae8CjBof13SWshJ3b17
https://api.example.com/v1/keys/93a32e5e-483f-49d6-953e-85a52457da2e
https://cdn.example.com/v2/42091c34a3e1dbbcba37894ecf46f49897deb3bbdc99a110d1240ec02ecea215.js`.split('\n');

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
      `parcel_0${draw(25, '0123456789abcdefghjkmnpqrstvwxyz')}`,
      `ord_0${draw(25, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
      `shipment_${draw(24)}`,
      `canary.${draw(40, HEX)}`,
      `cache key deps-linux-${draw(64, HEX)}`,
      `tgw-attach-0${draw(16, HEX)}`,
      `ETag: W/"d62b1f-${draw(27)}"`,
    ]).flat(),
  ];
  const hashes = Array.from({ length: 300 }, () => `digest ${draw(43, `${ALNUM}-_`)}`);
  expect(hashes.filter((text) => redact(text).text !== text).length).toBeLessThanOrEqual(3);
  const hurt = texts.map(breakLines).filter((text) => redact(text).text !== text);
  expect(hurt.map((text) => `${text.slice(0, 200)} → ${redact(text).text.slice(0, 200)}`)).toEqual([]);
});
