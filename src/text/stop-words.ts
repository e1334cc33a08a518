/** Words that say nothing about what is looked for. A query that holds nothing else is taken at its word. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against ago all also am an and any are arent as at be because been before being below
  between both but by can cant could couldnt did didnt do does doesnt doing dont down during each either else ever
  few for from further get gets getting got had hadnt has hasnt have havent having he her here hers herself him
  himself his how however i id if im in into is isnt it its itself ive just let lets like may me might mine more
  most must my myself no nor not now of off on once only or other our ours ourselves out over own per please quite
  rather really said same say says shall she should shouldnt so some such than that thats the their theirs them
  themselves then there theres these they theyre this those through thus to too under until up upon us very via was
  wasnt we were werent what whats when where which while who whom whose why will with within without wont would
  wouldnt yes yet you your youre yours yourself yourselves`.split(/\s+/),
);
