/** Names that any program has to do with: to share one says little. */
export const GENERIC_NAMES = `
api apis ui url urls id ids http https json css html js ts sql cli io ok readme
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
