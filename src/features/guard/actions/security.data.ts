import type { Action } from './action.js';

/** Names of values that are secret: the patterns below refer to them by `<SECRET>`. */
export const SECRET_NAMES = () =>
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|auth[_-]?key|bearer|client[_-]?secret|signing[_-]?key|encryption[_-]?key)/;

/** What is done to the safety of a system, and of those who use it. */
export const SECURITY_ACTIONS = (): readonly Action[] => [
  {
    said: /(?:hard-?cod\w+|committ?\w*|checked in|put|puts|putting|inlin\w*|literal|past\w+|wrote|writ\w+|stor\w+|embed\w+|bak\w+|leak\w+|left|kept|plain[- ]?text) (?:[\w'’]+ ){0,5}?(?:passwords?|passphrases?|secrets?(?: keys?)?|(?:api|access|private|signing|encryption|license|licence|secret|stripe|aws|openai|service) ?-?keys?|credentials?|connection strings?|database urls?|dsn|api tokens?|access tokens?|keys?)(?: (?:in|into|to|on|inside) (?:the |a |an |our |its )*(?:code(?: ?base)?|sources?|repo\w*|git|config\w*(?![/.\w])|yaml(?: files?)?|compose file|docker ?files?|images?|env file|files?|tests?|scripts?))?|(?:\w+ ){0,3}?(?:passwords?|secrets?|api[- ]?keys?|secret keys?|credentials?|access keys?|private keys?|connection strings?) (?:\w+ ){0,3}?(?:hard-?coded|in|into|inside|within) (?:the |a |an |our )*(?:code(?: ?base)?|sources?|repo\w*|git|config\w*(?![/.\w])|yaml(?: files?)?|compose file|docker ?files?|images?|files?|tests?|scripts?)|(?:hard-?coded|plain[- ]?text|literal) (?:\w+ )?(?:tokens?)/,
    /* A secret as a literal: in quotes, alone on a line behind its name, by its form, or in an address. */
    shows:
      /<SECRET>\w*["'\]]?\s*(?::|=>?|:=|,|\()\s*["'`](?![$<{%])[^"'`\s$]{4,}["'`]|^\s*(?:export |ENV |ARG |-e |- )?[\w.]*<SECRET>\w*\s*[=:]\s*(?![$<{%"'])[\w+/=.!@#%^&*-]{6,}\s*$|(?:sk|pk|rk)_(?:live|test)_\w{6,}|AKIA[0-9A-Z]{8,}|gh[pousr]_\w{10,}|glpat-|xox[bp]-|-----BEGIN [A-Z ]*PRIVATE KEY|sk-[\w-]{12,}|\w+:\/\/\w+:[^@\s${"'<]{3,}@|\b(?:IDENTIFIED BY|PASSWORD)\s+'[^']+'/,
  },
  {
    said: /(?:secrets?|passwords?|tokens?|keys?|credentials?) (?:on|in) (?:the )?(?:command lines?|arguments?|process list|shell history|urls?|query strings?)/,
    shows: /--?(?:password|token|secret|api-key|p)[= ]?\S+|[?&]<SECRET>\w*=|-u\s+\w+:\S+|<SECRET>\w*=\S+/,
  },
  {
    said: /hard-?cod\w+ (?:\w+ ){0,2}?(?:texts?|strings?|labels?|messages?|copy|translations?|captions?|titles?|wording)|untranslated (?:\w+ )?(?:texts?|strings?|labels?)|(?:texts?|strings?|labels?) (?:hard-?coded|without (?:i18n|translations?))/,
    shows:
      /\bText\(\s*["']|>\s*[^<>{}\n]*[A-Za-zÀ-ÿ]{3,}[^<>{}\n]*<\/|(?:title|label|placeholder|hint|text|message|tooltip|alt|aria-label|header|caption)\w*\s*[:=]\s*\{?\s*["'][A-ZÀ-Ý]|setText\(\s*"|(?:toast|alert|notify)\w*(?:\.\w+)?\(\s*["']|android:text="(?!@)|\bLabel\(\s*"|flash\[:\w+\]\s*=\s*"/,
  },
  {
    said: /(?:absolute|hard-?coded|home|machine|local|user) (?:file ?)?paths?|hard-?cod\w+ (?:a |an |the |my |absolute |home )*(?:paths?|director\w+|folders?)|paths? of (?:my|a|the) (?:machine|laptop|home)/,
    shows:
      /["'`\s=(:](?:\/home\/|\/Users\/|\/root\/|\/mnt\/|\/opt\/|\/var\/|\/srv\/|\/data\/|\/tmp\/|[A-Z]:\\|~\/)[\w.-]/,
  },
  {
    said: /hard-?cod\w+ (?:the |an? |our |all |its )*(?:\w+ )?(?:ips?|ip addresse?s?|hosts?|hostnames?|host names?|urls?|ports?|endpoints?|addresse?s?|domains?|servers?)|(?:literal|fixed) ip addresse?s?|localhost urls?/,
    shows: /\b\d{1,3}(?:\.\d{1,3}){3}\b|\blocalhost\b|https?:\/\/[\w.-]+|:\d{4,5}\b|port\s*[:=]\s*\d/,
  },
  {
    said: /(?:disabl|skip|turn|switch|ignor|bypass|without|no)\w* (?:off )?(?:the |all |our )*(?:tls|ssl|https|cert\w*|x\.?509)(?: \w+)?(?: verif\w+| checks?| validation| errors?| certificates?)?|(?:insecure|unverified|disabled|accept\w* (?:all|any|every|self-signed)) (?:tls|ssl|certificates?|https)(?: \w+)?|verify=false|curl -k|tls verification off/,
    shows:
      /verify\s*=\s*False|\bcurl\b[^\n;&|]*\s(?:-[a-z]*k[a-z]*|--insecure)(?=\s|$)|--insecure\b|--no-check-certificate|rejectUnauthorized["']?\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|InsecureSkipVerify:?\s*=?\s*true|ssl_?verify["']?\s*[= :]\s*["']?(?:false|0|no)|CERT_NONE|check_hostname\s*=\s*False|_create_unverified_context|VERIFY_NONE|TrustAll|ALLOW_ALL_HOSTNAME|NoopHostnameVerifier|verify_ssl\s*[=:]\s*False|strict-ssl\s*[= ]\s*false|badCertificateCallback|ServerCertificateCustomValidation|trusted-host|sslmode=(?:disable|allow)|danger_accept_invalid|validate_certs:\s*(?:no|false)|verify:\s*:verify_none|useSSL=false|usesCleartextTraffic|NSAllowsArbitraryLoads|disable_ssl/,
  },
  {
    said: /host[- ]?key (?:check\w*|verif\w*)|stricthostkeychecking/,
    shows:
      /StrictHostKeyChecking[= ]\s*no|host_key_checking\s*=\s*False|UserKnownHostsFile=\/dev\/null|AutoAddPolicy|InsecureIgnoreHostKey/,
  },
  {
    said: /(?:bind|bound|listen|expos|serv)\w* (?:\w+ ){0,4}?(?:to |on )?(?:0\.0\.0\.0|all interfaces|every interface|to the (?:internet|world|public)|publicly)|public (?:s3 )?(?:buckets?|access|read|ips?|blobs?)|world-readable|publicly (?:readable|accessible|reachable)|made (?:\w+ ){0,3}?public/,
    shows:
      /0\.0\.0\.0|--host[= ]["']?\*|\[::\]|INADDR_ANY|public-read|["']Principal["']\s*:\s*["']\*|allUsers|allAuthenticatedUsers|type:\s*LoadBalancer|publicly_?accessible["']?\s*[:=]\s*true|public[_-]?access\w*["']?\s*[:=]\s*["']?(?:true|enabled|blob|container)|\bngrok\b|Block\w*Public\w*["']?\s*[:=]\s*false|visibility\W+public|--allow-unauthenticated/,
  },
  {
    said: /(?:open |wildcard |any |permissive )*cors(?: (?:wildcards?|for (?:everybody|all|everyone|any\w*)|\*|star|open))?|(?:allow\w*|access-control-allow-origin:?) (?:all|any|every|\*) ?(?:origins?)?/,
    shows:
      /Access-Control-Allow-Origin["']?\s*[,:=]\s*["']?\*|allow_origins?\s*=\s*\[?\s*["']\*|origins?["']?\s*[:=]\s*\[?\s*(?:["']\*|true\b)|cors\(\s*\)|AllowAnyOrigin|CORS_ALLOW_ALL|CORS_ORIGIN_ALLOW_ALL|@CrossOrigin|setAllowedOrigins?\w*\([^\n]*\*|allowedOrigins\([^\n]*\*|origins ['"]\*/,
  },
  {
    said: /(?:disabl|turn|switch|skip|exempt)\w* (?:off )?(?:the |from )*csrf(?: (?:protection|checks?|tokens?))?|csrf (?:off|exempt\w*|disabled)/,
    shows:
      /csrf_exempt|csrf\(\)\s*\.disable|csrf\s*(?:\(|\{)[^\n]*disable|verify_authenticity_token|protect_from_forgery\b[^\n]*null|csrf\w*["']?\s*[:=]\s*(?:false|False)|IgnoreAntiforgeryToken|VerifyCsrfToken/,
  },
  {
    said: /(?:disabl|skip|bypass|turn|switch|comment|remov)\w* (?:off |out )?(?:the |all |our )*(?:auth|authentication|authorization|authorisation|login|permission|access)(?: (?:checks?|middleware|guards?|controls?))?|(?:without|no) (?:auth|authentication|authorization|login)|unauthenticated (?:\w+ )?(?:endpoints?|routes?|access)/,
    shows:
      /permitAll|AllowAny\b|AllowAnonymous|skip_before_action|@Public\b|auth\w*["']?\s*[:=]\s*(?:false|None|null)\b|--no-auth|authenticat\w*\s*[:=]\s*false|isPublic|permission_classes\s*=\s*\[\s*\]|DISABLE_AUTH|--skip-auth|--allow-unauthenticated|anonymous:\s*true|security\s*[:=]\s*\[\s*\]|--noauth|trust$/,
  },
  {
    said: /(?:raw|unescaped|unsanit\w+|unsafe|untrusted) (?:html|output|markup|user input)|inner ?html|dangerouslysetinnerhtml|v-html|html_safe|\braw html\b/,
    shows:
      /innerHTML|outerHTML|dangerouslySetInnerHTML|v-html|\|\s*safe\b|mark_safe|html_safe|<%==|\braw\(|\{!!|bypassSecurityTrust|insertAdjacentHTML|document\.write|Html\.Raw|\{\{\{|\{@html|th:utext|\.html\(/,
  },
  {
    said: /md5(?: hash\w*| sums?)?|sha-?1(?: hash\w*)?|weak hash\w*|unsalted (?:hash\w*|passwords?)|fast hash\w*/,
    shows:
      /\bmd5|\bsha-?1\b|MessageDigest|createHash\(|hashlib\.(?:md5|sha1|sha256)|Digest::(?:MD5|SHA1|SHA256)|crc32/,
  },
  {
    said: /(?:insecure|weak|pseudo|predictable|plain) ?random\w*(?: numbers?| ids?| tokens?)?|math\.random|rand\(\)/,
    shows:
      /Math\.random|random\.(?:random|randint|choice|randrange|sample|choices)|\brand\(\)|\bmt_rand|new Random\(|Random\(\)|math\/rand|uniqid|arc4random|srand/,
  },
  {
    said: /(?:ecb|des|3des|rc4)(?: mode)?|home-?made crypto|own crypto\w*|custom crypto\w*/,
    shows: /\bECB\b|\bDES\b|3DES|TripleDES|\bRC4\b|MODE_ECB|createCipher\(|\bxor\b/,
  },
  {
    said: /(?:unsafe )?yaml\.load|unsafe (?:yaml|deseriali[sz]\w+)|deseriali[sz]\w+ (?:of )?(?:untrusted|user) \w+/,
    shows:
      /yaml\.(?:load|unsafe_load|full_load)\((?![^\n]*Safe)|ObjectInputStream|unserialize\(|Marshal\.load|BinaryFormatter|pickle\.loads?|TypeNameHandling/,
  },
  {
    said: /debug (?:mode|flag|builds?|=true)|debug=true/,
    shows:
      /DEBUG\s*[:=]\s*["']?(?:True|1|on)|debug\s*[:=]\s*true|--debug\b|app\.run\([^\n]*debug|APP_DEBUG=true|FLASK_DEBUG=1|ASPNETCORE_ENVIRONMENT=Development|debuggable\s*(?:=|true)/,
  },
  {
    said: /(?:ask|request|prompt)\w* (?:for |the user for )?(?:the |a |all )*(?:\w+ )?(?:permissions?|authori[sz]ation)|permission (?:prompts?|dialogs?|requests?)|(?:ask|prompt)(?:ed|ing) for (?:the )?(?=location|camera|microphone|contacts|notifications?|photos?|tracking|bluetooth)/,
    shows:
      /request\w*(?:Permission|Authorization|Access)\w*|\.request\(\)|requestWhenInUse|requestAlways|ActivityCompat|askForPermission|getUserMedia|getCurrentPosition|Permission\.\w+\.request/,
  },
  {
    said: /(?:real|live|production) (?:charges?|payments?|cards?|money|transactions?|stripe|paypal|mode)|live (?:mode|keys?|stripe)/,
    shows: /--live\b|live_?mode\W+true|\blive mode\b|rk_live_\w+ (?:refunds|charges|payouts)/,
  },
  {
    said: /(?:to )?(?:all|every|the whole|each|real|actual|live) (?:of )?(?:our |the )*(?:customers?|users?|clients?|subscribers?|recipients?|members?|patients?|guests?|parents|students|people|staff|tenants?|contacts?)|to every(?:body|one)|(?:the )?(?:whole|entire|full) (?:mailing )?(?:list|audience)/,
    shows:
      /\ball\b|\beveryone\b|\beverybody\b|broadcast|\bevery\b|--all\b|customers|subscribers|recipients|members|\.all\(|@channel|@here/,
  },
];
