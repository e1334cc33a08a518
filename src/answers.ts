import type { Furniture, Start } from './house.js';
import { kindNamed } from './kinds/index.js';
import { GROWTH_MS } from './lifecycle/pressure.js';
import { scanProperties } from './markdown/properties.js';
import { rebase } from './markdown/rebase.js';
import { scan } from './markdown/scan.js';
import { needed } from './parts.js';
import { meaningsIn } from './recall/words/synonyms.js';
import type { SessionHead } from './sessions/head.js';
import { requireTrust } from './store/authority.js';
import { createFindAuthor, type FindAuthor } from './store/authors.js';
import { becameOf } from './store/became/became.js';
import type { Catalogue, CatalogueOptions } from './store/catalogue.js';
import { commitsOn } from './store/commits.js';
import { fatesOf } from './store/fate.js';
import { workspaceOf } from './store/folder.js';
import { changedFiles, treeChanges } from './store/git.js';
import { searchGitHistory } from './store/git-history.js';
import { globalPlace } from './store/global.js';
import { globalRoot } from './store/home.js';
import { launchHere } from './store/launch.js';
import { findNoteLinks } from './store/links.js';
import { readOutside } from './store/outside.js';
import { realPort } from './store/port.js';
import { registeredRoots } from './store/registration.js';
import { openStore, type Snapshot, type Store } from './store/store.js';
import { eachFirstLine, eachLastLine, eachLine } from './store/stream.js';
import { claudeSettings, lookAround } from './store/surroundings.js';
import { readTemplate, readTemplates } from './store/template.js';
import { countTokens } from './store/token-cache.js';
import { tryOwn } from './store/trial.js';
import { branchOf } from './store/worktree.js';
import { happenedOn, hookRuns, latelyIn, sawForeignText, toolCalls } from './telemetry.js';
import type { Facts } from './verbs/facts.js';
import { VERBS } from './verbs/index.js';
import { cleanAll, HIDDEN } from './wiki/clean.js';
import type { Dictionary } from './wiki/dictionary.js';
import { entriesOf, kindOfNote } from './wiki/entries.js';

/** Answers what a verb may ask of the outside; each is collected when asked for. Text from elsewhere comes without its secrets. */
export function createAnswers(
  furniture: Furniture,
  snapshot: Snapshot | null,
  redacted: Set<string>,
): Dictionary<Facts> {
  const { start, clock, parts, outline, settings } = furniture;
  const store = (): Store => {
    if (furniture.store) return furniture.store;
    throw new Error('this verb asked for a workspace that it does not need');
  };
  const clean = <T>(foreign: T): T => {
    const { value, found } = cleanAll(foreign);
    for (const kind of found) if (kind !== HIDDEN) redacted.add(kind); // of those only the asker's own are told
    return value;
  };
  const kept = () => needed(parts, 'sessions').sessionsOf(store().root, settings['store.fsync'] as 'full');
  const ownTree = ({ client, id }: SessionHead) =>
    client === 'daybook' ? kept().read(id)?.state : undefined;
  let catalogue: Catalogue | null = null;
  let findAuthor: FindAuthor | null = null;
  const opened = () => (catalogue ??= openIndex(furniture, store(), snapshot ?? store().snapshot()));
  return {
    __proto__: null,
    heartbeat: () => store().heartbeat(),
    signal: () => store().readSignal(),
    hookRuns: (session) => hookRuns(store(), session),
    happened: (date) => clean(happenedOn(store(), date, clock.local)),
    commits: (dates) => clean(commitsOn(realPort, store().root, dates)),
    hits: (query) => opened().search(query),
    memory: () => needed(parts, 'memory'),
    save: () => needed(parts, 'save'),
    snap: () => needed(parts, 'snap'),
    bearing: (subject) => opened().bearing(subject),
    places: (id) => opened().places(id),
    counts: () => opened().counts(),
    linking: (names) => opened().linking(names),
    backlinks: (names) => opened().backlinks(names),
    history: () =>
      store()
        .history()
        .map((record) => ({ ...record, at: clock.local(Date.parse(record.at)).iso })),
    old: (days) => store().old(clock.now, days),
    clockLeap: () => store().clockLeap(clock.now),
    runs: () => store().runs(),
    version: (hash) => store().version(hash),
    savedAt: (hash) => store().savedAt(hash),
    trace: (path, lines) =>
      (path.startsWith('~/') ? openStore(globalPlace(start)) : store()).trace(path, lines),
    author(line) {
      findAuthor ??= createFindAuthor(realPort, store().root);
      return findAuthor(line);
    },
    sawForeignText: (session) => sawForeignText(store(), session),
    wrote: (path, ...lines) => store().wrote(path, ...lines),
    template: (name) => readTemplate(name),
    templates: (folder) => readTemplates(folder),
    rebase: (mine, splices, theirs) => rebase(mine, splices, theirs),
    tokens: (text) => countTokens(furniture.store, text, (fresh) => needed(parts, 'tokenizer')(fresh)),
    tokenizer: () => needed(parts, 'tokenizer'),
    fates: (paths, since) => fatesOf(realPort, store().root, paths, since),
    became: (claims, patienceMs) =>
      becameOf(realPort, store().root, store(), claims, { target: settings['context.target'], patienceMs }),
    treeChanges: () => treeChanges(realPort, store().root),
    pressure: () => needed(parts, 'pressure'),
    handOnAtEnd: () => needed(parts, 'handOnAtEnd'),
    transcriptEnd(path) {
      const fold = needed(parts, 'sessions').createTranscriptFold(GROWTH_MS);
      eachLastLine(realPort, start.cwd, path, (line) => fold.line(line));
      const first = needed(parts, 'sessions').createTranscriptFold(GROWTH_MS);
      eachFirstLine(realPort, start.cwd, path, (line) => first.line(line));
      return clean({ ...fold.end(), firstPrompt: first.end().firstPrompt });
    },
    transcript(path) {
      const fold = needed(parts, 'sessions').createTranscriptFold(GROWTH_MS);
      eachLine(realPort, start.cwd, path, (line) => fold.line(line));
      return clean(fold.end());
    },
    sessions: () => clean(needed(parts, 'sessions').sessionsHere(start.env, kept())),
    session: (head) =>
      ownTree(head) ?? needed(parts, 'sessions').readSession(head, patiently(start, 'reading the session')),
    sessionEntries: (head, wanted) => {
      const { readEntries } = needed(parts, 'sessions');
      const whole = head.client === 'daybook' ? wanted : readEntries(head, wanted);
      return new Map(whole.map((entry) => [entry.id, clean(entry)]));
    },
    sessionsBelow: (folder) => clean(needed(parts, 'sessions').sessionsBelow(folder)),
    kept: (id) => kept().read(id),
    keptIds: () => kept().ids(),
    summary(typed, text) {
      const command = typed ?? start.env.DAYBOOK_SUMMARISER;
      if (!command) return null;
      const { root } = store();
      if (typed === undefined) requireTrust(root, 'DAYBOOK_SUMMARISER names a command to run');
      else if (!start.isTyped) requireTrust(root, 'a command to run was named');
      return clean(needed(parts, 'sessions').summarise(root, command, text));
    },
    accounts(heads) {
      const progress = patiently(start, 'reading sessions');
      const reading = { store: store(), own: kept(), clean: (text: string) => clean(text), progress };
      return needed(parts, 'sessions').accountsOf(heads, reading);
    },
    account: (path) => furniture.accounts(path),
    toolCalls: (how) => toolCalls(store(), how),
    lately: (session) => latelyIn(store(), session),
    naturalDate: (said, at) => needed(parts, 'dates').read(said, at),
    changedFiles: () => changedFiles(realPort, store().root),
    verbs: () =>
      needed(parts, 'table').map(({ name, about, params }) => ({
        name,
        about,
        options: Object.keys(params).filter((key) => !params[key]?.word),
      })),
    folder: (path) => clean(readOutside(realPort, start.cwd, path)),
    secretlint: (texts) => furniture.secretlint(texts),
    frontMatterProblem: (text) => needed(parts, 'frontMatter').readFrontMatter(text).notice,
    properties: (text) => scanProperties(text) ?? needed(parts, 'frontMatter').readFrontMatter(text).data,
    yaml: () => needed(parts, 'frontMatter'),
    root: () => store().root,
    place: () => furniture.store?.root.root ?? null,
    registered: () => registeredRoots(realPort, globalRoot(realPort, start.env)),
    adoption: () => store().planAdoption(),
    branch: () => branchOf(realPort, start.cwd),
    surroundings: () => ({
      ...lookAround(realPort, store().root, workspaceOf(start)?.root ?? null),
      zone: clock.zone,
    }),
    claudeSettings: () => claudeSettings(realPort, start.env),
    launch: () => launchHere(),
    tryOut: (words, input) => tryOwn(words, input, store().root.worktree),
    traces: (pattern) => store().traces(pattern),
    gitHistory: (wanted) => searchGitHistory(realPort, store().root, wanted),
    unlock: () => store().unlock(),
    noteLinks: () => findNoteLinks(realPort, store().root),
    checkup: (fix) => {
      const target = settings['context.target'];
      const forget = { now: clock.now, days: settings['keep.days'] };
      return store().checkup({
        fix,
        forget,
        target: target === 'none' ? null : target,
        outline,
        commands: new Set(Object.keys(VERBS)),
      });
    },
  };
}

/** What the settings say of words: whose endings are taken off, and which mean the same. */
function wordsBy({ settings, parts }: Furniture): Pick<CatalogueOptions, 'language' | 'synonyms'> {
  const name = settings['search.language'];
  const language = name === 'english' ? null : needed(parts, 'languages')(name);
  return { synonyms: meaningsIn(settings['search.synonyms']), ...(language ? { language } : {}) };
}

/** What takes longer than this shows its progress. */
const PATIENCE_MS = 1000;

function patiently({ progress }: Start, what: string): (done: number) => void {
  const began = Date.now();
  return (done) => {
    if (Date.now() - began > PATIENCE_MS) progress?.(what, done);
  };
}

/** More bytes than these take longer than a moment to index. */
const LASTING = 256 * 1024;

function openIndex(furniture: Furniture, store: Store, snapshot: Snapshot): Catalogue {
  const { start, clock, parts, kept } = furniture;
  const { content } = store.root;
  const files = {
    note: snapshot.note,
    survey: snapshot.survey,
    unchanged: snapshot.unchanged,
    readCache: store.readCache,
    writeCache: store.writeCache,
    openCache: store.openCache,
    dropCache: store.dropCache,
  };
  const progress = patiently(start, 'indexing');
  const open = needed(parts, 'catalogue');
  const options: CatalogueOptions = {
    today: clock.local(clock.now).date,
    kindWeight: (kind) => kindNamed(kind).weight,
    flows: (kind) => kindNamed(kind).flows,
    ...wordsBy(furniture),
    read(note) {
      const outline = scan(note.text);
      return {
        kind: kindOfNote(note.path, content).name,
        outline,
        entries: entriesOf(note, outline, { content, local: clock.local, now: clock.now }),
      };
    },
    begin(all) {
      if (all > LASTING) start.pace?.('lasting');
    },
    progress: (done, all) => progress(done / Math.max(1, all)),
  };
  return kept.catalogue(store, { open, files, options });
}
