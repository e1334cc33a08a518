/** Nouns in `-age` for what a verb does; no rule tells them from `message` and `image`. */
export const NOUN_TO_VERB: ReadonlyMap<string, string> = new Map([
  ['storage', 'store'],
  ['usage', 'use'],
  ['leakage', 'leak'],
  ['linkage', 'link'],
  ['breakage', 'break'],
  ['coverage', 'cover'],
]);

/** Words that stemming takes for another one: the forms of each row are one word, and none of that other. */
export const STEM_OVERRIDES: ReadonlyMap<string, string> = new Map(
  `important importance importantly
depend depends depended depending
contain contains contained containing
experience experiences experienced
conversation conversations
customer customers
customize customizes customized customizing customise customised customization customisation
product products
productive productivity
local locally
accessible accessibility
response responses
international internationally
animal animals
organic
committee committees
performs performer performers
community communities communication communicate
graphic graphics
rating ratings
stage stages staged
shipping shipment shipments
accounting accountant
generate generates generated generating generation
generic generics
general generally
personal personally
personalize personalized personalization
university universities
operator operators
opera
relative relatives
secretary secretaries
imaginary
numerous
emergency emergencies
object objects
objective objectives`
    .split('\n')
    .flatMap((row) => row.split(' ').map((form) => [form, `=${row.split(' ')[0]}`] as const)),
);

/** Names of two words that are one: JavaScript has nothing of Java, nor GitHub all of git. */
export const COMPOUND_NAMES: ReadonlySet<string> = new Set(
  'github gitlab bitbucket javascript typescript coffeescript postgresql youtube openai wordpress powershell paypal linkedin dynamodb'.split(
    ' ',
  ),
);

/** Names that any program has to do with: to share one says little. */
export const GENERIC_NAMES: ReadonlySet<string> = new Set(
  'api apis ui url urls id ids http https json css html js ts sql cli io ok readme'.split(' '),
);
