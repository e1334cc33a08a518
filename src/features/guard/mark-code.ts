import { findCodeReferences } from '../../notes/entries/references.js';

/**
 * Puts code that a text has outside backticks in backticks: a path that a sentence begins with or that it speaks of changing
 * (`never edit src/api.ts`), and calls and dotted or underscored names if `isNaming`.
 */
export const markCode = (text: string, isNaming: boolean): string =>
  text
    .split(/(`[^`\n]*`)/)
    .map((part, i) => {
      if (i % 2 === 1) return part;
      const marked = part
        .replace(ENDINGS, (_, lead: string, ending: string, rest: string) => `${lead}\`*${ending}\`${rest}`)
        .replace(PATH_NAMED, (all, lead: string, word: string) => (isPath(word) ? `${lead}\`${word}\`` : all))
        .replace(PATH_BEHIND, (all, lead: string, word: string) =>
          isPath(word) ? `${lead}\`${word}\`` : all,
        );
      return isNaming ? markNames(marked) : marked;
    })
    .join('');

const PATH_NAMED =
  /((?:edit|delet|remov|chang|touch|modif|writ|overwrit|commit|renam|mov)\w{0,5} (?:the |file |files |folder |anything |in |under |below ){0,3}|^(?:the (?:file|folder) )?|[.;:] )([\w.~/*-][\w./*@-]{2,200}[\w/])(?=[ ,;]|:(?!\S)|\.?$)/gim;
/** Another path behind a marked one: `build/` or downloads/. */
const PATH_BEHIND = /((?<=`),? (?:and|or) )([\w.~/*-][\w./*@-]{2,200}[\w/])(?=[ ,;]|:(?!\S)|\.?$)/g;
/** `never delete .meta files` names all files with that ending. */
const ENDINGS = /(^|\s)(\.[a-z]\w{1,7})(\s+files?\b)/gi;

const isPath = (word: string): boolean =>
  findCodeReferences(word).some(({ sort }) => sort === 'path') ||
  /^\.[a-z][\w-]+(?:\.[\w-]+)*$|^[~/]\w.*\/|\w\/(?:[^/]*\.[a-z]\w{0,9})?$|\.(?:conf|properties|plist|pem|key|crt)$/.test(
    word,
  ) ||
  (/^[a-z][\w-]*(?:\/[a-z][\w*.-]*)+$/.test(word) && !/^(?:and\/or|\w{1,3}\/\w{1,3})$/.test(word));

/** Puts calls and dotted or underscored names in backticks that a text forbids: `no console.log`, `eval() is taboo`. */
const markNames = (text: string): string => {
  const words = text.replace(SETTING, '$1`$2`').split(/(`[^`\n]*`|\s+)/);
  return words
    .map((word, at) => {
      const [lead = ''] = /^["'(]*/.exec(word) ?? [];
      const [rest = ''] = /(?<![.,;:!?"')])[.,;:!?"')]+$/.exec(word.slice(lead.length)) ?? [];
      const name = word.slice(lead.length, word.length - rest.length);
      const own = name.includes('(') && rest.startsWith(')') ? `${name})` : name;
      if (!isName(own)) return word;
      const before = words.slice(Math.max(0, at - 8), at).join('');
      const after = words.slice(at + 1, at + 12).join('');
      const isStart = lead.startsWith('(') || STARTS.test(before);
      const isDenied = NEGATED.test(before) || (HOST.test(own) && FROM.test(before));
      if (!isDenied && !(isStart && FORBIDDEN.test(after))) return word;
      return `${lead}\`${own}\`${word.slice(lead.length + own.length)}`;
    })
    .join('');
};

/** A setting with its value: `nodeIntegration: true`. */
const SETTING = /(^|\s)([A-Za-z]\w{0,40}[A-Z_.]\w{0,40}: (?:true|false|\d+))(?=\s|$)/g;
const NEGATED =
  /(?:\b(?:no|not|never|avoid|against|instead of|rather than|without|stop|dropped|against|don['’]t)|n['’]t) (?:(?:use|using|call|calling|write|print|commit|add|log|the|an?|plain|raw|bare|or|and|any) ){0,2}$/i;
const HOST = /\.[a-z]{2,}$/;
const FROM = /\b(?:no|never|not) (?:\w+ ){1,2}(?:from|via|through|by) $/i;
const STARTS = /(?:^|[.;:,] |\b(?:and|or) )$/;
const FORBIDDEN =
  /^[^.;]{0,60}\b(?:forbidden|banned|rejected|prohibited|taboo|unwelcome|deprecated|obsolete|off limits|never|not|out)\b|^ only\b/i;

const isName = (word: string): boolean =>
  word.length < 80 &&
  (/^\.?[A-Za-z_$][\w$.:]*\([^()`]*\)$|^[A-Za-z]\w*[A-Z_]\w*=[\w.]+$/.test(word) ||
    (word.includes('_') && /^[A-Za-z]\w+$/.test(word)) ||
    (/^[A-Za-z_$][\w$-]*(?:(?:\.|::)[A-Za-z_$][\w$]*)+$/.test(word) &&
      !/^(?:\w\.)+\w$/.test(word) &&
      !findCodeReferences(word).some(({ sort }) => sort === 'path')));
