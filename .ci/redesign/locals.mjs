import fs from 'node:fs'; import path from 'node:path'; import { service } from './ls.mjs';
const [,, repo, table] = process.argv;
const map = new Map(fs.readFileSync(table, 'utf8').trim().split('\n').map(l => l.split('\t')));
const { ts, ls, apply } = service(repo);
const skipped = []; let total = 0;
for (let round = 0; round < 2; round++) {
const program = ls.getProgram(); const checker = program.getTypeChecker(); const all = new Map(); let n = 0;
for (const sf of program.getSourceFiles()) {
  if (sf.isDeclarationFile || sf.fileName.includes('node_modules')) continue;
  const groups = new Map(); // symbol -> nodes
  const symOf = id => { const p = id.parent; if (ts.isShorthandPropertyAssignment(p) && p.name === id) return checker.getShorthandAssignmentValueSymbol(p); if (ts.isBindingElement(p) && p.name !== id && p.propertyName === id) return undefined; return checker.getSymbolAtLocation(id); };
  const visit = node => { if (ts.isIdentifier(node) && map.has(node.text)) { const s = symOf(node); const d = s?.declarations?.[0]; if (d && d.getSourceFile() === sf && (ts.isVariableDeclaration(d) || ts.isParameter(d) || ts.isBindingElement(d) || ts.isFunctionDeclaration(d)) && !(ts.isParameter(d) && (ts.isMethodSignature(d.parent) || ts.isFunctionTypeNode(d.parent)) && false)) { const exported = ts.isVariableDeclaration(d) && d.parent.parent.parent === sf && d.parent.parent.modifiers?.some(m => m.kind === ts.SyntaxKind.ExportKeyword) || ts.isFunctionDeclaration(d) && d.modifiers?.some(m => m.kind === ts.SyntaxKind.ExportKeyword); if (!exported) { if (!groups.has(s)) groups.set(s, []); groups.get(s).push(node); } } } ts.forEachChild(node, visit); };
  visit(sf);
  const edits = [];
  for (const [s, nodes] of groups) {
    const fresh = map.get(nodes[0].text);
    const clash = nodes.some(n2 => { const r = checker.resolveName(fresh, n2, ts.SymbolFlags.Value, true); return r !== undefined && r !== s; }) || declaresInner(s.declarations[0], fresh, nodes);
    if (clash) { if (round === 1) skipped.push(`${path.relative('.', sf.fileName)}:${sf.getLineAndCharacterOfPosition(nodes[0].getStart()).line + 1} ${nodes[0].text} → ${fresh}`); continue; }
    for (const node of nodes) { const p = node.parent; let t = fresh; if (ts.isShorthandPropertyAssignment(p)) t = `${node.text}: ${fresh}`; else if (ts.isBindingElement(p) && p.name === node && !p.propertyName && ts.isObjectBindingPattern(p.parent) && !p.dotDotDotToken) t = `${node.text}: ${fresh}`; edits.push([node.getStart(), node.end, t]); n++; }
  }
  if (edits.length) all.set(sf.fileName, edits);
}
function declaresInner(d, fresh, nodes) { // an inner declaration of the new name that would capture a reference
  let scope = d; while (scope && !ts.isBlock(scope) && !ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent; if (scope && ts.isBlock(scope) && ts.isFunctionLike(scope.parent)) scope = scope.parent;
  let hit = false; const visit = node => { if (hit) return; if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isFunctionDeclaration(node)) && node.name && ts.isIdentifier(node.name) && node.name.text === fresh) { let inner = node; while (inner && !ts.isBlock(inner) && !ts.isFunctionLike(inner) && !ts.isSourceFile(inner)) inner = inner.parent; if (inner && ts.isBlock(inner) && ts.isFunctionLike(inner.parent)) inner = inner.parent; if (inner === scope || nodes.some(n2 => n2.getStart() >= inner.getStart() && n2.end <= inner.end)) hit = true; } ts.forEachChild(node, visit); };
  visit(scope); return hit;
}
apply(all); total += n; if (n === 0) break;
}
console.log(total, 'identifiers'); console.log(skipped.join('\n'));
