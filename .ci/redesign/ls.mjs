// Shared: a language service over the repo, with rename that applies edits in memory.
import fs from 'node:fs'; import path from 'node:path'; import { createRequire } from 'node:module';
export function service(repo) {
  process.chdir(repo);
  const ts = createRequire(path.resolve('package.json'))('typescript');
  const cfg = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, '.');
  const texts = new Map(); const versions = new Map();
  const host = {
    getScriptFileNames: () => cfg.fileNames, getCompilationSettings: () => cfg.options, getCurrentDirectory: () => process.cwd(),
    getScriptVersion: f => String(versions.get(f) ?? 0),
    getScriptSnapshot: f => { const t = texts.get(f) ?? (fs.existsSync(f) ? fs.readFileSync(f, 'utf8') : undefined); return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t); },
    getDefaultLibFileName: o => ts.getDefaultLibFilePath(o), fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories,
  };
  const ls = ts.createLanguageService(host, ts.createDocumentRegistry());
  const textOf = f => texts.get(f) ?? fs.readFileSync(f, 'utf8');
  const apply = edits => { // Map file -> [start,end,new]
    for (const [f, list] of edits) {
      let t = textOf(f); const seen = new Set();
      for (const [a, b, n] of list.sort((x, y) => y[0] - x[0])) { const k = `${a}:${b}`; if (seen.has(k)) continue; seen.add(k); t = t.slice(0, a) + n + t.slice(b); }
      texts.set(f, t); versions.set(f, (versions.get(f) ?? 0) + 1); fs.writeFileSync(f, t);
    }
  };
  const locations = (file, pos, fresh) => (ls.findRenameLocations(file, pos, false, false, { providePrefixAndSuffixTextForRename: true }) ?? []).filter(l => !l.fileName.includes('node_modules')).map(l => [l.fileName, l.textSpan.start, l.textSpan.start + l.textSpan.length, (l.prefixText ?? '') + fresh + (l.suffixText ?? '')]);
  return { ts, ls, cfg, textOf, apply, locations };
}
