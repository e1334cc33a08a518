import type { Action } from './action.js';

/** What entries begin with: somebody did it, or it was rejected to do it. Told by a verb, and shown by what does that. */
export const LEADING_VERBS = (): readonly Action[] => [
  {
    said: /commit(?:ted|ting)|checked in|checking in/,
    shows: /git (?:add|commit|lfs track)\b|create_or_update_file|push_files/,
  },
  { said: /push(?:ed|ing)?/, shows: /git push|docker push|(?:hg|jj) (?:git )?push|push_files|\bpush\b/ },
  {
    said: /chang(?:ing)/,
    shows: /\bUPDATE\b|\bALTER\b|\.set[A-Z_]\w*\(|\bset\w*\(|sed -i|\bpatch\b|update\w*\(/,
  },
  { said: /refund(?:ed|ing)|g(?:ave|iving) (?:the )?money back/, shows: /refund/ },
  {
    said: /approv(?:ed|ing)|confirm(?:ed|ing)|accept(?:ed|ing)/,
    shows: /approv|confirm|accept|--yes\b|(?:^|\s)-y\b|auto-approve|--auto\b/,
  },
  { said: /cancel(?:l?ed|l?ing)|void(?:ed|ing)/, shows: /cancel|\bvoid|abort|revoke/ },
  {
    said: /charg(?:ed|ing)|bill(?:ed|ing)|invoic(?:ed|ing)/,
    shows: /charge|invoice|bill|payment_?intents?|capture|checkout/,
  },
  {
    said: /round(?:ed|ing)/,
    shows: /round|floor|ceil|toFixed|trunc|\bint\(|\/\/|quantize/,
  },
  { said: /convert(?:ed|ing)/, shows: /\*\s*[\d.]+|\/\s*[\d.]+|convert|to_|from_|as_/ },
  {
    said: /scrap(?:ed|ing)|crawl(?:ed|ing)/,
    shows:
      /beautifulsoup|bs4|scrapy|cheerio|puppeteer|playwright|selenium|lxml|requests\.get|\bcurl\b|querySelector/,
  },
  {
    said: /shar(?:ed|ing)|handed out|pass(?:ed|ing) on/,
    shows: /share|\bscp\b|upload|send|public|presign|export|grant|invite/,
  },
  { said: /merg(?:ed|ing|e)/, shows: /\bmerge\b|merge_/ },
  { said: /revert(?:ed|ing)?/, shows: /\brevert|git checkout\b|git restore|reset\b|rollback/ },
  { said: /tagg(?:ed|ing)/, shows: /git tag|--tag\b|\btag\b/ },
  {
    said: /delet(?:ed|ing|e)|remov(?:ed|ing|e)|wip(?:ed|ing|e)|eras(?:ed|ing|e)|clear(?:ed|ing)?|purg(?:ed|ing|e)|destroy(?:ed|ing)?|nuk(?:ed|ing)|threw away|empt(?:ied|ying)/,
    shows:
      /\brm\s|\brmdir\b|\bunlink|\bshred\b|delet|destroy|\bDROP\b|TRUNCATE|\bpurge|\berase|\bwipe|wipe-|-wipe|\bclear\b|prune|\bclean\b|FLUSH(?:ALL|DB)|--force-reset|rmtree|remove\w*\(|fs\.rm|mkfs|-X\s*DELETE|factory[- ]?reset/,
  },
  {
    said: /kill(?:ed|ing)?|terminat(?:ed|ing)/,
    shows:
      /\b(?:kill|pkill|killall|taskkill|xkill)\b|docker (?:kill|stop|rm)|systemctl (?:kill|stop)|\.kill\(|terminate|pg_terminate_backend|pg_cancel_backend|Stop-Process|delete pod/,
  },
  {
    said: /stopp(?:ed|ing)|shut(?:ting)? down|turn(?:ed|ing) off|switch(?:ed|ing) off|power(?:ed|ing) (?:off|down)/,
    shows:
      /\bstop\b|shutdown|poweroff|\bhalt\b|replicas[= ]0|\bdown\b|\boff\b|disable|_off\b|suspend|\bfalse\b/,
  },
  {
    said: /re-?boot(?:ed|ing)?|power[- ]cycl(?:ed|ing)/,
    shows:
      /\breboot|shutdown\s+-r|init 6|Restart-Computer|power[ _-]?(?:cycle|reset)|reboot-instances|cold[- ]?reset|\bhard[_-]?reset/,
  },
  {
    said: /restart(?:ed|ing)?|re-?load(?:ed|ing)?|bounc(?:ed|ing)/,
    shows:
      /restart|re-?load\b|\bbounce|stop\b[^\n]*(?:&&|;)[^\n]*start|\bkill\b[^\n]*(?:&&|;)|delete pod|--force-recreate|\bHUP\b/,
  },
  {
    said: /deploy(?:ed|ing)?|shipp(?:ed|ing)|roll(?:ed|ing) out|releas(?:ed|ing)|publish(?:ed|ing)?|promot(?:ed|ing)|upload(?:ed|ing) (?:the |a )?(?:build|app|release)/,
    shows:
      /deploy|release|publish|roll-?out|promote|\bsupply\b|\bupload|kubectl\s+(?:[^\n;&|]*\s)?apply|helm\s+(?:upgrade|install)|terraform\s+apply|serverless|\bsls\b|\bcap\s+\w+|\bfly\b|vercel|netlify|gcloud\s+(?:app|run)|\beb\s|ansible-playbook|twine|docker\s+push|git\s+push\s+(?:heroku|dokku|production|live)|goreleaser|app\s+sync|\bcdk\b|pulumi\s+up|kamal|wrangler|firebase|\beas\b|fastlane|rsync\b|scp\b|copilot|nomad\s+(?:job\s+)?run|docker\s+stack/,
  },
  { said: /down-?grad(?:ed|ing)/, shows: /downgrade|@\d|==\s*\d|install\b[^\n]*\d/ },
  {
    said: /upgrad(?:ed|ing)|updat(?:ed|ing)|bump(?:ed|ing)/,
    shows: /upgrade|update|@latest|\bup\b|bump|-U\b|install\b|\^?\d+\.\d+|:\s*\d/,
  },
  { said: /uninstall(?:ed|ing)?/, shows: /uninstall|\bremove\b|purge|\brm\b/ },
  { said: /install(?:ed|ing)/, shows: /install|\badd\b|\bget\b|brew|apt/ },
  {
    said: /(?:sent|send(?:ing)?|e?-?mail(?:ed|ing)|notif(?:ied|ying)|texted|messag(?:ed|ing)|post(?:ed|ing)|announc(?:ed|ing)|broadcast(?:ed|ing)?)(?: (?:a |an |the )?test)?/,
    shows:
      /\bsend|send_|_send|\bmail|notify|notification|publish|\bpost\b|broadcast|\bsms\b|deliver|-X\s*POST|message|campaign|blast|smtp/,
  },
  {
    said: /overwr(?:ote|itten|iting|ite)|clobber(?:ed|ing)|replac(?:ed|ing)/,
    shows:
      /overwrite|clobber|mode\s*=\s*["'](?:w|update|r\+)|open\([^\n)]*["']w|(?:^|[^>])>\s*[\w"$/.~]|\bcp\s|\bmv\s|--force|sed\s+-i|\btee\s|rsync|scp\b|--in-?place|write|\bput\b|replace|to_csv|savefig|-o\s/,
  },
  { said: /renam(?:ed|ing)|mov(?:ed|ing)/, shows: /\bmv\b|rename|\bmove|git mv/ },
  { said: /cop(?:ied|ying)/, shows: /\bcp\b|\bscp\b|rsync|copy|clone|pg_dump/ },
  {
    said: /download(?:ed|ing)|fetch(?:ed|ing)|pull(?:ed|ing)|load(?:ed|ing)/,
    shows:
      /\bcurl\b|\bwget\b|\bfetch\b|fetch\w*\(|download\w*(?!\w*["']?\s*[=:]\s*(?:False|false|no\b))|requests\.get|urlopen|urlretrieve|http\.(?:get|Get)|axios|\bpull\b|\.load\w*\(|\bgsutil\b|s3 (?:cp|sync)/,
  },
  {
    said: /upload(?:ed|ing)/,
    shows: /upload|\bput\b|\bpost\b|s3 (?:cp|sync)|\bscp\b|rsync|gsutil|curl\b[^\n]*(?:-T|-F|--data)|push/,
  },
  {
    said: /logg(?:ed|ing)(?= \w)|writing (?=[^,;]* (?:to|into|in) (?:the )?logs?\b)/,
    shows:
      /\blog(?:ger|ging)?\s*[.(]|\blog(?:ger)?\.\w+|console\.|\bprint\w*\(|\bLog\.[divwe]\b|slog\.|log::|\b(?:info|debug|warn|error|trace)!\(|\bputs\b|NSLog|\bLOG\w*\(|Timber\.|os_log|_log\w*\.|syslog/,
    changes: true,
  },
  {
    said: /disabl(?:ed|ing)|deactivat(?:ed|ing)/,
    shows:
      /disable|\bfalse\b|\boff\b|--no-|\bno\b|skip|=\s*0\b|enabled?\W+(?:no|0)|NO_|comment|unload|mask|remove|delete|\brm\b/,
  },
  {
    said: /enabl(?:ed|ing)|activat(?:ed|ing)|turn(?:ed|ing) on|switch(?:ed|ing) on/,
    shows: /enable|\btrue\b|\bon\b|=\s*1\b|activate|--with-|\byes\b|_on\b/,
  },
  {
    said: /skipp(?:ed|ing)|bypass(?:ed|ing)?/,
    shows: /skip|--no-|bypass|ignore|\bfalse\b|disable|without|NO_|_off\b/,
  },
  { said: /open(?:ed|ing)/, shows: /open/ },
  { said: /clos(?:ed|ing)/, shows: /clos(?:e|ing)/ },
  { said: /encrypt(?:ed|ing)/, shows: /encrypt|cipher|gpg|openssl|\bage\b|sops/ },
  {
    said: /hard-?cod(?:ed|ing|e)|literal|inlin(?:ed|ing)/,
    shows: /["'`][^"'`\n]{2,}["'`]|(?:[=:(,>]|return|\?\?)\s*-?\d/,
    line: true,
  },
  { said: /cach(?:ed|ing)/, shows: /cache|memo|\bttl\b|max-?age|redis|\blru\b|stale|expires/ },
  {
    said: /stor(?:ed|ing)|sav(?:ed|ing)|keep(?:ing)?|kept|persist(?:ed|ing)/,
    shows:
      /sav\w*\(|stor\w*|\bset\w*\(|write|put\w*\(|insert|persist|dump|\bput\b|cache|localStorage|create\w*\(|column|add_/,
  },
  {
    said: /pars(?:ed|ing)/,
    shows: /pars|split\(|match\(|regex|\bre\.|scanf|substring|awk|sed\b|cut\b|loads?\(/,
  },
  { said: /sort(?:ed|ing)/, shows: /sort|ORDER BY/ },
  { said: /comput(?:ed|ing)|calculat(?:ed|ing)/, shows: /[-+*/]\s*\w|\bsum\b|calc|comput|total|round/ },
  { said: /scal(?:ed|ing)/, shows: /scale|replicas|resize|autoscal/ },
  {
    said: /expos(?:ed|ing)/,
    shows: /expose|0\.0\.0\.0|ports?:|-p\s*\d|LoadBalancer|NodePort|public|@app\.|router\.|route/,
  },
  {
    said: /rotat(?:ed|ing)|revok(?:ed|ing)/,
    shows: /rotate|revoke|renew|regenerate|reset|delete-access-key|create-access-key/,
  },
  { said: /grant(?:ed|ing)/, shows: /grant|role|admin|policy|permission|chmod|owner|\*/ },
  {
    said: /reformatt?(?:ed|ing)?/,
    shows: /\bfmt\b|format|prettier|black\b|gofmt|rustfmt|--write|--fix|-w\s/,
  },
  { said: /reset(?:ting)?/, shows: /reset|\bfresh\b|\bdrop|erase|wipe|--clean|restore/ },
  { said: /copy-?past(?:ed|ing)|duplicat(?:ed|ing)/, shows: /\bcp\b|copy|duplicate/ },
  {
    said: /chang(?:ed|ing) permissions?|chmod(?:ded|ding)?|chown(?:ed|ing)?/,
    shows: /chmod|chown|setfacl|icacls/,
  },
];
