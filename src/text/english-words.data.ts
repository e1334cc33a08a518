/** Stop words. */
export const STOP_WORD_LIST = `
a about above after again against ago all also am an and any are arent as at be because been before being below
between both but by can cant could couldnt did didnt do does doesnt doing dont down during each either else ever
few for from further get gets getting got had hadnt has hasnt have havent having he her here hers herself him
himself his how however i id if im in into is isnt it its itself ive just let lets like may me might mine more
most must my myself no nor not now of off on once only or other our ours ourselves out over own per please quite
rather really said same say says shall she should shouldnt so some such than that thats the their theirs them
themselves then there theres these they theyre this those through thus to too under until up upon us very via was
wasnt we were werent what whats when where which while who whom whose why will with within without wont would
wouldnt yes yet you your youre yours yourself yourselves
`;

/** Irregular forms: the base form first. */
export const IRREGULAR_FORMS = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent|bet betted
bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled
fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|give gave given
go goes went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known
lay laid|lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met
mistake mistook mistaken|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran
see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spill spilt|spin spun
spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn
sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|understand understood|undo undid undone|wake woke woken|wear wore worn|weave wove woven|weep wept
win won|withdraw withdrew withdrawn|write wrote written|rewrite rewrote rewritten|overwrite overwrote overwritten
rebuild rebuilt|resend resent|rerun reran|child children|foot feet|goose geese|man men
mouse mice|person people|tooth teeth|woman women|wife wives|life lives|knife knives|leaf leaves|half halves|shelf shelves
self selves|thief thieves|wolf wolves|loaf loaves|analysis analyses|axis axes|basis bases|crisis crises|criterion criteria
datum data|hypothesis hypotheses|index indices|matrix matrices|vertex vertices|medium media|phenomenon phenomena
thesis theses|good better best|bad worse worst|far further farthest|die dying died|lie lying lied|tie tying tied`;
