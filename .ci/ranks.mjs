// Writes the tokens of the o200k tokenizer in the order of their ranks, compressed: count, the length of each token in one
// byte, then the tokens' bytes. src/text/tokens/o200k.ts reads this layout. The package that the ranks come from holds
// them as a module, which takes a quarter of a second to load.
import { brotliCompressSync, constants } from 'node:zlib';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

export function ranksFile() {
  const tokens = ranks.map((token) => Buffer.from(token));
  const lengths = Uint8Array.from(tokens, ({ length }) => length);
  const head = Buffer.from(Uint32Array.of(tokens.length).buffer);
  const file = Buffer.concat([head, lengths, ...tokens]);
  return brotliCompressSync(file, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
    },
  });
}
