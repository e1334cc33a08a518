/** Names of one thing, a row a line, the plainest first: search and comparison read each as the same word. */
export const SAME_NAMES = `
database db databases 数据库
postgres postgresql pg psql
kubernetes k8s
javascript js
typescript ts
python py
node nodejs node.js
vue vuejs vue.js
react reactjs react.js
next.js nextjs
authentication auth authn authenticate authenticated
authorization authz authorize
config configuration configs configure configured
repo repository repositories repos
environment env envs
dependency dep deps dependencies
directory dir folder directories dirs folders
parameter param params parameters
argument arg args arguments
documentation docs doc
specification spec specs
function fn func functions
message msg msgs messages
request req reqs requests
response resp res responses
user usr users
production prod
development dev
application app apps applications
admin administrator
max maximum
min_ minimum
second sec secs s seconds 秒
millisecond ms msec milliseconds 毫秒
minute min mins minutes 分钟
hour h hr hrs hours 小时
day d days daily 天
night nightly nights
week weekly weeks 周
month monthly months
kilobyte kb kib
megabyte mb mib
gigabyte gb gib
pr prs
tab tabs
id ids identifier identifiers
`;

/** Words of related meaning, a row a line: search finds one by another. First those of the field, then everyday words. */
export const RELATED_WORDS = `
auth authentication authorization login signin logon
account profile user
admin administrator root
api endpoint interface
arg argument parameter param option flag
async asynchronous concurrent
backup snapshot copy
bug defect fault issue
build compile bundle
cache memo memoize
ci pipeline workflow
cli command terminal shell
client customer
cluster kubernetes k8s
config configuration configure setting preference
container docker podman
cpu processor
crash abort panic segfault
credential secret password passphrase key
cron schedule scheduler timer
db database datastore
delete remove drop erase purge
dependency package library module
deploy deployment release ship rollout publish
doc documentation manual guide
error failure exception
exec execute run
fix repair resolve patch mend
frontend ui client
func function method
hash digest checksum fingerprint
host server machine node
http https request
img image picture photo
init initialize setup bootstrap
install setup
json payload
kill terminate stop
lag latency delay slow
leak leakage
lint linter
list enumerate
lock mutex semaphore
log journal trace
mail email
memory ram heap
merge combine join
migrate migration port
mock stub fake
monitor observe watch
net network
os system
perf performance speed fast
perm permission privilege access
pr pullrequest review
prod production live
query search lookup find
queue backlog
quick fast rapid
refactor restructure rewrite cleanup
regex regexp pattern
rename move
revert undo rollback
sec security
serialize marshal encode
session conversation
sql postgres mysql sqlite
sync synchronize
test spec
throttle limit ratelimit
timeout expire
token credential
tz timezone
url link address
validate verify check
var variable
version release
vm virtual
vuln vulnerability
webhook callback hook
yaml yml
begin start commence
big large huge
buy purchase
child kid
company firm business employer
end finish complete
family relative
father dad
film movie
food meal dish
friend buddy pal
gift present
happy glad joyful
hard difficult tough
hobby pastime interest
holiday vacation
home house apartment
ill sick unwell
job work career occupation profession
journey trip travel
like love enjoy
live reside
mother mom mum
new recent latest
often frequently
old ancient
picture photo image painting
pretty beautiful
sad unhappy upset
school college university
smart clever
sport exercise workout
store shop
street road
study learn
talk speak chat
teach educate
town city
try attempt
wife husband spouse partner
worried anxious concerned
`;
