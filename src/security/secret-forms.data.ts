import type { SecretRow } from './secret-patterns.data.js';

/** Every text with a name of a password, a PIN or a login holds one of these. */
export const PASSWORD_CUES =
  'pass mdp pw kennwort contraseña contrasena frase senha parola парол 密码 密碼 口令 パスワード パスフレーズ 비밀번호 암호 hasł wachtwoord lösenord şifre mật khẩu كلمة wifi wi-fi wlan wpa ssid';

/** Pieces of the patterns below, by the name that a pattern puts in angle brackets. */
export const PATTERN_PIECES = {
  /** Names of values that are secret whatever they look like. */
  PASSWORD:
    'pass(?:word|wd|[- ]?phrase|wort|code)|[_-]pass|\\bpass(?=\\s?=\\s?["\'])|(?<![A-Za-z0-9+/])pw\\b|pwd|kennwort|(?:mot|phrase) ?de ?passe|\\bmdp|(?:frase de )?contrase[ñn]a|frase (?:de (?:paso|acceso)|secreta|segreta)|senha|parola d.ordine|пароль(?:ная фраза)?|(?:密码|密碼)(?:短语)?|口令|パスワード|パスフレーズ|비밀번호|암호|hasł[oa]|wachtwoord|lösenord(?:et)?|şifre|mật khẩu|كلمة المرور|(?:wi-?fi|wlan|wpa\\d?|ssid)\\b[^\\n:]{0,40}?[- ](?:key|psk|schlüssel|clave|clé|chave|ключ|密钥|キー|키)',
  /** Names of a number that opens something. */
  PIN: '(?<![A-Za-z])P(?:IN|UK)(?:[- ]?(?:code|number|nummer|码|碼|コード|번호))?|ПИН(?:-код)?|暗証番号|핀 ?번호',
  /** The end of a name in quotes or in bold, and what separates it from its value. */
  IS: '(?:["\'`*_~\\]]|</?[a-z]{1,6}>){0,4}\\s{0,3}(?:[:=：]{1,2}>?|[|–—]|是|为|為|(?:已经?|被)?(?:更?改|修改|变更|更新|换|设|設|重置)(?:成|为|為)了?|は|[をが](?=\\s?[!-~]{4})|(?:은|는|이|가|을|를)(?=\\s{1,2}[!-~]{4}))(?:[*_~]{1,3}|</?[a-z]{1,6}>)?\\s{0,3}(?:[*_~]{1,3}|</?[a-z]{1,6}>)?',
  /** The same in a sentence. */
  WAS: '(?:\\s{1,2}[A-Za-zÀ-ÿа-яё]{1,12}){0,8}\\s{1,2}(?:is|was|to|ist|war|lautet|auf|est|en|par|à|es|era|por|para|é|è|a|это|на|(?:in|zu)(?=\\s\\S{4,80} ge)|cambiat[ao] in)(?:\\s{1,2}(?:now|jetzt|maintenant|ahora|agora|ora|теперь))?\\s{1,2}',
  /** Words between a name and its value. */
  BETWEEN: '(?:\\s{1,2}[^\\s:;,.!?"\'`|()=<>{}[\\]–—]{1,20}){0,5}',
  /** More words between them, in the same line. */
  FAR: '[^\\n]{0,90}?<NO_ID>[ \\t"\'`:(*]',
  /** Not behind the name of an id or a hash. */
  NO_ID:
    '(?<!\\b(?:ids?|request|job|user|account|trace|event|session|device|order|commit|build|hash|digest|fingerprint|checksum|version|h1))',
  /** A run with capitals, small letters and a digit. */
  MIXED: '(?=[^\\sA-Z]{0,80}[A-Z])(?=[^\\sa-z]{0,80}[a-z])(?=[^\\s\\d]{0,80}\\d)',
  /** A colon or a dash after them, or a word such as `is`. */
  LINK: '(?:\\s?(?:[:：=]|[–—](?=\\s))|\\s(?:is|are|ist|lautet|est|sont|es|son|é|è|são|это|是|to|är|là|هي))\\s{0,2}',
  /** Such a name with its separator. Many texts hold the name alone. */
  NEAR_PASSWORD: '(?:<PASSWORD>)(?:<IS>|<WAS>|>)',
  /** Names of values that are secret where they look random. */
  TOKEN:
    'private_key_id|(?:api|access|account|storage|auth|secret|private|client|encryption|signing|master|session|deploy|bot|webhook|refresh|service|jwt|internal|shared|hmac|x-[a-z-]{1,24})[-_ ]?(?:key|token|secret)|x-[a-z-]{1,24}-auth|apikey|token|secret|credentials?|schlüssel|geheimnis|jeton|(?:clé|clave|chave|chiave|ключ)(?: (?:d.|da |de )?api)?|секрет|токен|密钥|密鑰|秘钥|令牌|トークン|シークレット|api ?(?:キー|키)|토큰|비밀 ?키',
  /** What joins such a name and its value in a sentence. */
  TOKEN_IS: '\\s{1,3}(?:is|ist|lautet|est|es|é|è|это)\\s{1,3}',
  /** An unquoted argument of a command. */
  WORD: '(?![$<{(\\[])[^\\s"\'`<>|;&]{3,200}',
  /** A character of a value: no blank, bracket or quote, and nothing that goes on in a language without blanks. */
  VALUE: '[^\\s"\'`,;()<>{}|\u3000-\u309f\u4e00-\u9fff\uff0c\uff1b]',
  /** Not a call, and not a variable. */
  NO_CALL: '(?![A-Za-z_.]{1,80}\\$|[\\w.:]{1,80}\\((?![가-힣]))',
  /** An argument between quotes, with blanks in it. */
  QUOTED: '(?<=["\'])[^"\'`\\n$<]{3,200}(?=["\'])',
  /** No word of a sentence: it holds a digit, a capital or a sign. */
  STRANGE: '(?=[a-z.,:-]{0,80}[\\dA-Z!#%*?^~@_+=])',
  /** Not inside one of our own marks. */
  NO_MARK: '(?<!\\[redacted:[a-z-]{0,30})',
  /** At least two runs of digits: words and names in code seldom have them. */
  CHANCE: '(?=[A-Za-z_.~+/=-]{0,60}\\d{1,60}[A-Za-z_.~+/=-]{1,60}\\d)',
} as const;

/** What people write where a secret would stand: a type, a variable, a call, a blank to fill in, one of our marks. */
export const PLACEHOLDER =
  /^(?:\[(?:[\\^]|[a-z]-[a-z]|[a-z ]*(?:\]|$)|redacted:)|\^[[(\\]|[$<{(%]|![a-z_]+$|\?[\w ]*(?:\}|$)|\*{2,}|x{3,}(?![a-wyz0-9])|\.{3}|…|pk_(?:live|test)_|ENC\[|b64(?:enc|dec)\b|(?:sha|md|base|utf|aes|rsa|argon|pbkdf)-?\d{1,4}(?:id?|crypt)?(?![A-Za-z0-9])|[@:&]?(?:string|number|boolean|required|optional|nullable|null|nil|none|undefined|true|false|empty|hidden|secret|password|passwd|token|pass|user|guest|postgres|example|sample|dummy|placeholder|redacted)\d?(?:$|[,;.:)\]}>/|@])|change[-_]?(?:me|it)|(?:replace|insert|your|my)[-_ ]|[a-z][a-z0-9+-]{1,20}:\/\/|(?:arn|env|file|vault|ssm|sops|op|keyring):|(?:id|src|env|type)=|import\.meta|(?:process|os|env|req|config|cfg|conf|this|self|settings|params|parameters|props|user|args|opts|options|ctx|body|form|inputs?|data|state|vars?|local|secrets)\.|\w+\[[\w"']{0,20}(?:\]|$)|[a-z_]+\d{0,2}(?:\.[a-z_]+\d{0,2}){2,}$)/i;

/** Forms that many services share, and values behind a name that says they are secret. They follow the tokens of services. */
export const GENERAL_SECRETS: readonly SecretRow[] = [
  {
    kind: 'jwt',
    cues: 'eyj',
    pattern: () =>
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{10,1000}/g,
    why: 'RFC 7519, signed',
  },
  {
    kind: 'bearer',
    cues: 'bearer authorization',
    pattern: () =>
      /(?<lead>\bbearer[\s"':=]{1,4}|\bauthorization["']?\s{0,2}[:=]\s{0,2}["']?(?!basic)[a-z]{2,20}\s{1,3})(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,2000}/gi,
    placeholders: true,
    why: 'RFC 6750',
  },
  {
    kind: 'basic-auth',
    cues: 'basic',
    pattern: () =>
      /(?<lead>\bauthorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3})[A-Za-z0-9+/]{8,500}={0,2}/gi,
    why: 'RFC 7617',
  },
  {
    kind: 'url-password',
    cues: '://',
    pattern: () =>
      /(?<lead>[a-z0-9+.-]{2,20}:\/\/(?!\[redacted:)[^\s/:@"'`<>]{0,80}:)[^\s/"'`<>]{3,200}(?=@[A-Za-z0-9[$_.-])/gi,
    placeholders: true,
    why: 'user and password in an address (RFC 3986)',
  },
  {
    kind: 'url-token',
    cues: '://',
    pattern: () =>
      /(?<lead>:\/\/(?:[a-z-]{0,20}hooks?\.[^\s"'`<>/]{1,80}\/(?:[\w.-]{1,40}\/){0,4}|[^\s"'`<>]{0,200}\/(?:(?:auth|[a-z-]{0,20}(?:web-?)?hooks?|services|bot)\/(?:[\w.-]{1,40}\/){0,3}|(?:v\d{1,2}|(?:api[-_]?)?(?:keys?|tokens?)|secrets?)\/(?![0-9a-f-]{33,80}(?![\w-])))))[A-Za-z0-9_-]{20,200}(?=[/?#\s"'`<>),;]|\.(?!\w)|$)/gi,
    near: () => /\/(?:v\d|[a-z-]{0,20}(?:key|token|secret|auth|hook|service|bot))/,
    placeholders: true,
    accepts: 'like chance',
    why: 'a part of a path behind what says that it is secret',
  },
  {
    kind: 'curl-user',
    cues: 'curl',
    pattern: () =>
      /(?<lead>\bcurl (?:[^\n]{0,200}\s)?(?:-[a-z]{0,8}u|--user)[ =]?["']?[^\s:"']{1,80}:)[^\s"']{4,200}/gi,
    placeholders: true,
    why: 'curl',
  },
  {
    kind: 'session-cookie',
    cues: 'cookie',
    pattern: () =>
      /(?<lead>\bcookie["']?\s{0,2}[:=]\s{0,2}["']?(?:[^\n"']{0,400}[;\s])?[\w.-]{0,30}(?:sess|sid|auth|token)[\w.-]{0,20}=)(?=[^\s;"'\d]{0,200}\d)[^\s;"']{16,2000}/gi,
    placeholders: true,
    why: 'RFC 6265, by the names that frameworks give',
  },
  {
    kind: 'password',
    cues: 'pgpassword mysql_pwd sshpass rediscli_auth postgres_password mysql_root_password mysql_password mariadb_root_password restic_password borg_passphrase',
    pattern: `(?<lead>(?<![A-Za-z0-9])(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH|(?:POSTGRES|MYSQL|MYSQL_ROOT|MARIADB_ROOT)_PASSWORD|RESTIC_PASSWORD|BORG_PASSPHRASE)=["']?)<WORD>`,
    flags: 'g',
    placeholders: true,
    why: 'a variable that a program reads its password from',
  },
  {
    kind: 'password',
    cues: 'mysql mariadb mycli',
    pattern: `(?<lead>\\b(?:mysql(?:dump|admin|import|check|show|sh)?|mariadb(?:-dump|-admin)?|mycli)\\s(?:[^\\n|;&]{0,200}?\\s)?-p["']?)<WORD>`,
    flags: 'g',
    placeholders: true,
    why: 'MySQL takes a password only where it touches -p',
  },
  {
    kind: 'password',
    cues: 'sshpass',
    pattern: `(?<lead>\\bsshpass\\s{1,3}(?:-v\\s{1,3})?-p\\s{0,3}["']?)(?:<QUOTED>|<STRANGE><WORD>|<WORD>(?=\\s{1,3}(?:ssh|scp|sftp|rsync)\\b))`,
    flags: 'g',
    placeholders: true,
    why: 'sshpass',
  },
  {
    kind: 'password',
    cues: 'login redis-cli htpasswd pass: -u',
    pattern: `(?<lead>(?:\\b(?:docker|podman|buildah|nerdctl|oras|crane|skopeo|helm registry)\\s{1,3}(?:auth\\s)?login\\s(?:[^\\n|;&]{0,200}?\\s)?(?:-p|--password)[ =]|\\bredis-cli\\s(?:[^\\n|;&]{0,200}?\\s)?(?:-a|--pass)\\s|\\bhtpasswd\\s{1,3}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\\s{1,3}\\S{1,200}\\s{1,3}\\S{1,80}\\s{1,3}|-pass(?:in|out)?\\s{1,3}pass:|\\s-U\\s?["']?[^\\s"'%]{1,80}%(?!\\w(?:\\W|$)))["']?)(?:<QUOTED>|<STRANGE><WORD>)`,
    flags: 'g',
    placeholders: true,
    why: 'an argument of a command: registries, Redis, Apache, OpenSSL, Samba',
  },
  {
    kind: 'password',
    cues: '<<<',
    pattern: `(?<lead>(?:\\b(?:ch)?passwd|\\bsudo\\s[^\\n|;]{0,80}-[A-Za-z]{0,6}S|-stdin|\\bPW|PASS(?:WORD)?|\\bpassphrase-fd|\\bcryptsetup|\\bkinit)\\b[^\\n<|;]{0,120}<<<\\s{0,2}["']?(?:[\\w.-]{1,40}:)?)(?:<QUOTED>|<WORD>)`,
    flags: 'g',
    placeholders: true,
    why: 'a string that a command reads as its password',
  },
  {
    kind: 'password',
    cues: 'echo printf',
    pattern: `(?<lead>\\b(?:echo|printf)\\s{1,3}(?:-[neE]{1,3}\\s{1,3}|["']?%s(?:\\\\n)?["']?\\s{1,3})?["']?(?:[\\w.-]{1,40}:)?)(?:<QUOTED>|<WORD>)(?=["']?\\s{0,3}\\|\\s{0,3}(?:(?:sudo\\s{1,3})?(?:ch)?passwd|sudo\\s[^\\n|]{0,80}-[A-Za-z]{0,6}S|[^\\n|]{1,120}-(?:password-|passphrase-)?(?:stdin|fd)|cryptsetup|kinit)\\b)`,
    flags: 'g',
    placeholders: true,
    why: 'text that a command reads as its password',
  },
  {
    kind: 'password',
    cues: 'set',
    pattern: `(?<lead>\\b[Ss]etx?\\s{1,3}(?:-[A-Za-z]{1,4}\\s{1,3})?[A-Z0-9_]{0,40}(?:PASS(?:WORD|PHRASE)?|PWD|TOKEN|SECRET|KEY)\\s{1,3}["']?)(?:<QUOTED>|<STRANGE><WORD>)`,
    flags: 'g',
    placeholders: true,
    why: 'a variable of fish or Windows',
  },
  {
    kind: 'npmrc',
    cues: '_auth',
    pattern: () =>
      /(?<lead>(?<![A-Za-z0-9])_auth\s{0,2}=\s{0,2}["']?)[A-Za-z0-9+/]{6,500}={0,2}(?![A-Za-z0-9+/=.(])/g,
    accepts: 'login in base64',
    why: 'npm: user and password in base64',
  },
  {
    kind: 'npmrc',
    cues: ':_password',
    pattern: () => /(?<lead>:_password\s{0,2}=\s{0,2}["']?)[A-Za-z0-9+/]{6,500}={0,2}(?![A-Za-z0-9+/=])/g,
    why: 'npm: a password in base64',
  },
  {
    kind: 'kubeconfig',
    cues: 'client-key-data',
    pattern: () => /(?<lead>\bclient-key-data["']?\s{0,3}:\s{0,3}["']?)[A-Za-z0-9+/]{40,16000}={0,2}/g,
    why: 'kubeconfig',
  },
  {
    kind: 'netrc',
    cues: 'login',
    pattern: () => /(?<lead>\blogin\s{1,4}\S{1,80}\s{1,4}password\s{1,4})\S{1,200}/gi,
    placeholders: true,
    why: 'netrc',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<PASSWORD>)(?:<IS>|<WAS>)\\(?(?<quote>"""|'''|["'\`“„«「『]))(?:(?!\\k<quote>|[”“»」』\\n])[\\s\\S]){4,200}(?=["'\`”“»」』])`,
    flags: 'gi',
    near: '<NEAR_PASSWORD>',
    placeholders: true,
    why: 'quoted behind its name',
  },
  {
    kind: 'password',
    cues: 'pass phrase',
    pattern: () =>
      /(?<lead>\bpass[- ]?phrase\s{1,2}(?<quote>["'`“„]))(?=(?:[^\s"'`“”„]{2,30}\s[^\s"'`“”„]{2,30}\s){2})[^"'`“”„\n]{12,300}(?=["'`”“])/gi,
    placeholders: true,
    why: 'several words in quotes',
  },
  {
    kind: 'password',
    cues: '</',
    pattern: `(?<lead><(?:[a-z]{1,12}[:_-]?)?(?:<PASSWORD>)>\\s{0,3})[^<>\\s][^<>\\n]{2,200}(?=</)`,
    flags: 'gi',
    placeholders: true,
    why: 'an element of XML',
  },
  {
    kind: 'token',
    cues: '</',
    pattern: `(?<lead><(?:[a-z]{1,12}[:_-]?)?(?:<TOKEN>)>\\s{0,3})<CHANCE>[^<>\\s]{10,500}(?=\\s{0,3}</)`,
    flags: 'gi',
    placeholders: true,
    why: 'an element of XML, like chance',
  },
  {
    kind: 'pin',
    cues: 'pin puk пин 暗証番号 핀',
    pattern: `<NO_MARK>(?<lead>(?:(?:<PIN>)(?:<IS>|<WAS>)|(?<![A-Za-z])pin["']?\\s?[:=]\\s?)["'\`]?)(?:\\d{4}|\\d{6}|\\d{8})(?![\\w:-]|\\.\\d)`,
    flags: 'g',
    why: 'digits behind PIN',
  },
  {
    kind: 'password',
    cues: ':5432: :6432: :*:',
    pattern: () =>
      /(?<lead>(?<![^\s])[\w.*-]{1,80}:(?:[56]432|\*):[^:\s]{1,80}:[^:\s]{1,80}:)[^:\s"'`<>]{4,200}(?!\S)/g,
    placeholders: true,
    why: 'a line of .pgpass',
  },
  {
    kind: 'token',
    cues: '_key _pass _pwd',
    pattern: `(?<lead>\\b(?![A-Z0-9_]{0,40}(?:PUBLI|CACHE))[A-Z][A-Z0-9_]{1,40}_(?:KEY(?:_BASE)?|PASS|PWD)\\s?[:=]\\s?["']?)<CHANCE>[A-Za-z0-9_.~+/=-]{12,500}(?![A-Za-z0-9_.~+/=(-])`,
    flags: 'g',
    placeholders: true,
    why: 'a variable of the environment, by the end of its name',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<PASSWORD>)<IS>\\(?["'\`]{0,3})(?![/~.]|0x)(?=[^\\s"'\`,;()<>{}\\d!#$%&*?^~@]{0,80}[\\d!#$%&*?^~@])<NO_CALL><VALUE>{5,199}(?![*_~])<VALUE>`,
    flags: 'gi',
    near: '<NEAR_PASSWORD>',
    placeholders: true,
    why: 'behind its name, with a digit or a sign in it',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<PASSWORD>)(?:<WAS>(?=[^\\s\\d]{0,80}\\d[^\\s\\d]{0,80}\\d|[^\\s\\d]{0,80}\\d[^\\s!#$%&*?^~@]{0,80}[!#$%&*?^~@]|[^\\s!#$%&*?^~@]{1,80}[!#$%&*?^~@][^\\s\\d]{0,80}\\d)|\\s{1,2}(?:is|ist|lautet|est|es|é|è|это)\\s{1,2}(?=[^\\s\\d]{3,80}\\d)|\\s{1,2}(?:[a-z]{2,4}\\s{1,2}){0,3}(?:changed|set|reset)\\s{1,2}to\\s{1,2}(?=[^\\s\\d]{3,80}\\d)))(?=[^\\sa-z]{0,80}[a-z])<VALUE>{5,199}(?![.*_~])<VALUE>`,
    flags: 'gi',
    near: '<NEAR_PASSWORD>',
    placeholders: true,
    why: 'told in a sentence',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<PASSWORD>|\\bpass(?=:))(?:<IS>|<WAS>|<BETWEEN><LINK>)["'\`*]{0,3})(?![/~.])<NO_CALL><VALUE>{6,199}(?![.*_~])<VALUE>`,
    flags: 'gi',
    placeholders: true,
    accepts: 'no word',
    why: 'behind its name and more words, like no word',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<PASSWORD>)<BETWEEN><NO_ID>\\s{1,2}["'\`*(]{0,3})<VALUE>{7,199}(?![.*_~])<VALUE>`,
    flags: 'gi',
    placeholders: true,
    accepts: 'letters like chance',
    why: 'behind its name without a separator',
  },
  {
    kind: 'password',
    cues: '<PASSWORD>',
    pattern: `<NO_MARK>(?<lead>(?:<Aa:PASSWORD>)<FAR>)<MIXED><VALUE>{7,199}(?![.*_~])<VALUE>`,
    flags: 'g',
    placeholders: true,
    accepts: 'no word',
    why: 'anywhere behind its name',
  },
  {
    kind: 'password',
    cues: 'value',
    pattern: `(?<lead>\\b(?:key|name|id|property)["']?\\s?[:=]\\s?["']?[\\w.:-]{0,40}?(?:<PASSWORD>)["']?,?\\s{0,20}["']?value["']?\\s?[:=]\\s?["']?)[^\\s"'<>$&]{4,200}`,
    flags: 'gi',
    placeholders: true,
    why: 'the value of a pair whose key is its name',
  },
  {
    kind: 'password',
    cues: 'cred login wifi wi-fi wlan identifiant zugang anmeld acces логин доступ учётн 账号 帐号 登录 ログイン 계정 로그인',
    pattern: `<NO_MARK>(?<lead>(?:creds?|credentials?|log[- ]?in|zugangsdaten|zugang|anmeldung|identifiants?|credenciales|credenciais|acceso|acesso|логин|доступ|учётные данные|账号|帐号|登录|ログイン|계정|로그인|wi-?fi|wlan)<BETWEEN><LINK>["'\`*]{0,3}[\\w.@-]{1,60}["'\`*]{0,3}\\s{0,2}[/:]\\s{0,2}["'\`*]{0,3})(?![/~.])<VALUE>{6,199}(?![.*_~])<VALUE>`,
    flags: 'gi',
    placeholders: true,
    accepts: 'no word',
    why: 'a user and a password behind the name of a login',
  },
  {
    kind: 'recovery-code',
    cues: 'code',
    pattern: () =>
      /(?<lead>\b(?:recovery|backup|rescue|scratch|2fa|mfa|wiederherstellungs|secours|recuperaci[óo]n)[- ]?codes?\b[^\n:=]{0,80}[:=]\s{0,3})(?:(?=[a-z-]{0,20}\d[a-z-]{0,20}\d)[a-z0-9]{3,12}(?:-[a-z0-9]{3,12}){0,4}(?<=[a-z0-9-]{8})(?:\s?[,;]?\s)?){1,40}(?<=[a-z0-9])/gi,
    placeholders: true,
    why: 'codes that open an account once',
  },
  {
    kind: 'password',
    cues: '-password -passwd -token -secret -api-key -apikey -account-key',
    pattern: () =>
      /(?<lead>(?<!\w)--?(?:password|passwd|token|secret|api-key|apikey|account-key)[ =]["']?)(?=[^\s\d]{0,80}\d)[^\s"'`,;()<>{}$]{6,200}/gi,
    placeholders: true,
    why: 'an option of a command',
  },
  {
    kind: 'token',
    cues: 'key token secret -auth credential schlüssel geheimnis jeton clé clave chave chiave секрет ключ токен 密钥 密鑰 秘钥 令牌 トークン シークレット キー 키 토큰 비밀',
    pattern: `<NO_MARK>(?<lead>(?:<TOKEN>)(?:<IS>|<TOKEN_IS>)\\(?["'\`]{0,3})[A-Za-z0-9_.~+/=-]{16,500}(?![A-Za-z0-9_.~+/=(-])`,
    flags: 'gi',
    near: '(?:<TOKEN>)(?:<IS>|<TOKEN_IS>)',
    placeholders: true,
    accepts: 'no name',
    why: 'behind its name, like chance',
  },
  {
    kind: 'token',
    cues: 'key token secret seed schlüssel clé clave chave chiave ключ токен トークン community',
    pattern: `<NO_MARK>(?<lead>(?:<TOKEN>|(?:totp|otp|2fa|mfa) ?(?:seed|key)|community string)<BETWEEN><LINK>["'\`*]{0,3})<CHANCE>[A-Za-z0-9_+/-]{16,200}={0,2}(?![A-Za-z0-9_.~+/=(-])`,
    flags: 'gi',
    placeholders: true,
    accepts: 'no hash',
    why: 'behind its name and more words, like chance',
  },
  {
    kind: 'token',
    cues: 'key token secret -auth schlüssel clé clave chave chiave ключ токен トークン',
    pattern: `<NO_MARK>(?<lead>(?:<Aa:TOKEN>)<FAR>)<MIXED>[A-Za-z0-9_+/-]{16,200}={0,2}(?![A-Za-z0-9_.~+/=(-])`,
    flags: 'g',
    placeholders: true,
    accepts: 'no hash',
    why: 'anywhere behind its name, like chance',
  },
  {
    kind: 'token',
    cues: '_ - . ~',
    pattern: () =>
      /(?<![A-Za-z0-9_./+@#~-])(?:[a-z][a-z0-9]{1,11}|[A-Z][A-Z0-9]{1,11})[_.~-][A-Za-z0-9_.~-]{19,2000}[A-Za-z0-9]={0,2}(?![A-Za-z0-9/+])/g,
    near: () => /[a-z0-9][_.~-][a-z0-9_.~-]{20}/,
    placeholders: true,
    accepts: 'random token',
    why: 'a short prefix of its maker, a separator, and a run like chance',
  },
  {
    kind: 'token',
    cues: ':',
    pattern: () =>
      /(?<!\d)\d{8,20}:[A-Za-z0-9_-]{30,200}(?![A-Za-z0-9=]|\/(?![A-Za-z]{3,30}(?:[?\s"'`)]|$)))/g,
    near: () => /\d{8}:[a-z0-9_-]{30}/,
    accepts: 'key of an account',
    why: 'the number of an account, a colon, and a run like chance',
  },
];
