import type { Action } from './action.js';

/** What is done to tests and to what looks after the quality of code. */
export const TEST_ACTIONS = (): readonly Action[] => [
  {
    said: /(?:skip|disabl|ignor|comment|turn|mut|switch|exclud|deactivat|quarantin|xfail)\w* (?:out |off |over )?(?:the |a |an |all |some |any |our |failing |flaky |broken |red |unit |integration |slow |whole |e2e |ui |\w+ )*?(?:tests?|specs?|test ?suite)\b|tests? (?:skipped|disabled|commented out|turned off|switched off)|xfail|(?:tak|took|pull|leav|left|throw|threw|kick)\w* (?:\w+ ){0,4}?(?:tests?|specs?) out(?: of the (?:test )?(?:run|suite|build|ci|pipeline))?/,
    shows:
      /(?:it|test|describe|context|suite|scenario)\.(?:skip|todo|fixme|failing)|\bx(?:it|describe|test|context|specify|scenario)\b\s*\(?|@(?:Ignore|Disabled|Skip|Ignored)\b|@?pytest\.mark\.(?:skip|xfail)|@unittest\.(?:skip|expectedFailure)|pytest\.(?:skip|xfail)\(|skipTest\(|\bt\.Skip(?:Now|f)?\(|#\[ignore|\[Ignore\b|\[(?:Fact|Theory)\(\s*Skip|skip:\s*(?:true|['"])|-DskipTests|-DskipITs|maven\.test\.skip|-x test\b|--skip-?tests?|--no-tests?|--deselect|-k ['"]?not |--testPathIgnorePatterns|@tag :?skip|@moduletag :skip|XCTSkip|-skip-testing|GTEST_SKIP|\bDISABLED_\w|--ignore=\S*test|--exclude\S* \S*test|markTestSkipped|->skip\(|SkipTest|--passWithNoTests|\bskip ['"]|--no-run\b|SKIP_TESTS|RUN_TESTS=(?:0|false)/,
  },
  {
    said: /focus(?:s?ed|ing) (?:a |the |on )*(?:tests?|specs?)|(?:it|test|describe)?\.only|left \.?only|fdescribe|fit\(/,
    shows: /(?:it|test|describe|context)\.only|\bf(?:it|describe|context)\(/,
  },
  {
    said: /(?:real|live|actual|production|external|outside) (?:network|http|requests?|calls?|apis?|servers?|services?|internet|endpoints?|web)(?: (?:calls?|requests?|access|traffic))?|network (?:calls?|access|requests?|traffic)|(?:hit|hitting|call|calling|called|talk\w*) (?:to )?the (?:network|internet|real|live|outside)(?: \w+)?/,
    shows:
      /https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1|mock|fake|stub|test\.invalid)|http\.Client\(|\bfetch\(|requests\.(?:get|post|put|delete|Session)|axios|HttpClient|urlopen|Net::HTTP|reqwest|URLSession|httpx|aiohttp|HTTPoison|Guzzle|WebClient|RestTemplate|http\.(?:Get|Post)\(|OkHttp|WebRequest|curl\b/,
  },
  {
    said: /(?:real|live|actual) (?:databases?|db|postgres|mysql|store)/,
    shows:
      /postgres(?:ql)?:\/\/|mysql:\/\/|mongodb(?:\+srv)?:\/\/|jdbc:(?!h2)|DATABASE_URL|createConnection|create_engine\(|psycopg|\.connect\(|sqlx::|sql\.Open|prod/,
  },
  {
    said: /mock(?:ed|ing|s)?|stubb?(?:ed|ing|s)?|fak(?:ed|ing)|test doubles?|monkey-?patch\w*/,
    shows:
      /mock|moto\b|\bmsw\b|stub|\bfake|\bpatch\(|sinon|\bnock\b|jest\.(?:fn|spyOn)|vi\.(?:fn|spyOn)|allow\(|double\(|\bwhen\(|httptest|responses\.|vcr|monkeypatch|every \{/,
  },
  {
    said: /(?:random|unseeded|non-?deterministic|arbitrary) (?:test )?(?:data|values?|seeds?|numbers?|ids?|input|fixtures?)|unseeded random\w*|randomness/,
    shows:
      /Math\.random|random\.(?:random|randint|choice|shuffle|uniform|sample|gauss)|\brand\(|Random\(\)|np\.random\.(?!seed|default_rng\(\d)|faker|uuid4|randomUUID|SecureRandom|rand\.(?:Int|Float|Perm)|thread_rng|default_rng\(\s*\)|arc4random|mt_rand/,
  },
  {
    said: /(?:the )?(?:current|real|today's|system|wall) (?:date|time|clock|day)|date\.now|wall clock/,
    shows:
      /Date\.now\(|new Date\(\s*\)|datetime\.(?:now|utcnow|today)\(|time\.Now\(\)|LocalDate(?:Time)?\.now\(|Instant\.now\(|Time\.(?:now|current)|DateTime\.(?:Utc)?Now|date\.today\(|SystemTime::now|Utc::now|time\.time\(\)|System\.currentTimeMillis/,
  },
  {
    said: /(?:lower|reduc|drop|cut|weaken|turn|relax)\w* (?:off |down )?(?:the |test |code )*coverage(?: threshold| limit| floor| gate| requirements?)?|coverage (?:threshold|limit|floor|gate)s?/,
    shows:
      /cov-fail-under|coverage_?threshold|fail_under|pragma: no cover|istanbul ignore|minimum_coverage|(?:branches|lines|functions|statements)["']?:\s*\d|c8 ignore|v8 ignore|ExcludeFromCodeCoverage|--no-cov|no_coverage|jacoco/,
  },
  {
    said: /(?:weaken|loosen|relax|delet|remov|comment|soften)\w* (?:out )?(?:the |an |a |failing |test )*(?:assertions?|expectations?|asserts?)|(?:chang|adapt|adjust|edit|rewr|bent|bend)\w* (?:the |a |an |failing |red |expected )*(?:tests?|assertions?|expectations?|expected values?)(?: (?:to|until|so that|so) .*)?/,
    edits: /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|test\.\w+$/,
  },
  {
    said: /retr(?:ies|ied|ying) (?:of |on |for |the |a |all )*(?:flaky |failing |red )*tests?|re-?r[ua]n\w* (?:the |all )*(?:flaky|failing|red) \w+|test retries|flaky retries/,
    shows: /retries|--reruns|--retry|@Retry|flaky|retry-?times|retry:\s*\d|attempts/,
  },
  {
    said: /^any\b(?= (?:in|for|as|on|of)\b)|\bany\b types?|type any|as any|(?:cast\w*|typ\w+) (?:it |them |everything |to |as |with )*any|\bany\b as (?:a )?type/,
    shows: /\bas any\b|:\s*any\b|<any>|\bany\[\]|,\s*any>|\bAny\b|interface\{\}|: dynamic\b/,
  },
  {
    said: /(?:silenc|suppress|disabl|ignor|mut|turn|switch|skip|hid|shut)\w* (?:up |off |out )?(?:the |a |an |all |some |any |our )*(?:type ?checkers?|type-?checks?|type ?checking|typescript|mypy|pyright|tsc|type errors?|types?|strict mode|strict(?:ness)?|null checks?)(?: errors?| warnings?| checks?)?|@?ts-(?:ignore|nocheck|expect-error)|type: ?ignore/,
    shows:
      /@ts-(?:ignore|nocheck|expect-error)|#\s*type:\s*ignore|\bas any\b|as unknown as|pyright:\s*ignore|mypy:|ignore_errors|skipLibCheck|["']?strict\w*["']?\s*[:=]\s*false|transpile-?only|--noCheck|no-type-check|@no_type_check|cast\(Any/,
  },
  {
    said: /(?:silenc|suppress|disabl|ignor|mut|hid|turn|switch|filter)\w* (?:off |out )?(?:the |a |all |some |any |our )*(?:\w+ )?(?:\w+ )?warnings?/,
    shows:
      /(?:gcc|g\+\+|clang|cflags|cxxflags|compile_options|\bcc|rustc|add_compile\w+|COPT\w*)\b[^\n]*\s-w\b|-Wno-|-Wno\b|-Xlint:none|#\s*pragma\s+(?:warning|GCC diagnostic ignored|clang diagnostic ignored)|@SuppressWarnings|@Suppress\b|#!?\[allow\(|warnings\.(?:filterwarnings|simplefilter)|filterwarnings|NoWarn|TreatWarningsAsErrors\W+false|-nowarn|PYTHONWARNINGS|--no-warnings|-W\s?ignore|NODE_NO_WARNINGS|VERBOSE\s*=\s*nil|2>\s*\/dev\/null|error_reporting\(0|--quiet-deps|silence_?warnings|logging\.disable|suppressWarnings/,
  },
  {
    said: /(?:silenc|suppress|disabl|ignor|mut|turn|switch|skip|hid)\w* (?:off |out )?(?:the |a |an |all |some |any |our )*(?:\w+ )?(?:lint\w*|eslint|rubocop|pylint|flake8|ruff|clippy|biome|checkstyle|sonar\w*|swiftlint|detekt|ktlint|phpstan|psalm|stylelint|shellcheck|golangci\S*|credo|static analysis|code ?style)(?: rules?| warnings?| errors?| checks?| findings?| issues?)?|# ?noqa|eslint-disable|nolint|(?:blanket )?noqas?/,
    shows:
      /eslint-disable|#\s*noqa|pylint:\s*disable|rubocop:disable|\/\/\s*nolint|#!?\[allow\(|biome-ignore|swiftlint:disable|NOSONAR|stylelint-disable|tslint:disable|phpcs:(?:ignore|disable)|@phpstan-ignore|@psalm-suppress|@Suppress|ktlint-disable|noinspection|shellcheck disable|--no-lint|credo:disable|["']off["']|:\s*0,|--ignore=|extend-ignore|per-file-ignores|#\s*nosec|-D warnings|--exit-zero|--max-warnings/,
  },
  {
    said: /(?:force[- ]?)?unwrapp?(?:ed|ing|s)?(?:\(\))?(?: (?:of )?optionals?)?|non-?null assertions?|bang operators?/,
    shows:
      /\.unwrap\(\)|[\w)\]]!\.|[\w)\]]!!|\bas!|\btry!|\.expect\(|\.get\(\)\s*;|\w!$|[\w)\]]!;|[\w)\]]!\s*[,)\]]/,
  },
  {
    said: /unsafe (?:code|blocks?|pointers?|casts?|rust)/,
    shows:
      /\bunsafe\s*(?:\{|fn\b|impl\b|extern\b)|unsafe\.Pointer|misc\.Unsafe|reinterpret_cast|transmute|\bunsafe\b/,
  },
  {
    said: /todos?(?: comments?)?|fixmes?(?: comments?)?/,
    shows: /\bTODO\b|\bFIXME\b|\bXXX\b|\bHACK\b/,
  },
];
