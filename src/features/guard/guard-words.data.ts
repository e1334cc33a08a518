/** What is often shortened in commands and names: the short form, then the words it stands for. */
export const ABBREVIATIONS = `
pr pull request
mr merge request
db database
prod production
dev development
env environment
dir directory
repo repository
deps dependencies
k8s kubernetes
auth authentication
spec test
amt amount
qty quantity
acct account
txn transaction
tx transaction
cfg configuration
conf configuration
msg message
ctl controller
ctrl controller
mgr manager
svc service
srv server
tz timezone
img image
addr address
cust customer
cert certificate
certs certificates
calc calculate
sched scheduler
lat latitude
lon longitude
lng longitude
usr user
tmpl template
notif notification
fw firmware firewall
i18n translation
l10n translation
`;

/** Words of the grammar. */
export const SILENT_WORDS = `
a an the this that these those it its is are was were be been being we our us you your he she they them their
there here of in on at to for from by with as into onto and or also too then so such do does did doing done
has have had not no hand only just when while again any some all new inside within around under over than
whole own same other another entire very really per via about got getting took taken taking went goes gone
going gave given giving came out off back through together somebody someone everybody anybody nobody else
between past which who whose already soon twice once yet still full fully
`;

/** Nouns that any work has to do with, and what is said of things but does not show. */
export const VAGUE = `
file folder directory code test suite page component module function class thing way package project workspace
config script job call line value change name version app part feature screen widget routine step usage use
block statement clause pattern style approach check laptop machine computer real live actual red green failing
broken open closed running existing big large small slow fast single plain time
`;

/** What kind of place it is, where that has a name. */
export const PLACE_NOUNS = `
database db data track view table list form dialog service module side layer path area section branch branches
environment server host box field column
`;
