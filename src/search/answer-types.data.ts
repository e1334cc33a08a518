/** By type of answer: a pattern for questions that ask for it (`wanted`), and one for texts that have it. At most seven. */
export const ANSWER_TYPES: readonly { readonly wanted: RegExp; readonly holds: RegExp }[] = [
  {
    wanted:
      /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bwann\b|\bwelche[mnrs]? (?:tag|monat|jahr|datum)\b|什么时候|何时|哪[天年月]|几[点号月]/i,
    holds:
      /\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|yesterday|today|tonight|tomorrow|ago|(?:last|next|this|past) (?:night|week|weekend|month|year|summer|spring|fall|autumn|winter|mon|tue|wed|thu|fri|sat|sun)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|gestern|heute|morgen|letzte[nrs]? (?:woche|monat|jahr)|\d{1,2}\. ?(?:januar|februar|märz|mai|juni|juli|oktober|dezember))\b|昨天|今天|明天|上周|下周|\d+ ?[月日点号]/i,
  },
  {
    wanted:
      /\bhow (?:many|much|often|old|large|big)\b|\bwhat (?:number|percent\w*|version|size|amount|port|limit)\b|\bwie (?:viele?|oft|alt|gro(?:ß|ss))\b|多少|几[个次]|多大/i,
    holds:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice|couple|several|hundred|thousand|zwei|drei|vier|fünf|zehn|hundert|tausend)\b|[一二两三四五六七八九十百千][个次倍]/i,
  },
  {
    wanted:
      /\bhow long\b|\bhow many (?:days|weeks|months|years|hours|minutes|seconds)\b|\bwie lange\b|多久|多长时间/i,
    holds:
      /(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|few|several|couple of|many|half|zwei|drei|vier|fünf)) ?(?:more )?(?:ms\b|s\b|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?)|[\d一二两三四五六七八九十] ?(?:个?[月小]时?|天|周|年|分钟|秒)/i,
  },
  {
    wanted:
      /\bwho(?:m|se)?\b|\bwhere\b|\b(?:what|which) (?:city|country|place|state|town)\b|\b[Ww]er\b|\b[Ww]o\b|谁|哪里|在哪/,
    holds: /[a-zà-ÿ,;:'’"(] (?!I\b|I['’])[A-Z][a-zà-ÿ]+|@[a-z]|[省市县国先生女士]/,
  },
  {
    wanted:
      /\b(?:name|title) of\b|\b(?:titled|called|named)\b|\bwhich (?:book|film|movie|song|game|band|file|branch|command|tool|library)\b|\bwie heißt\b|叫什么/i,
    holds: /["“«„`][^"”»“`]{3,60}["”»“`]|《[^》]+》/,
  },
];
