/** Words of related meaning, one row for each meaning: first technical words, then everyday words. */
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
