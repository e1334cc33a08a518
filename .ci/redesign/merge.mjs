// Merges X--a.ts, X--b.ts (and X.ts) into X.ts and rewrites importers.
import fs from 'node:fs'; import path from 'node:path'; import { createRequire } from 'node:module';
const [,, repo, orderFile] = process.argv; process.chdir(repo);
const ts = createRequire(path.resolve('package.json'))('typescript');
const walk = d => fs.readdirSync(d, { withFileTypes: true }).flatMap(e => e.name === 'node_modules' ? [] : e.isDirectory() ? walk(path.join(d, e.name)) : [path.join(d, e.name)]);
const files = [...walk('src'), ...walk('test'), ...walk('.ci')].filter(f => /\.(ts|mjs)$/.test(f));
const groups = new Map();
for (const f of files) { const b = path.basename(f); if (b.includes('--') && f.endsWith('.ts') && f.startsWith('src/')) { const target = path.join(path.dirname(f), `${b.split('--')[0]}.ts`); if (!groups.has(target)) groups.set(target, []); groups.get(target).push(f); } }
const member = new Map();
for (const [t, list] of groups) { if (fs.existsSync(t) && !list.includes(t)) list.unshift(t); for (const f of list) member.set(f, t); }
const resolve = (from, s) => { const r = path.normalize(path.join(path.dirname(from), s)); return [r.replace(/\.js$/, '.ts'), r].find(c => member.has(c) || fs.existsSync(c)) ?? r; };
const skip = new Set((process.argv[4] ?? '').split(',').filter(Boolean));
for (const t of [...groups.keys()]) if (skip.has(t)) { for (const f of groups.get(t)) member.delete(f); groups.delete(t); }
for (const [target, list] of groups) {
  // dependencies first: a member that another imports as a value comes before it
  const parsed = new Map(list.map(f => [f, ts.createSourceFile(f, fs.readFileSync(f, 'utf8'), ts.ScriptTarget.ES2023, true)]));
  const deps = f => parsed.get(f).statements.filter(ts.isImportDeclaration).filter(d => d.moduleSpecifier.text.startsWith('.')).map(d => resolve(f, d.moduleSpecifier.text)).filter(x => list.includes(x));
  const sorted = []; const seen = new Set(); const see = f => { if (seen.has(f)) return; seen.add(f); for (const d of deps(f)) if (!sorted.includes(d) && d !== f) see(d); if (!sorted.includes(f)) sorted.push(f); }; list.forEach(see);
  const imports = new Map(); const bodies = []; const tops = new Map();
  for (const f of sorted) {
    const sf = parsed.get(f); let body = sf.text; const cuts = []; const renames = [];
    for (const st of sf.statements) {
      if (ts.isImportDeclaration(st) || (ts.isExportDeclaration(st) && st.moduleSpecifier)) {
        const spec = st.moduleSpecifier.text; const intra = spec.startsWith('.') && list.includes(resolve(f, spec));
        if (ts.isExportDeclaration(st)) { if (intra) cuts.push([st.getFullStart(), st.end]); continue; }
        cuts.push([st.getStart(), st.end]);
        const clause = st.importClause;
        if (intra) { const b = clause?.namedBindings; if (b && ts.isNamedImports(b)) for (const e of b.elements) if (e.propertyName) console.log('ALIAS', f, e.getText()); if (b && ts.isNamespaceImport(b)) console.log('NS', f, st.getText()); continue; }
        const key = spec; if (!imports.has(key)) imports.set(key, { named: new Map(), other: new Set() }); const slot = imports.get(key);
        if (!clause) { slot.other.add(st.getText()); continue; }
        const wholeType = clause.isTypeOnly ?? clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
        if (clause.name) slot.other.add(`import ${wholeType ? 'type ' : ''}${clause.name.text} from '${spec}';`);
        const b = clause.namedBindings;
        if (b && ts.isNamespaceImport(b)) slot.other.add(`import ${wholeType ? 'type ' : ''}* as ${b.name.text} from '${spec}';`);
        if (b && ts.isNamedImports(b)) for (const e of b.elements) { const isType = wholeType || e.isTypeOnly; const name = (e.propertyName ? `${e.propertyName.text} as ` : '') + e.name.text; slot.named.set(name, (slot.named.get(name) ?? true) && isType); }
      } else { const names = []; if (ts.isVariableStatement(st)) for (const d of st.declarationList.declarations) { if (ts.isIdentifier(d.name)) names.push(d.name.text); } else if (st.name) names.push(st.name.text); for (const n of new Set(names)) { if (tops.has(n) && tops.get(n) !== f) console.log('CLASH', target, n, tops.get(n), f); tops.set(n, f); } }
    }
    for (const [a, b] of cuts.sort((x, y) => y[0] - x[0])) body = body.slice(0, a) + body.slice(b).replace(/^\n/, '');
    bodies.push(body.trim());
  }
  const head = [...imports].flatMap(([spec, { named, other }]) => { const lines = [...other]; const list2 = [...named]; if (list2.length) lines.push(list2.every(([, t]) => t) ? `import type { ${list2.map(([n]) => n).join(', ')} } from '${spec}';` : `import { ${list2.map(([n, t]) => (t ? 'type ' : '') + n).join(', ')} } from '${spec}';`); return lines; });
  for (const f of list) fs.rmSync(f);
  fs.writeFileSync(target, `${[...head].join('\n')}\n\n${bodies.join('\n\n')}\n`);
}
// importers
for (const f of [...walk('src'), ...walk('test'), ...walk('.ci')].filter(f => /\.(ts|mjs|cjs)$/.test(f))) {
  const text = fs.readFileSync(f, 'utf8');
  const next = text.replace(/(from\s+|import\s*\(\s*|import\s+|mock\(\s*)(['"])(\.{1,2}\/[^'"]+)\2/g, (all, pre, q, s) => { const r = path.normalize(path.join(path.dirname(f), s)); const hit = member.get(r.replace(/\.js$/, '.ts')) ?? member.get(r); if (!hit) return all; if (hit === f) { console.log('SELF', f, s); return all; } let to = path.relative(path.dirname(f), hit); if (!to.startsWith('.')) to = `./${to}`; return `${pre}${q}${/\.js$/.test(s) ? to.replace(/\.ts$/, '.js') : to}${q}`; })
    .replace(/(['"`])(src\/[\w./-]+--[\w.-]+\.ts)\1/g, (all, q, s) => member.has(s) ? `${q}${member.get(s)}${q}` : all);
  if (next !== text) fs.writeFileSync(f, next);
}
console.log(groups.size, 'groups');
