import re,os
def sub(p,a,b,n=0):
    s=open(p).read(); t=re.sub(a,b,s,count=n)
    if s==t: print('no fixup',p,a)
    open(p,'w').write(t)
sub('src/store/step.ts', r"Extract<Change, \{ do: K \}>", "Extract<Change, { kind: K }>")
sub('src/thought.ts', r"unproven\(changes, world.notebook, house\)", "unproven(changes, world.notebook, { scan: house.scanOutline, outline: house.parseOutline })")
s=open('src/verbs/facts.ts').read()
i=s.index('FROM_OTHERS'); j=s.index(']);',i)
m={'happened':'activityOn','kept':'storedSession','accounts':'sessionSummaries','account':'transcriptSummary','lately':'recentActivity'}
seg=s[i:j]
for k,v in m.items(): seg=seg.replace("'%s'"%k,"'%s'"%v)
s=s[:i]+seg+s[j:]; open('src/verbs/facts.ts','w').write(s)
sub('src/verbs/init.ts', r"\(\{ do: 'create', \.\.\.file \}\)", "({ kind: 'create', ...file })")
sub('test/faces/mcp/progress.test.ts', r"\{ say: ", "{ message: ")
sub('src/verbs/facts.ts', r"readonly transcriptSummary: Account", "readonly account: Account")
sub('src/verbs/hand-on.ts', r"const \{ transcriptSummary: account, client \}", "const { account, client }")
sub('src/verbs/hand-on.ts', r"\.transcriptSummary\b", ".account")
