import type { AddedLine } from './parse-diff.js';

/** How to read the manifests of one package manager, and the command that adds a dependency there. */
export interface ManifestReader {
  readonly command: readonly string[];
  readonly read: (text: string, next: string) => readonly string[];
}

const NPM_VALUE =
  /^\s*"((?:@[\w.-]+\/)?[\w./-]+)"\s*:\s*"([\^~<>=*v\d][^"]*|latest|next|(?:workspace|npm|git|github|file|link|https?)[:+][^"]*)"/;
const NO_DEPENDENCY =
  /^(?:name|version|node|npm|pnpm|yarn|php|edition|rust-version|python|requires-python|description|license)$/;

/** Reads a line of package.json or composer.json; an alias names the package that it means, too. */
function readJsonLine(text: string): readonly string[] {
  const [, name = '', value = ''] = NPM_VALUE.exec(text) ?? [];
  const [, alias, version = ''] = /^npm:(@?[^@]+)@?(.*)$/.exec(value) ?? [];
  if (name === '' || NO_DEPENDENCY.test(name)) return [];
  return [
    withVersion(name, alias === undefined ? value : version),
    ...(alias ? [withVersion(alias, version)] : []),
  ];
}

/** Reads a requirement of Python: `Django[argon2]>=5.0,<6`. */
function readRequirement(text: string): readonly string[] {
  const [, name = '', value = ''] =
    /^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*((?:[=<>!~]=?|@)[^;#]*)?(?:[;#].*)?$/.exec(text.trim()) ?? [];
  return name === '' ? [] : [withVersion(name, value, '==')];
}

/** Reads a line of TOML: `serde = "1"`, `serde = { version = "1" }`, `[dependencies.serde]`. */
function readTomlLine(text: string): readonly string[] {
  const [, section] = /^\s*\[(?:[\w.'-]+\.)?(?:[\w-]*dependencies)\.([\w.-]+)\]/.exec(text) ?? [];
  if (section !== undefined) return [section];
  const [, name = '', value = ''] =
    /^\s*"?([A-Za-z][\w.-]*)"?\s*=\s*("[\^~<>=*\d][^"]*"|\{.*\b(?:version|git|path|workspace|url)\b.*\})/.exec(
      text,
    ) ?? [];
  return name === '' || NO_DEPENDENCY.test(name)
    ? []
    : [withVersion(name, /version\s*=\s*"([^"]*)"/.exec(value)?.[1] ?? value)];
}

const READERS: readonly (readonly [file: RegExp, ManifestReader])[] = [
  [/^package\.json$/, { command: ['npm', 'install'], read: readJsonLine }],
  [/^composer\.json$/, { command: ['composer', 'require'], read: readJsonLine }],
  [/^requirements[\w.-]*\.txt$/, { command: ['pip', 'install'], read: readRequirement }],
  [
    /^pyproject\.toml$/,
    {
      command: ['pip', 'install'],
      read: (text) => {
        const listed = [
          ...text.replace(/^\s*[\w-]+\s*=\s*\[/, '').matchAll(/["']([^"']+)["']\s*(?=[,\]]|$)/g),
        ];
        return /^\s*(?:["']|[\w-]+\s*=\s*\[)/.test(text)
          ? listed.flatMap(([, one = '']) => readRequirement(one))
          : readTomlLine(text);
      },
    },
  ],
  [/^Cargo\.toml$/, { command: ['cargo', 'add'], read: readTomlLine }],
  [
    /^go\.mod$/,
    {
      command: ['go', 'get'],
      read(text) {
        const [, name, version = ''] =
          /^\s*(?:require\s+)?([\w.-]+\.[a-z]+\/\S+)\s+(v\S+)\s*$/.exec(text) ?? [];
        return name === undefined
          ? []
          : [withVersion(name, version), withVersion(name.replace(/\/v\d+$/, ''), version)];
      },
    },
  ],
  [
    /^(?:Gemfile|.+\.gemspec)$/,
    {
      command: ['gem', 'install'],
      read(text) {
        const [, name, version = ''] =
          /^\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+['"]([^'"]+)['"](?:\s*,\s*['"]([^'"]*)['"])?/.exec(
            text,
          ) ?? [];
        return name === undefined ? [] : [withVersion(name, version)];
      },
    },
  ],
  [
    /^pom\.xml$/,
    {
      command: ['mvn', 'install'],
      read(text, next) {
        const [, group] = /<groupId>\s*([^<\s]+)/.exec(text) ?? [];
        const [, name] = /<artifactId>\s*([^<\s]+)/.exec(group === undefined ? text : `${text}${next}`) ?? [];
        if (group !== undefined) return name === undefined ? [] : [`${group}:${name}`];
        return name === undefined
          ? []
          : [withVersion(name, /<version>\s*([^<\s]+)/.exec(`${text}${next}`)?.[1] ?? '')];
      },
    },
  ],
  [
    /^(?:build|settings)\.gradle(?:\.kts)?$/,
    {
      command: ['gradle', 'install'],
      read(text) {
        const [, group, name, version = ''] = /["']([\w.-]+):([\w.-]+)(?::([\w.-]+))?["']/.exec(text) ?? [];
        return name === undefined ? [] : [withVersion(name, version), `${group}:${name}`];
      },
    },
  ],
  [
    /\.(?:cs|fs|vb)proj$|^Directory\.Packages\.props$/,
    {
      command: ['dotnet', 'add', 'package'],
      read(text) {
        const [, name] =
          /<Package(?:Reference|Version)\s[^>]*\b(?:Include|Update)="([^"]+)"/.exec(text) ?? [];
        return name === undefined ? [] : [withVersion(name, /\bVersion="([^"]+)"/.exec(text)?.[1] ?? '')];
      },
    },
  ],
];

const withVersion = (name: string, text: string, sign = '@'): string => {
  const [version] = /\d[\w.-]*/.exec(text) ?? [];
  return version === undefined ? name : `${name}${sign}${version}`;
};

/** Finds the reader of a manifest by the name of the file; null for another file. */
export const findManifestReader = (path: string): ManifestReader | null =>
  READERS.find(([file]) => file.test(path.slice(path.lastIndexOf('/') + 1)))?.[1] ?? null;

/** Lists the dependencies that lines of a manifest name. */
export const listDependencies = ({ read }: ManifestReader, lines: readonly AddedLine[]) =>
  lines.flatMap(({ line, text }, at) => {
    const names = read(text, lines[at + 1]?.text ?? '');
    const alone = names.map((name) => name.replace(/(?<=.)(?:@|==)\d.*$/, ''));
    return names.length === 0 ? [] : [{ line, names: [...new Set([...names, ...alone])] }];
  });
