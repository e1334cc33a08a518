/** Nouns in `-age`, each before the verb it comes from; no rule tells them from `message` and `image`. */
export const NOUN_TO_VERB = `
storage store
usage use
leakage leak
linkage link
breakage break
coverage cover
`;

/** Words that stemming takes for another word: the forms of a row are one word, and none of that other. */
export const STEM_OVERRIDES = `
important importance importantly
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
objective objectives
`;

/** Names of two words that are one: JavaScript has nothing of Java, nor GitHub all of git. */
export const COMPOUND_NAMES = `
github gitlab bitbucket javascript typescript coffeescript postgresql youtube openai wordpress powershell
paypal linkedin dynamodb
`;

/** Names that any program has to do with: to share one says little. */
export const GENERIC_NAMES = `
api apis ui url urls id ids http https json css html js ts sql cli io ok readme
`;

/** Says what a place is, and not which: `login page` is about the login. */
export const GENERIC_NOUNS = `
page pages code feature features part parts stuff file files project section area module modules thing things
work topic service services script scripts logic layer setup component components
`;

/** Words of many senses, or of any work. */
export const WEAK = `
action actions branch branches button card cards case cases channel channels city client clients code copy
country customer customers data date dates day days email event events field fields file files form forms
github gitlab group groups hit hits hour hours icon id image images input item items key keys kind line lines
link links list lists memory menu message messages minute minutes mode month monday tuesday wednesday thursday
friday saturday sunday name names number numbers api open order page pages place point points product products
project projects public release report reports request requests response responses result results row rows
screen second seconds one two three four five six seven eight nine ten server servers set share sign signature site size start state state step steps store
string strings tab tabs table tables tag tags team text texts time times title token tokens type types user
users value values version versions view week weeks window windows word words year
`;

/** What all work in a project may be done with. */
export const PLATFORMS = `
android aws css database docker git go html ios java javascript kubernetes linux mysql node npm php postgres
python react ruby rust sql typescript vue test ci
`;
