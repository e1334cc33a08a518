/** The weekdays 1 to 7. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The months 1 to 12. */
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** Numbers in words. */
export const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  'a couple of': 2,
  'a couple': 2,
  'couple of': 2,
  three: 3,
  'a few': 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};

/** The start of each part of a day, used without a clock time. */
export const DAY_PARTS: Readonly<Record<string, string>> = {
  'first thing': '09:00',
  morning: '09:00',
  noon: '12:00',
  midday: '12:00',
  lunchtime: '12:00',
  lunch: '12:00',
  afternoon: '15:00',
  evening: '18:00',
  'end of the day': '18:00',
  'end of day': '18:00',
  'close of business': '18:00',
  eod: '18:00',
  cob: '18:00',
  night: '20:00',
};

/** Whether `at 5` in a part of the day is early or late. */
export const MERIDIEM: Readonly<Record<string, 'am' | 'pm'>> = {
  morning: 'am',
  afternoon: 'pm',
  evening: 'pm',
  night: 'pm',
};

/** Rewrites phrases that have several forms into one; in the order in which they apply. */
export const ENGLISH_REWRITES: readonly (readonly [RegExp, string])[] = [
  [/[’`]/g, "'"],
  [/,/g, ' '],
  [/\s+/g, ' '],
  [/\bsome ?time /g, ''],
  [/ (?:sharp|or so)$/, ''],
  [/\b(?:about|around|approximately|roughly|exactly) /g, ''],
  [/\ba\.m\.?(?= |$)/g, 'am'],
  [/\bp\.m\.?(?= |$)/g, 'pm'],
  [/\btonight\b/g, 'today night'],
  [/\blast night\b/g, 'yesterday night'],
  [/\bthis (morning|afternoon|evening|night)\b/g, 'today $1'],
  [/\bfirst thing in the morning\b/g, 'first thing'],
  [/\b(\d{1,2}(?::\d\d)?) (?:in the|at) (morning|afternoon|evening|night)\b/g, 'at $1 $2'],
  [/\b(?:at )?(\d{1,2}) ?o'?clock\b/g, 'at $1'],
  [/\bhalf (?:an? )?hour\b/g, '30 minutes'],
  [/\ba?quarter of an hour\b/g, '15 minutes'],
  [/\bhalf a day\b/g, '12 hours'],
  [/\b(?:an|one|1) hour and (?:a half|30 minutes)\b/g, '90 minutes'],
  [/\b(\d+) and a half\b/g, '$1.5'],
  [/^the day (after|before) (?!tomorrow|yesterday)/, '1 day $1 '],
  [/^(?:due )?(?:(?:on|by|until|till|from|for|starting|this coming|coming) )+(?=.)/, ''],
  [/ (?:on|at|the)$/, ''],
];

/** Chinese words for a day, and its distance from today. */
export const CHINESE_DAYS: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨日: -1,
  昨: -1,
  今天: 0,
  今日: 0,
  今: 0,
  明天: 1,
  明日: 1,
  明: 1,
  后天: 2,
  明后日: 2,
  大后天: 3,
};

/** The start of the parts of a day in Chinese, and the English part that decides between a.m. and p.m. */
export const CHINESE_DAY_PARTS: Readonly<Record<string, readonly [time: string, part: string]>> = {
  早上: ['09:00', 'morning'],
  早晨: ['09:00', 'morning'],
  上午: ['09:00', 'morning'],
  午前: ['09:00', 'morning'],
  早: ['09:00', 'morning'],
  朝: ['09:00', 'morning'],
  中午: ['12:00', 'noon'],
  正午: ['12:00', 'noon'],
  下午: ['15:00', 'afternoon'],
  午后: ['15:00', 'afternoon'],
  傍晚: ['18:00', 'evening'],
  晚上: ['20:00', 'night'],
  夜里: ['20:00', 'night'],
  晚: ['20:00', 'night'],
  夜: ['20:00', 'night'],
};
