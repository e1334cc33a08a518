import fs from 'node:fs'; import path from 'node:path'; import { createRequire } from 'node:module';
process.chdir(process.argv[2]); const ts = createRequire(path.resolve('package.json'))('typescript');
const PURE = ['markdown','text','notes','dates','config','security','search','matching','transcripts','features','command','html','output'];
const T = {
 cli:['app','output','features','command',...PURE], mcp:0,hooks:0,scheduler:0,web:0,'public-api':0,
 app:['features','command','store','git','platform',...PURE],
 features:['features','command','matching','search','notes','transcripts','security','dates','markdown','config','text'],
 command:['notes','search','matching','transcripts','security','dates','config','markdown','text'],
 matching:['search','notes','text','dates'], search:['notes','markdown','dates','text'],
 store:['git','search','notes','transcripts','security','config','markdown','text','platform'], git:['platform','notes','transcripts','dates'],
 notes:['markdown','dates','text'], security:['notes','markdown','text'], config:['dates','text'], html:['markdown','notes','text'], output:['html','notes','dates','text'], transcripts:['dates','text'], platform:['transcripts','markdown','dates','text'], markdown:[], text:[], dates:[], bin:null };
for (const k of ['mcp','hooks','scheduler','web','public-api']) T[k]=T.cli;
const walk = d => fs.readdirSync(d, { withFileTypes: true }).flatMap(e => e.isDirectory() ? walk(path.join(d, e.name)) : [path.join(d, e.name)]);
const files = walk('src').filter(f => f.endsWith('.ts'));
const room = f => /^src\/([^/]+)\//.exec(f)?.[1] ?? '';
const viol = new Map(); const graph = new Map();
for (const f of files) { const t = fs.readFileSync(f,'utf8'); const imps = ts.preProcessFile(t,true,true).importedFiles.map(i=>i.fileName).filter(s=>s.startsWith('.')).map(s=>path.normalize(path.join(path.dirname(f),s)).replace(/\.js$/,'.ts')); graph.set(f,imps);
 for (const i of imps) { const a=room(f), b=room(i); if (a===b||b===''||a==='') continue; if (T[a]===null) continue; if (!(T[a]??[]).includes(b)) { const k=`${a} → ${b}`; viol.set(k,[...(viol.get(k)??[]),`${f.slice(4)} → ${i.slice(4)}`]); } if (a==='features'&&b==='features'){} 
 } if (room(f)==='features') for (const i of imps) if (i.endsWith('.command.ts') && room(i)==='features') { viol.set('features→command', [...(viol.get('features→command')??[]), `${f.slice(4)} → ${i.slice(4)}`]); } }
for (const [k,v] of viol) console.log(k, v.length, '\n   ', v.slice(0,Number(process.argv[3]??6)).join('\n    '));
// cycles (SCC)
let idx=0; const st=[], on=new Set(), ix=new Map(), low=new Map(), sccs=[]; const go=v=>{ix.set(v,idx);low.set(v,idx++);st.push(v);on.add(v);for(const w of graph.get(v)??[]){if(!graph.has(w))continue;if(!ix.has(w)){go(w);low.set(v,Math.min(low.get(v),low.get(w)));}else if(on.has(w))low.set(v,Math.min(low.get(v),ix.get(w)));}if(low.get(v)===ix.get(v)){const c=[];let w;do{w=st.pop();on.delete(w);c.push(w);}while(w!==v);if(c.length>1)sccs.push(c);}}; for(const f of files) if(!ix.has(f)) go(f);
console.log('cycles', sccs.map(c=>c.length+': '+c.slice(0,12).map(x=>x.slice(4)).join(', ')).join('\n  '));
const by={}; for (const f of files) (by[path.dirname(f)]??=[]).push(f); for (const [d,l] of Object.entries(by)) if (l.length>25) console.log('folder',d,l.length); for (const f of files) { const n=fs.readFileSync(f,'utf8').split('\n').length; if(n>400) console.log('long',f,n); }
const names={}; for (const f of files) (names[path.basename(f)]??=[]).push(f); for (const [n,l] of Object.entries(names)) if (l.length>2&&n!=='index.ts') console.log('name',n,l.length);
const ex={}; for (const f of files){ const sf=ts.createSourceFile(f,fs.readFileSync(f,'utf8'),9,true); for (const s of sf.statements) if (s.modifiers?.some(m=>m.kind===ts.SyntaxKind.ExportKeyword)) { const ns=ts.isVariableStatement(s)?s.declarationList.declarations.map(d=>d.name.getText()):s.name?[s.name.text]:[]; for (const n of ns) (ex[n]??=new Set()).add(f);} } console.log('dup exports', Object.entries(ex).filter(([,s])=>s.size>1).map(([n,s])=>`${n}:${[...s].map(x=>x.slice(4)).join('|')}`).join('\n   '));
