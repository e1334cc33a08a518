import fs from 'node:fs'; import path from 'node:path'; import { service } from './ls.mjs';
const [,, repo, table] = process.argv;
const rows = fs.readFileSync(table, 'utf8').trim().split('\n').map(l => l.split('\t')).filter(r => r[1]?.includes('.'));
const { ts, ls, textOf, apply, locations } = service(repo);
let n = 0;
{ // parameter tables: object literals with `kind: 'text'|…` and `about`
  const map = new Map(rows.filter(r => r[1].startsWith('Param.')).map(r => [r[1].split('.')[1], r[2]])); const edits = new Map();
  const kinds = new Set(); 
  for (const sf of ls.getProgram().getSourceFiles()) { if (sf.isDeclarationFile || sf.fileName.includes('node_modules')) continue;
    const visit = node => { if (ts.isObjectLiteralExpression(node)) { const props = new Map(node.properties.filter(p => p.name).map(p => [p.name.getText(), p])); const isParam = props.has('kind') && props.has('about') && !props.has('think'); if (isParam) for (const [k, p] of props) if (map.has(k)) { if (!edits.has(sf.fileName)) edits.set(sf.fileName, []); edits.get(sf.fileName).push([p.name.getStart(), p.name.end, ts.isShorthandPropertyAssignment(p) ? `${map.get(k)}: ${k}` : map.get(k)]); } } ts.forEachChild(node, visit); };
    visit(sf); }
  for (const sf of ls.getProgram().getSourceFiles()) { if (sf.isDeclarationFile || sf.fileName.includes('node_modules')) continue;
    const put = (a, b, t) => { if (!edits.has(sf.fileName)) edits.set(sf.fileName, []); edits.get(sf.fileName).push([a, b, t]); };
    const lit = n => n && /^'(edit|create|move|remove)'/.test(n.getText());
    const visit = node => {
      if (ts.isObjectLiteralExpression(node)) { const props = new Map(node.properties.filter(p => p.name).map(p => [p.name.getText(), p])); const d = props.get('do'); if (d && ts.isPropertyAssignment(d) && lit(d.initializer) && props.has('why') && !props.has('before')) put(d.name.getStart(), d.name.end, 'kind'); }
      if (ts.isTypeLiteralNode(node)) for (const m of node.members) { if (ts.isPropertySignature(m) && m.name.getText() === 'do' && lit(m.type) && node.members.length === 1 && /Change/.test(node.parent.getText())) put(m.name.getStart(), m.name.end, 'kind'); if (/verbs\/params\.ts$/.test(sf.fileName) && ts.isPropertySignature(m) && map.has(m.name.getText()) && node.members.length === 1) put(m.name.getStart(), m.name.end, map.get(m.name.getText())); }
      ts.forEachChild(node, visit); };
    visit(sf); }
  console.log('param literals', [...edits.values()].flat().length); apply(edits);
}
for (const [f, o, fresh] of rows) {
  const [type, member] = o.split('.'); const file = path.resolve(f);
  if (!fs.existsSync(file)) { console.log('no file', f, o); continue; }
  const sf = ls.getProgram().getSourceFile(file); const at = [];
  const visit = node => { if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) && node.name.text === type) { const inner = m => { if ((ts.isPropertySignature(m) || ts.isMethodSignature(m) || ts.isPropertyDeclaration(m)) && m.name.getText() === member ) at.push(m.name.getStart()); ts.forEachChild(m, inner); }; inner(node); } ts.forEachChild(node, visit); };
  visit(sf);
  if (at.length === 0) { console.log('no member', f, o); continue; }
  const edits = new Map(); for (const pos of at) for (const [file2, a, b, t] of locations(file, pos, fresh)) { if (!edits.has(file2)) edits.set(file2, []); edits.get(file2).push([a, b, t]); }
  apply(edits); n++; console.log(o, '→', fresh, [...edits.values()].flat().length);
}
console.log(n, 'members');
const of = new Map(); for (const [, o, fresh] of rows) { const [type, member] = o.split('.'); if (!of.has(member)) of.set(member, []); of.get(member).push([type, fresh]); }
for (let round = 0; round < 12; round++) {
  const edits = new Map(); const program = ls.getProgram(); let left = 0;
  for (const sf of program.getSourceFiles()) {
    if (sf.isDeclarationFile || sf.fileName.includes('node_modules')) continue;
    for (const d of ls.getSemanticDiagnostics(sf.fileName)) {
      left++;
      const text = ts.flattenDiagnosticMessageText(d.messageText, '\n'); const here = sf.text.slice(d.start, d.start + d.length);
      const fix = (a, b, n) => { if (!edits.has(sf.fileName)) edits.set(sf.fileName, []); edits.get(sf.fileName).push([a, b, n]); };
      let m;
      if ((d.code === 2353 || d.code === 2561) && of.has(here)) { const t = /in type '(?:Readonly<)?(\w+)/.exec(text)?.[1]; const c = of.get(here).filter(([type]) => type === t); const all = new Set(of.get(here).map(x => x[1])); if (c.length === 1) fix(d.start, d.start + d.length, c[0][1]); else if (all.size === 1) fix(d.start, d.start + d.length, [...all][0]); }
      else if ((d.code === 2339 || d.code === 2551) && of.has(here)) { const c = new Set(of.get(here).map(x => x[1])); const t = /on type '(?:Readonly<)?(\w+)/.exec(text)?.[1]; const ct = of.get(here).filter(([type]) => type === t); const anon = t === undefined || t === 'Pick' || t === 'Omit'; const pick = ct.length === 1 ? ct[0][1] : anon && c.size === 1 ? [...c][0] : null; if (pick) { let a = d.start; const before = sf.text.slice(0, a); const binding = /[{,]\s*$/.test(before) && /^\s*[,}=]/.test(sf.text.slice(d.start + d.length)); fix(d.start, d.start + d.length, binding ? `${pick}: ${here}` : pick); } }
      else if ((m = /^'(\w+)'$/.exec(here)) && [2345, 2322, 2820].includes(d.code) && of.has(m[1])) { const c = of.get(m[1]).filter(([type]) => type === 'Facts'); if (c.length === 1 && /keyof Facts/.test(text)) fix(d.start, d.start + d.length, `'${c[0][1]}'`); }
      else if (d.code === 2344 && /keyof (\w+)/.test(text)) { const t = /keyof (\w+)/.exec(text)[1]; const next = here.replace(/'(\w+)'/g, (all, w) => { const c = (of.get(w) ?? []).filter(([type]) => type === t); return c.length === 1 ? `'${c[0][1]}'` : all; }); if (next !== here) fix(d.start, d.start + d.length, next); }
    }
  }
  console.log('round', round, left, [...edits.values()].flat().length);
  if (edits.size === 0) break; apply(edits);
}
