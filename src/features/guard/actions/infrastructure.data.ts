import type { Action } from './action.js';

/** What is done to machines, clusters and packages. */
export const SYSTEM_ACTIONS = (): readonly Action[] => [
  {
    said: /(?:with |by |using )?(?:sigkill|kill(?:ed|ing)? -9|(?:hard|force)[- ]?kill\w*|-9|kill -9)/,
    shows:
      /\bkill\s+(?:-9|-KILL|-SIGKILL|-s\s*(?:9|SIGKILL|KILL))|\b(?:pkill|killall)\b[^\n;&|]*\s(?:-9|-KILL|-SIGKILL|-s\s*(?:9|KILL))|taskkill\b[^\n;&|]*\/F|SIGKILL|Stop-Process\b[^\n;&|]*-Force|docker kill|--grace-period[= ]0|--signal[= ](?:9|SIGKILL|KILL)|os\.kill\([^\n]*9\)/,
  },
  {
    said: /(?:as|with|by|under|using) (?:the )?(?:root|sudo|administrator|superuser)(?: user| rights| account)?|root user|sudo/,
    shows:
      /\bsudo\b|\bsu\s+-|^USER\s+(?:root|0)|root@|--user[= ](?:root|0)|-u (?:0|root)\b|runAsUser:\s*0|become:\s*(?:yes|true)|\bdoas\b|user:\s*["']?(?:root|0)\b|-U postgres|-u\s?root/,
  },
  {
    said: /chmod (?:-R )?777|world[- ]writ\w+|(?:mode |permissions? )777|777(?: permissions?)?|permissions? (?:wide )?open/,
    shows: /chmod\s+(?:-R\s+)?(?:0?777|0?666|a\+rwx?|o\+w|ugo\+rw\w*)|0o?777|Everyone:F|umask 0{3,4}\b/,
  },
  {
    said: /pip(?:e|ed|ing) (?:\w+ ){0,4}?(?:in)?to (?:a |the )?(?:sh|bash|shell)|curl\w*(?: \w+)? ?(?:\||into|to) ?(?:sudo )?(?:ba|z)?sh(?:ell)?|(?:install )?scripts? (?:\w+ )?(?:piped )?(?:straight )?from the (?:internet|net|web)/,
    shows:
      /(?:curl|wget)\b[^\n]*\|\s*(?:sudo\s+)?(?:-E\s+)?(?:ba|z|da)?sh\b|(?:ba|z)?sh\s+(?:-c\s+["']?\$\(|<\()\s*(?:curl|wget)|iwr\b[^\n]*iex|Invoke-WebRequest[^\n]*iex|curl\b[^\n]*\|\s*(?:sudo\s+)?python/,
  },
  {
    said: /(?:flush|disabl|clear|reset|turn|switch|dropp|stopp|remov|wip|delet)\w* (?:off |down )?(?:the |all |our )*(?:\w+ )?(?:firewall|iptables|nftables|ufw|packet filter)(?: rules?)?/,
    shows:
      /iptables\s+(?:-t\s+\w+\s+)?(?:-F|--flush|-X|-P\s+\w+\s+ACCEPT)(?![\w-])|iptables-restore|nft\s+(?:flush|delete table)|ufw\s+(?:--force\s+)?(?:disable|reset)|systemctl\s+(?:stop|disable|mask)\b[^\n;&|]*(?:firewalld|nftables|iptables|ufw)|firewall-cmd\b[^\n]*(?:--panic|--reload|--remove)|pfctl\s+-(?:F|d)|netsh\b[^\n]*off|service iptables stop/,
  },
  {
    said: /open(?:ed|ing)? (?:up )?(?:the |a |all |more )*(?:\w+ )?(?:firewall|ports?(?: \d+)?|security groups?|ssh)(?: to (?:the )?(?:world|internet|everybody|everyone|anybody|all))?|0\.0\.0\.0(?:\/0)?/,
    shows:
      /ufw\s+allow|firewall-rule\b[^\n]*create|firewall-rules?\s+create|iptables\s+-[AI]\b|0\.0\.0\.0|--add-port|--add-service|authorize-security-group-ingress|cidr_blocks|::\/0|sourceRanges|source_ranges/,
  },
  {
    said: /selinux|apparmor/,
    shows: /setenforce\s+0|SELINUX=(?:disabled|permissive)|aa-(?:disable|complain|teardown)/,
  },
  {
    said: /(?:step|set|chang|adjust|mov|wound|turn)\w* (?:back |forward )?(?:the |our |system |host )*(?:clock|system time|system date)(?: by hand)?/,
    shows:
      /makestep|ntpdate|\bdate\s+(?:-s|--set)|timedatectl\s+set-(?:time|ntp)|hwclock|w32tm|sntp\s+-S|Set-Date|chronyd\s+-q|settimeofday|clock_settime/,
  },
  {
    said: /format(?:ted|ting)? (?:the |a |an )*(?:disks?|drives?|partitions?|usb\w*|sd cards?|volumes?)/,
    shows: /\bmkfs|\bfdisk|\bparted|\bdd\b[^\n]*of=\/dev|wipefs|diskutil\s+erase|sgdisk|blkdiscard/,
  },
  {
    said: /(?:remov|delet|prun|wip|dropp|los)\w* (?:the |all |our |named |shared |data |database )*(?:docker |compose |persistent )?volumes?|docker compose down -v|prun(?:ed|ing) (?:docker|everything)/,
    shows:
      /\bdown\b[^\n;&|]*(?:\s-v\b|--volumes)|volume\s+(?:rm|prune)|system\s+prune|docker\s+rm\b[^\n;&|]*\s-\w*v|delete\s+(?:pvc|persistentvolume|pv)\b|delete-volume/,
  },
  {
    said: /(?:the |a |an )?(?::?latest)(?: tags?| images?| versions?)?|unpinned (?:\w+ )?(?:images?|versions?|dependenc\w+|packages?|actions?|tags?)?|floating (?:tags?|versions?)|unversioned (?:images?|packages?)/,
    shows:
      /:latest\b|@latest\b|^FROM\s+[\w./-]+\s*(?:AS\b.*)?$|["']\*["']|image:\s*["']?[\w./-]+["']?\s*$|@(?:main|master)\b|--upgrade\b|\blatest\b/,
  },
  {
    said: /(?:a )?global(?:ly)? (?:npm |pip |package )?install\w*|install\w* (?:\w+ ){0,3}?(?:globally|system-?wide|into the system(?: python)?|in(?:to)? the (?:global|system) \w+)|system python/,
    shows:
      /\b(?:npm|pnpm|bun|yarn)\b[^\n;&|]*(?:\s-g\b|--global|global add)|sudo\s+(?:-H\s+)?pip|(?<!uv )pip3?\s+install|--break-system-packages|gem install|cargo install|go install|brew install|apt(?:-get)? install/,
  },
  {
    said: /(?:peer dependenc\w+|peer deps|--legacy-peer-deps)(?: conflicts?| errors?| checks?)?|forc\w+ (?:the |an |npm )*installs?|(?:npm )?install --force/,
    shows:
      /--legacy-peer-deps|npm\s+(?:i|install|ci)\b[^\n;&|]*(?:--force|\s-f\b)|strict-peer-dep\w*=false|--ignore-platform|--no-deps|--ignore-requires|legacy-peer-deps=true/,
  },
  {
    said: /(?:upgrad|updat|bump)\w* (?:all|every|everything|the whole|every single|all of)(?: (?:the|our))?(?: \w+)?(?: at once)?|(?:blanket|mass|bulk|wholesale) (?:upgrades?|updates?)/,
    shows:
      /npm\s+update(?!\s+[\w@])|\bncu\s+-u|npm-check-updates|yarn\s+up(?:grade)?(?!\s+[\w@])|pnpm\s+(?:up|update)(?!\s+[\w@])|--latest\b|pip3?\s+install\s+(?:-U|--upgrade)\b[^\n;&|]*-r|cargo\s+update(?!\s+(?:-p|--package|\w))|go\s+get\s+-u(?:\s+-t)?\s+(?:\.\/\.\.\.|all|$)|bundle\s+update\s*(?:$|[;&|])|composer\s+update(?!\s+\w)|poetry\s+update(?!\s+\w)|uv\s+lock\s+(?:--upgrade|-U)(?!-)|deps\.update\s+--all|pub\s+upgrade|apt(?:-get)?\s+(?:-y\s+)?(?:full-|dist-)?upgrade|brew\s+upgrade(?!\s+\w)|update\s+--all|upgrade\s+--all|dnf\s+(?:-y\s+)?(?:upgrade|update)\s*(?:-y)?\s*$|--upgrade-all|outdated\b[^\n]*(?:--upgrade|\s-u\b)|dependency:resolve|use-latest-versions/,
  },
  {
    said: /(?:edit|chang|patch|hot-?fix|hot-?patch|scal|fix)\w* (?:\w+ )?(?:on |in )?(?:the |a )*(?:live|running) (?:\w+ )?(?:resources?|deployments?|objects?|clusters?|servers?|pods?|containers?|machines?|config\w*)(?: by hand)?|kubectl edit/,
    shows:
      /kubectl\s+(?:[^\n;&|]*\s)?(?:edit|patch|set\s+image|set\s+env|scale|annotate|label|cp)\b|docker\s+exec|kubectl\s+exec|ssh\b[^\n]*(?:vi|vim|nano|sed -i|tee)\b/,
  },
  {
    said: /force[- ]?delet\w+ (?:the |a |stuck )*(?:pods?|namespaces?|resources?|objects?)|remov\w+ (?:the )?finali[sz]ers?/,
    shows: /delete\b[^\n;&|]*(?:--force|--grace-period[= ]0)|finalizers/,
  },
  {
    said: /scal\w+ (?:the |a |\w+ ){0,3}?(?:down )?to (?:zero|0|nothing)/,
    shows: /replicas[= ]+0|--scale \w+=0|desired-count 0|min-instances[= ]0|scale\b[^\n]*=0/,
  },
  {
    said: /(?:un-?publish|yank)\w*|pulled (?:a |the )?(?:package|version|release)s? (?:from|off) \w+/,
    shows: /unpublish|\byank|npm deprecate|gem yank|cargo yank|release delete|delete_package/,
  },
  {
    said: /(?:delet|remov|wip|empt|purg)\w* (?:the |a |an |all |whole |\w+ ){0,3}?(?:buckets?|objects? in s3|s3 objects?|blobs?)/,
    shows:
      /s3\s+(?:rb|rm)\b|--recursive|gsutil\b[^\n]*\srm\b|gcloud storage rm|az storage (?:blob|container) delete|delete-(?:bucket|objects?)|rclone (?:purge|delete)|\bmc\s+r[bm]\b|sync\b[^\n]*--delete/,
  },
  {
    said: /(?:chang|edit|switch|mov|point|remov|delet)\w* (?:the |a |our |\w+ ){0,2}?(?:dns|records?|nameservers?|mx|cname|ttl)(?: records?| entries| zone)?/,
    shows:
      /change-resource-record-sets|dns\b[^\n]*(?:record|zone)|\b(?:CNAME|MX|NS)\b|cloudflare|route53|nsupdate|zone\s+(?:import|update)|doctl compute domain/,
  },
  {
    said: /(?:turn|switch|flip|enabl|disabl|toggl)\w* (?:on |off |the |a |\w+ ){0,3}?(?:feature )?(?:flags?|toggles?)(?: (?:on|off))?/,
    shows: /flag|toggle|feature[_-]?(?:enable|disable|on|off)|flipper|launchdarkly|unleash|waffle_switch/,
  },
  {
    said: /(?:ran|run|running|execut\w*|start\w*) (?:the |a |an |\w+ ){0,3}?(?:jobs?|tasks?|import|sync|export|batch|cron) twice|(?:two|second|another) (?:instances?|schedulers?|workers?|cop(?:y|ies)|runs?) (?:of \w+ )?at (?:the same time|once)/,
    shows: /\brun\b|trigger|replicas[:= ]+[2-9]|--scale \w+=[2-9]|--force|-c [2-9]/,
  },
  {
    said: /privileged(?: containers?| mode| pods?)?|docker socket/,
    shows: /--privileged|privileged:\s*true|SYS_ADMIN|hostPID|--cap-add|docker\.sock/,
  },
  { said: /host network\w*/, shows: /--net(?:work)?[= ]host|hostNetwork:\s*true|network_mode:\s*["']?host/ },
  {
    said: /(?:broke|break\w*|forc\w+|remov\w+|delet\w+|overr\w+|steal\w*|stole) (?:[\w'’]+ ){0,4}locks?/,
    shows: /force-unlock|\bunlock|\brm\b[^\n]*lock|-lock=false|--no-lock\b|break-lock|pg_terminate_backend/,
  },
  {
    said: /click\w* (?:\w+ ){0,3}?together|(?:by )?click\w*|in the (?:web |cloud |aws |azure |google )*console/,
    shows:
      /\b(?:aws|gcloud|az|doctl|hcloud|oci|linode-cli|ibmcloud|aliyun)\b[^\n]*\b(?:create|update|put|modify|delete|set|add|authorize|attach|detach|start|stop|run|terminate|reboot|remove|revoke|enable|disable)\b/,
  },
  {
    said: /terraform state(?: by hand)?|(?:edit|chang|touch)\w* (?:the )?state(?: file)?(?: by hand)?/,
    shows: /(?:terraform|tofu)\s+state\s+(?:rm|mv|push|replace)|\.tfstate/,
    files: /\.tfstate/,
  },
  {
    said: /(?:in the |as a )?background(?:ed)? (?:process\w*|jobs?|servers?)|in the background/,
    shows: /\bnohup\b|[^&>]&\s*(?:$|\n)|\bdisown\b|\bsetsid\b|\btmux\b|screen\s+-d|run_in_background/,
  },
  {
    said: /cron ?jobs?|\bcron\b(?: entries| lines?)?|crontabs?/,
    shows: /\bcron|(?:^|\s)(?:[\d*/,-]+\s+){4}[\d*/,-]+\s|@Scheduled|OnCalendar|schedule:/,
  },
  {
    said: /flash(?:ed|ing)?(?: (?:the |a |an )*(?:bootloader|firmware|boards?|devices?|chips?|controllers?))?/,
    shows:
      /esptool|avrdude|st-flash|openocd|dfu-util|west\s+flash|make\s+flash|idf\.py\b[^\n]*flash|erase_flash|(?:platformio|pio)\s+run\b[^\n]*upload|nrfjprog|JLink|fastboot\s+flash|picotool\s+load|probe-rs/,
  },
  { said: /fuses?(?: bits?)?|efuses?/, shows: /-U\s*\w?fuse|espefuse|lfuse|hfuse/ },
  {
    said: /(?:disabl|turn|switch)\w* (?:off )?(?:the |all )*interrupts?|interrupts? (?:off|disabled)/,
    shows:
      /noInterrupts\(|\bcli\(\)|__disable_irq|disable_irq|taskENTER_CRITICAL|interrupt::disable|portDISABLE/,
  },
  {
    said: /(?:disabl|turn|switch|stopp|feed\w*|kick\w*)\w* (?:off )?(?:the )?watchdog|watchdog (?:off|disabled)/,
    shows: /wdt_disable|watchdog[^\n]*(?:disable|stop|off|false)|esp_task_wdt_delete|WDTCTL|iwdg/,
  },
  {
    said: /(?:changed|edited|touched|set)? ?(?:the )?(?:sshd?|etc|system|nginx|apache|dns|hosts?) (?:config\w*|files?) (?:by hand|on the (?:server|machine|box))/,
    shows: /\/etc\/[\w./-]+/,
  },
  {
    said: /(?:prod\w*|live|real) (?:credentials?|keys?|secrets?|accounts?|tokens?) (?:on|in|for|from) \w+/,
    shows: /prod|live|sk_live/,
  },
];
