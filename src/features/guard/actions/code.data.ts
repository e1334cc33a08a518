import type { Action } from './action.js';

/** What is done in code, of any language. */
export const CODE_ACTIONS = (): readonly Action[] => [
  {
    said: /busy[- ]?(?:loop|wait)\w*|spin[- ]?(?:ning|loops?|locks?|waits?)|tight loops?|infinite loops?|endless loops?/,
    shows:
      /while\s*\([^\n]{0,160}\)\s*(?:;|\{\s*\})|while\s*\([^\n]{0,160}\)\s*\{\s*(?:\/\/[^\n]*\s*)*\}|while\b[^\n]{0,160}[:{]\s*\n(?:(?![^\n]*\b(?:sleep|wait\w*|await|yield|recv\w*|accept|select|delay|join|park|block|next|readline|input|listen)\b)[^\n]*\n){0,6}?[^\n]*(?:\bbreak\b|\bpass\b|\bcontinue\b|^\s*\}\s*$)|loop\s*\{\s*\}|for\s*\(\s*;;\s*\)\s*(?:;|\{)|for\s*\{\s*\n|spin_loop|while :; do|while True:\s*pass/,
  },
  {
    said: /(?:a |fixed |hard |long |blind |real |plain |bare |arbitrary )*(?:(?:thread|time)\.)?(?:sleeps?|sleeping|slept)(?:\(\))?(?: calls?| statements?)?|(?:fixed|hard|blind|arbitrary|blocking) (?:delays?|waits?|pauses?|timeouts?)/,
    shows:
      /\bsleep\s*\(|(?:^|[;&|(]|\bdo|\bthen)\s*sleep\s+[\d$.]|Thread\.sleep|asyncio\.sleep|Task\.(?:sleep|Delay)|setTimeout\(|Future\.delayed|\bdelay\(\s*\d|usleep|nanosleep|Start-Sleep|waitForTimeout|\.wait\(\s*\d|:timer\.sleep|WaitForSeconds|vTaskDelay|HAL_Delay|thread::sleep|sleep_for|sleep_ms|pg_sleep|WAITFOR DELAY|TimeUnit\.\w+\.sleep|timeout \/t|_delay_ms/,
  },
  {
    said: /poll(?:ed|ing|s)?(?: loops?)?/,
    shows:
      /setInterval|Timer\.(?:periodic|scheduledTimer|publish)|refetchInterval|pollInterval|@Scheduled|watch -n|\bpoll\w*\(|time\.Tick|NewTicker|(?:while|until|loop)\b[^\n]{0,200}(?:\n[^\n]{0,200}){0,7}?(?:sleep|delay|after\()|send_after|setTimeout|everyMinute|interval\(|schedule\.every/,
  },
  {
    said: /(?:string[- ]?(?:built|concatenat\w*|format\w*|interpolat\w*)|concatenat\w*|interpolat\w*|f-strings?|format strings?|hand-?built|pasted|glued|spliced|built by hand) (?:\w+ ){0,3}?(?:sql|quer(?:y|ies)|statements?|where clauses?)|(?:(?:built|build|building|assembl\w+|compos\w+|writ\w+|construct\w+|made|put\w*) )?(?:the |an? )?(?:sql|quer(?:y|ies)|where clauses?)(?: \w+){0,3}? (?:by|with|from|in|via|through|using|out of|together) (?:an? )?(?:string|f-string|format|concatenat|interpolat|template|plus|sprintf|user input)\w*(?: (?:concatenat|format|interpolat|building|literal)\w*)?|sql injections?|unparameteri[sz]ed (?:sql|queries)|(?:user )?input (?:in|into) (?:the )?(?:sql|quer(?:y|ies))|(?:sql|query) string concatenat\w+/,
    shows:
      /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|VALUES|ORDER BY|LIKE|AND|LIMIT)\b[^\n]*(?:\$\{|#\{|["']\s*\+|\+\s*["']|["']\s*\.\s*\$|["'][^"'\n]*["']?\s*%\s*[\w(]|\.format\(|\|\|\s*p?_?\w+\s*\|\||\\\()|\bf["']{1,3}\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)|\bf["'][^"'\n]*\b(?:WHERE|FROM|SET|AND)\b[^\n]*\{|\bf"""[\s\S]{0,200}(?:SELECT|UPDATE|DELETE|INSERT)[\s\S]{0,400}\{\w|Sprintf\(\s*["\x60]\s*(?:SELECT|INSERT|UPDATE|DELETE)|String\.format\(\s*"(?:SELECT|INSERT|UPDATE|DELETE)|"(?:SELECT|INSERT|UPDATE|DELETE)[^"\n]*\$\w|\$"(?:SELECT|INSERT|UPDATE|DELETE)[^"\n]*\{|append\(\s*"\s*(?:AND|WHERE)|format!\(\s*"(?:SELECT|INSERT|UPDATE|DELETE)|EXEC(?:UTE)?\s*\(\s*@/,
  },
  {
    said: /raw (?:sql|quer(?:y|ies))|(?:inline|plain|hand-?written|ad-?hoc) sql/,
    shows:
      /\bSELECT\b[^\n]+\bFROM\b|\bINSERT INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE FROM\b|\.raw\(|queryRaw|executeRaw|createNativeQuery|find_by_sql|DB::(?:select|statement|raw|unprepared)|connection\.execute|FromSqlRaw|ExecuteSqlRaw|cursor\.execute|session\.execute\(\s*text/,
  },
  { said: /select \*|select stars?/, shows: /SELECT\s+(?:\w+\.)?\*/ },
  {
    said: /(?:updates?d?|deletes?d?|updating|deleting)(?: statements?| rows?| \w+)? (?:without|with no|missing) (?:an? |the )?where(?: clause)?|missing where(?: clause)?|where-?less (?:updates?|deletes?)/,
    shows:
      /\bUPDATE\s+[\w."`]+\s+SET\b(?![^;]*\bWHERE\b)|\bDELETE\s+FROM\s+[\w."`]+(?![^;]*\bWHERE\b)|update_all|delete_all|updateMany\(\s*\{\s*\}|deleteMany\(\s*(?:\{\s*\})?\s*\)/,
  },
  {
    said: /n ?\+ ?1(?: quer\w+| selects?| problems?)?|(?:sql |db |database )?(?:quer(?:y|ies|ying)|lookups?|selects?|requests?|(?:api |http )?calls?|round ?trips?) (?:\w+ ){0,2}?(?:in|inside|within|per) (?:a |the |an |each |every )*(?:for |while )?(?:loops?|rows?|items?|records?|iterations?)|one (?:query|request|insert|call) (?:per|for each|for every) \w+/,
    shows:
      /(?:\bfor\b|forEach|\.map\(|\.each\b|\bwhile\b)[^\n]{0,200}(?:\n[^\n]{0,200}){0,5}?(?:find\w*|query\w*|select|fetch\w*|load\w*|execute|where|get\w*|insert\w*|save|first|post|request|filter)\s*[(:]/,
  },
  {
    said: /(?:await|async\w*) (?:in|inside) (?:a |the )?(?:for |foreach )?loops?|sequential awaits?/,
    shows: /(?:for|while)\b[^\n]{0,200}(?:\n[^\n]{0,200}){0,5}?\bawait\b|forEach\(\s*async/,
  },
  {
    said: /(?:a |an )?(?:binary )?(?:floats?|floating[- ]?points?|doubles?|float64|float32|js numbers?|plain numbers?)(?: (?:numbers?|types?|values?|columns?|arithmetic|math|maths))?/,
    shows:
      /\b(?:float|double|f32|f64|float64|float32|REAL|DOUBLE PRECISION)\b|parseFloat|\.toFixed\(|\bNumber\(|:\s*number\b|to_f\b|\.toDouble|FloatField|t\.float|DECIMAL_FLOAT|\bnum\b|Math\.round/,
    line: true,
  },
  {
    said: /naive (?:date ?times?|dates?|timestamps?|times?)|(?:in |the )?(?:local|server|machine) ?times?(?: ?zones?)?|(?:date ?times?|dates?|timestamps?) (?:without|with no) (?:a |an |the )?(?:time ?)?(?:zones?|tz|tzinfo|offsets?)|missing time ?zones?|zone-?less (?:datetimes?|timestamps?)/,
    shows:
      /datetime\.(?:utcnow|today)\(|datetime\.now\(\s*\)|utcfromtimestamp\(|\bfromtimestamp\(\s*[^,)\n]+\)|LocalDateTime\.now|new Date\(\s*\)|DateTime\.(?:Now|Today)\b(?!\()|\bTime\.now\b|Date\.today\b|time\.Now\(\)(?!\.UTC)|LocalDate\.now\(\s*\)|SimpleDateFormat|USE_TZ\s*=\s*False|strptime\((?![^\n]*%z)|TIMESTAMP WITHOUT TIME ZONE|NaiveDateTime|Local::now|localtime|getdate\(\)|DateTime\.now\(\)(?!\.toUtc)|tzinfo=None|datetime\(\d{4},(?![^)\n]*tz)/,
  },
  {
    said: /max\(\w+\) ?\+ ?1|(?:highest|last|max\w*) id plus one/,
    shows: /max\(\s*["'\w.]+\s*\)[^\n]{0,30}\+\s*1/,
  },
  {
    said: /pickl(?:e|es|ed|ing)|cpickle/,
    shows:
      /\bpickle\b|\.pkl\b|\.pickle\b|joblib\.(?:dump|load)|to_pickle|read_pickle|cloudpickle|\bdill\b|shelve\.open/,
  },
  {
    said: /(?:raw|bare|naked|manual|plain|owning) (?:new|delete|pointers?|malloc|free|memory|allocations?)\S*(?: (?:and|or) (?:new|delete|free))?|new ?\/ ?delete|malloc ?\/ ?free|manual memory(?: management)?|malloc(?:\(\))?/,
    shows:
      /\bnew\s+[A-Z]\w*(?:::\w+)*(?:<[^>\n]*>)?\s*[({[;]|\bnew\s+(?:char|int|float|double|uint8_t|std::\w+)\b|\bdelete\s*(?:\[\])?\s+?[a-z_]\w*|\b(?:m|c|re)alloc\s*\(|\bfree\s*\(/,
  },
  {
    said: /(?:dynamic|heap) (?:memory(?: allocations?)?|allocations?)|allocat(?:ed|ing)(?: memory)?|heap (?:use|usage|memory)/,
    shows:
      /\bnew\s+\w|\b(?:m|c|re)alloc\s*\(|std::(?:vector|string|map|make_)|\bmake\(|Vec::|vec!|Box::new|push_back|\bString\s+\w+|alloc\w*\(/,
  },
  {
    said: /(?:debug |stray |leftover |bare |plain )*(?:\bprint(?:ln!?|f)?s?(?:\(\))?|console\.log|printing|debug output|var_dump|nslog)(?: statements?| calls?| debugging| debug| output)?(?: for logging| as (?:a )?logg\w+)?/,
    shows:
      /(?<![.\w])print(?:ln!?|f)?\s*\(|\bprintln!|console\.(?:log|debug|info|dir)|System\.(?:out|err)\.print|fmt\.Print|^\s*puts\s|\bdbg!|NSLog\(|debugPrint\(|var_dump|print_r\(|Debug\.Log|IO\.(?:puts|inspect)|Console\.Write|Debug\.WriteLine|Write-Host|std::cout|Serial\.print/,
  },
  {
    said: /swallow\w* (?:the |all |every |an? |any )*(?:exceptions?|errors?|failures?)|(?:empty|silent|bare|blanket|broad|generic) (?:exception |error )?(?:catch\w*|excepts?|rescues?|handlers?|exceptions?)(?: (?:blocks?|clauses?|all|handlers?))?|catch-?alls?(?: (?:exception |error )?(?:handlers?|handling|clauses?|blocks?|exceptions?))?|(?:caught|catch\w*) (?:and (?:ignor|swallow|pass|dropp)\w*|(?:all|every|any|everything|exception|throwable|baseexception|standarderror)\b)(?: exceptions?| errors?)?(?: and (?:passed|ignored(?: it| them)?|went on|returned \w+))?|ignor\w* (?:the |all |an? |every |any |returned )*(?:exceptions?|errors?|return (?:codes?|values?)|failures?|exit (?:codes?|status\w*))|(?:discard|dropp|eat|ate|hid)\w* (?:the |an |all |returned )*(?:errors?|exceptions?)|try\/catch(?: around everything)?/,
    shows:
      /except(?:\s+\(?(?:Base)?Exception\)?)?(?:\s+as \w+)?\s*:(?![^\n]*\n(?:[^\n]*\n){0,3}?\s*raise)|except[^\n:]*:\s*(?:#[^\n]*)?\n?\s*(?:pass|continue|\.\.\.|return(?: None| \[\]| \{\}| False)?\s*$)|contextlib\.suppress|\bsuppress\((?:Base)?Exception|catch\s*(?:\([^)\n]*\))?\s*\{\s*\}|catch\s*\(\s*(?:\.\.\.|(?:final )?(?:Exception|Throwable)\b[^)\n]*|_?\w+: (?:Exception|Throwable)|_)\s*\)(?!\s*\{\s*(?:[^\n}]*\n){0,4}?[^\n}]*throw)|catch\s*(?:\(\w*\)|_)?\s*\{\s*(?:return(?: null| undefined| false| \[\])?;?|continue;?)\s*\}|\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*(?:\{\s*\}|null|undefined|void 0|false|\[\]|\(\{\}\))|rescue(?:\s+(?:StandardError|Exception))?(?:\s*=>\s*\w+)?\s*(?:$|;|nil\b)|rescue nil|\b_\s*(?:,\s*_\s*)?:?=\s*\w[\w.]*\(|,\s*_\s*:?=\s*\w|\|\|\s*(?:true|:)\s*(?:$|[;&|)])|\bset \+e\b|On Error Resume Next|\btry\?|let _ =|\.ok\(\)\s*;|@\$\w+->|if err != nil \{\s*\}|\(void\)\s*\w+\(|\|\| true\b|-ErrorAction SilentlyContinue|_ -> :ok/,
  },
  { said: /panic(?:k?ed|s|king)?(?:\(\)|!)?/, shows: /\bpanic!?\s*\(|log\.Fatal|todo!\(|unimplemented!/ },
  {
    said: /(?:exit|abort|die|quit)(?:ed|ing|s)? (?:the )?(?:process|program)|(?:os|sys|process|system)\.exit/,
    shows: /os\.Exit|sys\.exit|process\.exit|System\.exit|\babort\(|\bexit\(|\bdie\(/,
  },
  {
    said: /(?:mutable |module[- ]level |shared |a )*global (?:mutable )?(?:state|variables?|mutables?|vars?)|globals|module[- ]level (?:state|variables?|caches?)|mutable globals?|static (?:mutable )?(?:state|fields?|caches?|maps?|variables?|collections?)/,
    shows:
      /^\s*global \w|\bglobal(?:This)?\.\w+\s*=|window\.\w+\s*=(?!=)|static mut |\bstatic (?!final|readonly|const|inline)[\w<>*:]+\s+\w+\s*[=;]|^(?:let|var) \w+\s*=|^var \(?\s*\w+|static final (?:Map|List|Set|\w*Cache|Hash\w+|Concurrent\w+)\b|@@\w+|^\$\w+ =|^(?:static |volatile |extern |unsigned )*(?:int|char|float|bool|double|u?int\d+_t|long|unsigned|size_t)\s[^()\n]*;|^[a-z_]\w* = (?:\[\]|\{\}|dict\(|list\(|None)/,
  },
  {
    said: /singletons?/,
    shows: /getInstance\(|\.shared\b|static let shared|_instance\b|INSTANCE|Singleton|^object \w+/,
  },
  {
    said: /\beval\b(?:\(\))?|code (?:built )?(?:from|in) strings?/,
    shows: /\beval\s*\(|(?<![.\w])exec\(|new Function\(|instance_eval|class_eval|Invoke-Expression|\biex\b/,
  },
  {
    said: /shell=true|os\.system|shell (?:injection|strings?)|shell(?:ing|ed)? out|commands? (?:built )?(?:from|as) strings?/,
    shows:
      /shell\s*=\s*True|os\.system\(|os\.popen|exec(?:Sync)?\(\s*["'`]|child.process|Runtime\.getRuntime\(\)|(?<![.\w])system\(|popen\(|shell_exec|subprocess|Process\.Start|%x[({]/,
  },
  {
    said: /regex(?:es|ps?)?|regular expressions?/,
    shows:
      /Regex::new|\bre\.(?:compile|match|search|findall|sub|split|fullmatch)|RegExp\(|\.match(?:All)?\(\s*\/|\.replace\(\s*\/|preg_\w+|=~\s*\/|regexp\.|Pattern\.compile|\bRegex\(|NSRegularExpression|\/[^/\n]{3,}\/[gimsu]+\b|\bregex\b/,
  },
  {
    said: /wildcard imports?|star imports?|import \*|from \w+ import \*/,
    shows: /from \S+ import \*|import (?:static )?[\w.]+\.\*|import \* as|use [\w:]+::\*|using namespace/,
  },
  { said: /using namespace(?: std)?/, shows: /using namespace/ },
  {
    said: /relative imports?|deep imports?|parent imports?/,
    shows: /from ['"]\.\.\/|from \.+\w* import|require\(['"]\.\.\//,
  },
  {
    said: /mutable default (?:arg\w*|parameters?|values?)/,
    shows: /def [^\n]*=\s*(?:\[\]|\{\}|list\(\)|dict\(\)|set\(\))/,
  },
  { said: /default exports?/, shows: /export default/ },
  {
    said: /barrel (?:files?|exports?|imports?)|barrels/,
    shows: /export \* from|from ['"][^'"\n]*\/index['"]/,
    files: /\/index\.[jt]sx?$/,
  },
  { said: /\benums?\b/, shows: /\benum\b/ },
  { said: /\bvar\b(?: declarations?)?/, shows: /\bvar\s+\w/ },
  { said: /common ?js|require\(\)/, shows: /\brequire\(|module\.exports|exports\.\w+\s*=/ },
  { said: /nested ternar\w+|chained ternar\w+/, shows: /\?[^:\n]*\?[^\n]*:|\?[^\n]*:[^\n]*\?[^\n]*:/ },
  { said: /class components?/, shows: /extends (?:React\.)?(?:Pure)?Component\b/ },
  {
    said: /(?:array )?ind(?:ex|ices) as (?:a |the |react |list )*keys?|index keys/,
    shows: /key=\{(?:`[^`]*\$\{)?(?:i|idx|index)\b|:key="(?:i|idx|index)"/,
  },
  {
    said: /inline styles?|style attributes?/,
    shows: /\bstyle=(?:\{|["'])|\.style\.\w+\s*=|:style="|setAttribute\(['"]style/,
  },
  { said: /!important/, shows: /!important/ },
  { said: /z-?index(?:es)?(?: wars?| hacks?)?/, shows: /z-?index|\bz-\[?\d/ },
  {
    said: /(?:synchronous|sync|blocking) (?:file |fs |http |db |database |disk |network )*(?:reads?|writes?|calls?|io|i\/o|requests?|apis?|functions?|code|access|waits?)|(?:synchronous|blocking)(?= [a-z]+(?: (?:in|on|from)\b|$))|block(?:ed|ing) (?:the )?(?:event loop|main thread|ui thread|async code)/,
    shows:
      /\w+Sync\(|\brequests\.(?:get|post|put|delete)\(|time\.sleep\(|\.Result\b|\.Wait\(\)|runBlocking|\.block\(\)|block_on|urlopen\(|XMLHttpRequest|\.GetResult\(\)|Thread\.sleep|\.get\(\)\.get\(|allowMainThreadQueries|MAX_DELAY|\brecv\(|\bread\(/,
  },
  {
    said: /(?:raw |own |plain |extra |background )*(?:threads?|threading|multi-?threading)(?: pools?)?/,
    shows:
      /threading\.|\bThread\(|new Thread|Thread\.(?:new|start)|thread::spawn|pthread_create|std::thread|ThreadPool|Executors?\.|_thread\b|NSThread|detach\w*\(/,
  },
  {
    said: /(?:mutex(?:es)?|synchronized(?: blocks?)?)/,
    shows: /mutex|\bLock\(|synchronized|\block\s*\(|RwLock|ReentrantLock|@synchronized/,
  },
  { said: /(?:bare |unbounded |fire-and-forget )*goroutines?/, shows: /\bgo (?:func\b|[\w.]+\()/ },
  {
    said: /fire[- ]and[- ]forget|unawaited (?:promises?|futures?|calls?|tasks?)|floating promises?/,
    shows:
      /unawaited\(|create_task\(|ensure_future|Task\.Run|\bgo func|void \w+\(|\.then\(|GlobalScope|Task\.detached|setImmediate/,
  },
  {
    said: /(?:run-?time )?reflection/,
    shows:
      /getattr\(|setattr\(|Class\.forName|getDeclared|\breflect\.|\.GetType\(\)|Activator\.|public_send|\.send\(:|instance_variable_[gs]et|Mirror\(/,
  },
  {
    said: /monkey ?patch\w*/,
    shows: /class_eval|module_eval|refine |\.prototype\.\w+\s*=|setattr\(|Module\.prepend|alias_method/,
  },
  {
    said: /service locators?|container lookups?/,
    shows: /ServiceLocator|getBean\(|GetService<|GetIt|resolve\(|inject\(/,
  },
  {
    said: /field injection/,
    shows:
      /@Autowired\s+(?:private|protected|public)?\s*[\w<>]+\s+\w+\s*;|@Inject\s+(?:lateinit|private|protected|[\w<>]+\s+\w+\s*;)|@Autowired\b/,
  },
  {
    said: /getx/,
    shows:
      /package:get\/|pub add get\b|GetxController|\bGet\.(?:put|find|to|lazyPut)|\.obs\b|GetMaterialApp|\bObx\(/,
  },
  {
    said: /google(?:'s)? analytics/,
    shows: /gtag|google-?analytics|googletagmanager|firebase_analytics|ga4|react-ga|\bGA_/,
  },
  { said: /(?:c\+\+ )?exceptions(?: for control flow)?/, shows: /\bthrow\b|\braise\b|\btry\s*[{:]/ },
  {
    said: /hibernate/,
    shows:
      /hibernate|ddl-?auto|@Entity\b|(?:jakarta|javax)\.persistence|SessionFactory|JpaRepository|EntityManager/,
  },
  { said: /goto(?: statements?)?/, shows: /\bgoto\s+\w+/ },
  {
    said: /assert(?:s|ions?)? for (?:input |argument )?(?:validation|checks?|control flow)|assert (?:statements?|in production)/,
    shows: /^\s*assert\b|\bassert\(/,
  },
  {
    said: /(?:mixed|strings?|stringly)[- ]typ(?:ed|ing)|magic strings?/,
    shows: /===?\s*['"]\w+['"]|case ['"]/,
  },
  {
    said: /round(?:ed|ing) (?:each |every |per |the |intermediate |too early |early )*(?=\w)/,
    shows:
      /\bround\w*\(|\.toFixed|Math\.(?:round|floor|ceil|trunc)|RoundingMode|setScale|\bROUND\(|quantize|\.truncate|\bfloor\(|\bceil\(|HALF_/,
  },
  {
    said: /iterrows|(?:python |for |plain )*loops? over (?:the )?(?:rows|data ?frames?|pixels|arrays?)|row-?by-?row loops?/,
    shows: /iterrows|itertuples|for \w+ in range\(\s*len|\.apply\([^\n]*axis\s*=\s*1/,
  },
  {
    said: /in-?place (?:changes?|updates?|modif\w+|mutations?)|inplace(?:=true)?/,
    shows: /inplace\s*=\s*True|\.sort\(\)|\.splice\(|\.push\(|sed -i/,
  },
  {
    said: /(?:fix|set|hard-?cod)\w* (?:the )?(?:random )?seeds?/,
    shows: /random\.seed|manual_seed|set\.seed|set_seed|random_state\s*=\s*\d|srand\(/,
  },
  {
    said: /retr(?:y|ies|ied|ying) (?:\w+ )?(?:without (?:a )?(?:back-?off|limit|delay|jitter)|forever|endlessly|immediately|in a loop)|(?:endless|infinite|blind|unbounded) retr\w+/,
    shows: /retr(?:y|ies)|while True|while \(true\)|for attempt|attempts?\b|max_tries|loop \{/,
  },
];
