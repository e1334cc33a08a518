/** A sentence with its end; a full stop within a name or number ends none. */
const SENTENCE = /[^.!?。！？]+(?:[.!?。！？]+(?!\s|$)[^.!?。！？]+)*[.!?。！？]*\s*/gu;

/** Splits a line into its sentences. Joined, they are the line, unless it begins with a mark. */
export const listSentences = (line: string): readonly string[] => line.match(SENTENCE) ?? [];
