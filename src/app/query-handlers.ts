import { findAction, listNamedActions } from '../command/actions.js';
import { OTHER_NAMES } from '../command/define-command.js';
import type { Queries } from '../command/queries.js';
import type { Settings } from '../config/settings.js';
import { GROWTH_WINDOW_MS } from '../features/context-pressure/pressure.js';
import { createFindAuthor, createFindLineTime, findLineCommit, isOwnOfUser } from '../git/blame.js';
import { listEndedBranches, listUnreadNotes } from '../git/ended-branches.js';
import { findFileStatuses, listTracked } from '../git/file-status.js';
import { listFilesContaining, listTreeChanges, runGit } from '../git/git.js';
import { listCommits } from '../git/list-commits.js';
import { readExcludedPaths, readGitSettings } from '../git/local-settings.js';
import { readCommittedText, readMergedVersions } from '../git/past-versions.js';
import { findPathHistory } from '../git/path-history.js';
import { readDiff } from '../git/read-diff.js';
import { findRulesAbove } from '../git/rules-above.js';
import { searchGitHistory } from '../git/search-history.js';
import { checkReferences } from '../git/stale-references/index.js';
import { readUnmergedTexts } from '../git/unmerged-paths.js';
import { findInnerRepository, findLinkedWorktree, readCurrentBranch } from '../git/worktree.js';
import { scanBlocks } from '../markdown/block-scanner.js';
import { scanFrontMatter } from '../markdown/front-matter-scanner.js';
import type { Outline } from '../markdown/outline.js';
import { readEntries } from '../notes/entries/read-entries.js';
import { getKind } from '../notes/kinds/index.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import { launchHere } from '../platform/assets.js';
import type { Clock } from '../platform/clock.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { countPlaces } from '../platform/folders/find-files.js';
import { probeProject, readClaudeSettings } from '../platform/project-probe.js';
import { readFolder } from '../platform/read-folder.js';
import { canIsolate } from '../platform/run-program.js';
import { eachFirstLine, eachLastLine, eachLine } from '../platform/streams/line-stream.js';
import type { ReadHead } from '../platform/streams/list-transcript-files.js';
import { splitForMeaning } from '../search/meaning.js';
import { getSourceText } from '../search/source-text.js';
import { cleanAll, HIDDEN } from '../security/clean-text.js';
import { redactCells } from '../security/secrets.js';
import { countTokens } from '../store/cache/token-cache.js';
import { findNoteLinks } from '../store/files/find-links-on-disk.js';
import { removeCostly } from '../store/files/note-limits.js';
import type { IndexQuestion, NoteIndex, NoteIndexOptions } from '../store/note-index/note-index.js';
import {
  getRegistration,
  listEarlierPaths,
  listRegisteredRoots,
  requireTrust,
} from '../store/registry/recognize-workspace.js';
import { type NoteReader, openStore, type Store } from '../store/store.js';
import { readTemplate, readTemplates } from '../store/templates.js';
import { findGlobalRoot } from '../store/workspace/global-root.js';
import { findGlobalWorkspace } from '../store/workspace/global-store.js';
import { findWorkspace } from '../store/workspace/workspace-folder.js';
import { parseSynonymGroups } from '../text/synonyms.js';
import type { SessionHeader } from '../transcripts/session-header.js';
import { listLiveSessions } from './agents/live-sessions.js';
import { isOffByEnv } from './agents/off-switch.js';
import { COMMAND_ALIASES, COMMAND_NAMES } from './command-registry.js';
import { rememberAnswers, type SecretScanner, type TranscriptSummaries } from './deferred-lookups.js';
import { isAgentName, isAttended } from './detect-actor.js';
import { checkEmbedder, fillVectors, openMeaning } from './embed/embeddings.js';
import type { Invocation } from './invocation.js';
import { requireModule } from './lazy-modules.js';
import { createOwnChangeTest } from './merge/own-changes.js';
import type { ProcessCache } from './process-cache.js';
import {
  hasSeenForeignText,
  listOpenSessions,
  readActivityOn,
  readHookRuns,
  readQuestions,
  readRecentActivity,
  readToolCalls,
} from './record-activity.js';
import type { PreparedEffects } from './run-effects.js';

/** Tool calls whose files count as worked on. */
const LAST_CALLS = 40;

/** Creates the handlers for all queries. Answers are loaded on demand. Text from outside has its secrets removed. */
export function createQueryHandlers(
  services: RuntimeServices,
  snapshot: NoteReader | null,
  redacted: Set<string>,
): Queries {
  const { start, clock, outline, settings } = services;
  const store = (): Store => {
    if (services.store) return services.store;
    throw new Error('this command made a query that needs a workspace, but does not require one');
  };
  const clean = <T>(foreign: T): T => {
    const { value, found } = cleanAll(foreign);
    for (const kind of found) if (kind !== HIDDEN) redacted.add(kind); // secrets are reported only for the caller's own text
    return value;
  };
  const openOwnSessions = () =>
    requireModule('sessions').openWorkspaceSessions(store().root, settings['store.fsync'] as 'full');
  const ownTree = ({ client, id }: SessionHeader) =>
    client === 'daybook' ? openOwnSessions().read(id)?.state : undefined;
  let catalogue: NoteIndex | null = null;
  let findAuthor: ReturnType<typeof createFindAuthor> | undefined;
  let findLineTime: ReturnType<typeof createFindLineTime> | undefined;
  /** The names under which the person who asks writes. */
  const listOwnerNames = (): readonly string[] => {
    const by = start.who?.by ?? start.env.DAYBOOK_BY ?? '';
    const inGit = runGit(store().root.worktree, ['config', '--get', 'user.name'])?.trim() ?? '';
    return [isAgentName(by) ? '' : by, inGit].filter(Boolean);
  };
  const foldTranscript = (path: string, each: (...reading: Parameters<typeof eachLastLine>) => unknown) => {
    const fold = requireModule('sessions').createTranscriptFold(GROWTH_WINDOW_MS);
    each(nodeFileSystem, start.cwd, path, (line) => fold.line(line));
    return fold.end();
  };
  const opened = () => (catalogue ??= openIndex(services, store(), snapshot ?? store().snapshot()));
  return {
    heartbeat: () => store().heartbeat(),
    signal: () => store().readSignal(),
    hookRuns: (session, since) => readHookRuns(store(), session, since),
    questions: () => readQuestions(store(), clock.now),
    liveSessions: () => (isOffByEnv(start.env) ? [] : listLiveSessions(store(), clock.now)),
    openSessions: () => listOpenSessions(store(), clock.now),
    activityOn: (date) => clean(readActivityOn(store(), date, clock.local)),
    commits: (dates) => clean(listCommits(nodeFileSystem, store().root, dates)),
    search(query) {
      const meaning = query.byMeaning
        ? openMeaning(store(), settings['search.embed'], query.words, clock.now)
        : null;
      if (meaning === null || !('failed' in meaning))
        return opened().search({ ...query, owner: listOwnerNames, meaning });
      return { ...opened().search({ ...query, owner: listOwnerNames }), embedderFailed: meaning.failed };
    },
    embedder: () => checkEmbedder(store(), settings['search.embed']),
    fillVectors() {
      const texts = opened().answer(listTexts);
      return {
        vectors: fillVectors(store(), settings['search.embed'], texts.flatMap(splitForMeaning)),
        entries: texts.length,
      };
    },
    relevantEntries(subject) {
      const { relevant, rarityOf } = requireModule('catalogue');
      const query = { ...subject, today: clock.local(clock.now).date };
      return opened().answer((corpus, fetch, { language }) =>
        relevant.findRelevant(query, corpus, fetch, { rarityOf, ...(language ? { language } : {}) }),
      );
    },
    relevanceTest(text, purpose) {
      const { rating, rarityOf } = requireModule('catalogue');
      return rating.createRelevanceTest(text, purpose, rarityOf);
    },
    entriesById: (id) => opened().places(id),
    counts: () => opened().counts(),
    backlinks: (names) => opened().backlinks(names),
    history: () =>
      store()
        .history()
        .map((record) => ({ ...record, at: clock.local(Date.parse(record.at)).iso })),
    prunableRecords: (days) => store().countPrunable(clock.now, days),
    clockLeap: () => store().clockLeap(clock.now),
    runs: () => store().runs(),
    version: (hash) => store().version(hash),
    savedAt: (hash) => store().savedAt(hash),
    trace: (path, lines) =>
      (path.startsWith('~/') ? openStore(findGlobalWorkspace(start)) : store()).trace(path, lines),
    lineTime(path, line) {
      findLineTime ??= createFindLineTime(nodeFileSystem, store().root);
      return findLineTime(path, line);
    },
    lineCommit: (path, line) => clean(findLineCommit(nodeFileSystem, store().root, path, line)),
    author(line) {
      findAuthor ??= createFindAuthor(nodeFileSystem, store().root);
      return findAuthor(line);
    },
    sawForeignText: (session) => hasSeenForeignText(store(), session),
    isOwnLine: (...line) => store().isOwnLine(...line),
    template: (name) => readTemplate(name),
    templates: (folder) => readTemplates(folder),
    tokens: (text) => countTokens(services.store, text, (fresh) => requireModule('tokenizer')(fresh)),
    tokenizer: () => requireModule('tokenizer'),
    fileStatuses: (paths, since) => findFileStatuses(nodeFileSystem, store().root, paths, since),
    referenceStatuses: (claims, patienceMs) =>
      checkReferences(nodeFileSystem, store().root, store(), claims, {
        target: settings['context.target'],
        patienceMs,
      }),
    isOwnOfUser: (paths) => isOwnOfUser(nodeFileSystem, store().root, paths),
    pathHistory: (path, symbol) => clean(findPathHistory(nodeFileSystem, store().root, path, symbol)),
    treeChanges: () =>
      listTreeChanges(nodeFileSystem, store().root).filter(
        createOwnChangeTest(store().root, settings['context.target']),
      ),
    transcriptEnd(path) {
      const { firstPrompt } = foldTranscript(path, eachFirstLine);
      return clean({ ...foldTranscript(path, eachLastLine), firstPrompt });
    },
    transcript: (path) => clean(foldTranscript(path, eachLine)),
    sessions(how) {
      const { listAgentSessions, withCachedHeads } = requireModule('sessions');
      const list = (read?: ReadHead) => listAgentSessions(start.env, openOwnSessions(), read);
      return clean(
        how === 'cached' ? withCachedHeads(findGlobalRoot(nodeFileSystem, start.env), list) : list(),
      );
    },
    unreadSessions: () => clean(requireModule('sessions').countUnreadSessions(start.env)),
    session: (head) =>
      ownTree(head) ??
      requireModule('sessions').readSessionTree(head, patiently(start, 'reading the session')),
    sessionEntries: (head, wanted) => {
      const { readSessionEntries: readEntries } = requireModule('sessions');
      const whole = head.client === 'daybook' ? wanted : readEntries(head, wanted);
      return new Map(whole.map((entry) => [entry.id, clean(entry)]));
    },
    sessionsBelow: (folder) => clean(requireModule('sessions').readChimeraSessions(folder)),
    storedSession: (id) => openOwnSessions().read(id),
    keptIds: () => openOwnSessions().ids(),
    summary(typed, text) {
      const command = typed ?? start.env.DAYBOOK_SUMMARISER;
      if (!command) return null;
      const { root } = store();
      if (typed === undefined) requireTrust(root, 'DAYBOOK_SUMMARISER names a command to run');
      else if (!start.isTyped) requireTrust(root, 'a command to run was named');
      return clean(requireModule('sessions').runSummariser(root, command, text));
    },
    sessionSearch(heads, search) {
      const { searchSessions } = requireModule('sessionSearch');
      return searchSessions(heads, search, {
        home: findGlobalRoot(nodeFileSystem, start.env),
        clean: (text) => cleanAll(text).value,
        local: clock.local,
        now: clock.now,
        progress: patiently(start, 'reading transcripts'),
      });
    },
    sessionSummaries(heads) {
      const progress = patiently(start, 'reading sessions');
      const reading = {
        store: store(),
        own: openOwnSessions(),
        clean: (text: string) => clean(text),
        progress,
      };
      return requireModule('sessions').summarizeSessions(heads, reading);
    },
    transcriptSummary: (path) => services.accounts(path),
    toolCalls: (how) => readToolCalls(store(), how),
    recentFiles: () => [
      ...new Set(readToolCalls(store(), { last: LAST_CALLS }).flatMap(({ files }) => files)),
    ],
    recentActivity: (session) => readRecentActivity(store(), session),
    naturalDate: (phrase, at) => requireModule('dates').read(phrase, at),
    filesContaining: (words) =>
      listFilesContaining(nodeFileSystem, store().root, words).filter(
        createOwnChangeTest(store().root, settings['context.target']),
      ),
    commands: () =>
      requireModule('table')
        .filter(({ group }) => group !== 'hidden')
        .map((command) => ({
          name: command.name,
          description: command.description,
          isVisible: command.group !== OTHER_NAMES,
          params: findAction(command)?.params ?? {},
          actions: listNamedActions(command).map((action) => ({
            name: action.name ?? '',
            description: action.description,
            params: action.params,
          })),
        })),
    forgotten() {
      const files = services.store?.readForgotten() ?? null;
      return files && requireModule('forgotten').openForgotten(files);
    },
    folder: rememberAnswers<Parameters<Queries['folder']>, ReturnType<Queries['folder']>>((path, patterns) =>
      clean(removeCostly(readFolder(nodeFileSystem, start.cwd, path, patterns))),
    ),
    placeFiles: (places) => countPlaces(nodeFileSystem, start.env, store().root.root, places),
    secretlint: (texts) => services.secretlint(texts),
    properties: (text) => scanFrontMatter(text) ?? requireModule('frontMatter').readFrontMatter(text).data,
    html: () => requireModule('html'),
    yaml: () => requireModule('frontMatter'),
    root: () => store().root,
    earlierPaths: () =>
      listEarlierPaths(getRegistration(store().root, nodeFileSystem), new Date(clock.now).toISOString()),
    place: () => services.store?.root.root ?? null,
    registered: () => listRegisteredRoots(nodeFileSystem, findGlobalRoot(nodeFileSystem, start.env)),
    adoption: () => store().planAdoption(),
    branch: () => readCurrentBranch(nodeFileSystem, start.cwd),
    endedBranches: (names) => listEndedBranches(nodeFileSystem, store().root, names),
    unreadNotes: () => listUnreadNotes(store().root),
    innerRepository: () => findInnerRepository(nodeFileSystem, start.cwd, store().root.root),
    surroundings: () => ({
      ...probeProject(nodeFileSystem, store().root, findWorkspace(start)?.root ?? null),
      isLinkedWorktree: findLinkedWorktree(nodeFileSystem, store().root.root) !== null,
      zone: clock.zone,
    }),
    gitSetup: () => readGitSettings(store().root.root),
    excludedPaths: () => readExcludedPaths(store().root.root),
    rulesAbove: () => findRulesAbove(store().root.root),
    committedText: (path, rev) => readCommittedText(store().root.root, path, rev),
    diff: (range) => readDiff(nodeFileSystem, store().root, range),
    unmergedFiles: () => readUnmergedTexts(nodeFileSystem, store().root, settings['context.target']),
    syncCopies: () => snapshot?.copies() ?? [],
    mergedFiles: () => readMergedVersions(store().root, settings['context.target']),
    trackedPaths: (paths) => listTracked(store().root, paths),
    claudeSettings: () => readClaudeSettings(nodeFileSystem, start.env),
    installedCommand: () => launchHere(),
    confirmedProofs: () => store().readConfirmedProofs(),
    isolation: canIsolate,
    isAttended: () => isAttended(start),
    answer: (question) => (isAttended(start) ? (start.ask?.(question) ?? null) : null),
    prepared: (effect) => services.prepared.result(effect),
    traces: (pattern) => store().findScrubMatches(pattern),
    gitHistory: (wanted) => searchGitHistory(nodeFileSystem, store().root, wanted),
    unlock: () => store().unlock(),
    noteLinks: () => findNoteLinks(nodeFileSystem, store().root),
    checkup: (fix) => {
      const target = settings['context.target'];
      const forget = { now: clock.now, days: settings['keep.days'] };
      return store().runHealthChecks({
        fix,
        forget,
        target: target === 'none' ? null : target,
        outline,
        commands: new Set([...COMMAND_NAMES, ...Object.keys(COMMAND_ALIASES)]),
      });
    },
  };
}

/** Lists the texts of all entries. */
const listTexts: IndexQuestion<readonly string[]> = ({ parts }, fetch) =>
  parts.flatMap(({ segment, gone }) =>
    Array.from({ length: segment.entries }, (_, entry) => entry)
      .filter((entry) => !gone?.[entry])
      .map((entry) => getSourceText(fetch(segment, entry))),
  );

/** Returns the search settings for words: languages to stem, and synonyms. */
function wordsBy({ settings }: RuntimeServices): Pick<NoteIndexOptions, 'language' | 'synonyms'> {
  const name = settings['search.language'];
  const language = name === 'english' ? null : requireModule('languages')(name);
  return { synonyms: parseSynonymGroups(settings['search.synonyms']), ...(language ? { language } : {}) };
}

/** Longer tasks show their progress. */
const PATIENCE_MS = 1000;

function patiently({ progress }: Invocation, what: string): (done: number) => void {
  const began = Date.now();
  return (done) => {
    if (Date.now() - began > PATIENCE_MS) progress?.(what, done);
  };
}

function openIndex(services: RuntimeServices, store: Store, snapshot: NoteReader): NoteIndex {
  const { start, clock, cache } = services;
  const { content } = store.root;
  const { note, survey, unchanged } = snapshot;
  const { readCache, writeCache, openCache, dropCache } = store;
  const files = { note, survey, unchanged, readCache, writeCache, openCache, dropCache };
  const progress = patiently(start, 'indexing');
  const { openNoteIndex: open } = requireModule('catalogue').index;
  const options: NoteIndexOptions = {
    today: clock.local(clock.now).date,
    kindWeight: (kind) => getKind(kind).weight,
    flows: (kind) => getKind(kind).isChronological,
    ...wordsBy(services),
    read(note) {
      const outline = scanBlocks(note.text);
      return {
        kind: getNoteKind(note.path, content).name,
        outline,
        entries: redactCells(
          readEntries(note, outline, { content, local: clock.local, now: clock.now }),
          note.text,
        ),
      };
    },
    progress: (done, all) => progress(done / Math.max(1, all)),
  };
  return cache.catalogue(store, { open, files, options });
}

/** What all contexts of one runtime share. */
export interface RuntimeServices {
  readonly start: Invocation;
  readonly store: Store | null;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly outline: (text: string) => Outline;
  readonly secretlint: SecretScanner;
  readonly accounts: TranscriptSummaries;
  readonly prepared: PreparedEffects;
  readonly cache: ProcessCache;
}
