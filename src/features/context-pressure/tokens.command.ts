import { defineCommand } from '../../command/define-command.js';
import { defineWord } from '../../command/params.js';

/** Tokens by the seed's rules of thumb: for a word, and for a line of code (External Memory §Token Estimation). */
const PER_WORD = 1.3;
const PER_LINE = 10;

/** Tokens of a text: the rough estimates beside what a tokenizer counts. */
export const tokens = defineCommand({
  name: 'tokens',
  description: 'count the tokens of a file or of standard input, by estimate and by tokenizer',
  group: 'Other names and plumbing',
  params: {
    file: defineWord('a text file, or - for standard input', { readsFile: true, required: true }),
  },
  examples: ['daybook tokens notes.md'],
  requires: 'nothing',
  plan(ctx, { file: text }) {
    const words = text.split(/\s+/).filter(Boolean).length;
    const lines = text === '' ? 0 : text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/).length;
    const seed = { words, lines, asProse: Math.round(words * PER_WORD), asCode: lines * PER_LINE };
    const tokenizer = ctx.query('tokenizer')(text);
    return {
      message: `${tokenizer} tokens (o200k); by rule of thumb ${seed.asProse} as prose (${words} words), ${seed.asCode} as code (${lines} lines).`,
      data: { seed, tokenizer },
    };
  },
});
