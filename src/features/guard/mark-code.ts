import { findCodeReferences } from '../../notes/entries/references.js';

/** Puts paths outside backticks in backticks, where a sentence begins with one or speaks of changing it: `never edit src/api.ts`. */
export const markCode = (text: string): string =>
  text
    .split(/(`[^`\n]*`)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(PATH_NAMED, (all, lead: string, word: string) =>
            isPath(word) ? `${lead}\`${word}\`` : all,
          ),
    )
    .join('');

const PATH_NAMED =
  /((?:edit|delet|remov|chang|touch|modif|writ|overwrit|commit|renam|mov)\w{0,5} (?:the |file |files |folder |anything |in |under |below ){0,3}|^(?:the (?:file|folder) )?|[.;:] )([\w.~/*-][\w./*@-]{2,200}[\w/])(?=[ ,;]|:(?!\S)|\.?$)/gim;
const isPath = (word: string): boolean =>
  findCodeReferences(word).some(({ sort }) => sort === 'path') ||
  /^\.[a-z][\w-]+(?:\.[\w-]+)*$|^[~/]\w.*\/|\w\/(?:[^/]*\.[a-z]\w{0,9})?$|\.(?:conf|properties|plist|pem|key|crt)$/.test(
    word,
  ) ||
  (/^[a-z][\w-]*(?:\/[a-z][\w*.-]*)+$/.test(word) && !/^(?:and\/or|\w{1,3}\/\w{1,3})$/.test(word));
