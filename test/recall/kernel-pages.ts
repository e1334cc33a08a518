import asc from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';
import { transform } from 'esbuild';

const SOURCE = 'src/recall/ranking/assembly/kernel.ts';
const HOW = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '32', '--outFile', 'kernel.wasm'];

/** What AssemblyScript makes of the kernel: its bytes, and the same as a script. Throws what its compiler says. */
async function compiled(): Promise<{ readonly bytes: Uint8Array; readonly script: string }> {
  let bytes = new Uint8Array();
  const writeFile = (_name: string, contents: string | Uint8Array) => {
    bytes = Buffer.from(contents);
  };
  const { error, stderr } = await asc.main([SOURCE, ...HOW], { writeFile });
  if (error) throw new Error(stderr.toString());
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All);
  return { bytes, script: module.emitAsmjs() };
}

/** The pages of the source that hold it, by their paths. */
export async function kernelPages(): Promise<Readonly<Record<string, string>>> {
  const { bytes, script } = await compiled();
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,104}/g) ?? [];
  const made = 'made of assembly/kernel.ts: `npm run approve` writes it anew.';
  // A kernel of its own for whoever asks, where the module would have one for all.
  const [, own = ''] = /^([\s\S]*?)var retasmFunc/.exec(script) ?? [];
  const { code } = await transform(`export function kernelScript() {${own} return asmFunc({}); }`, {
    minify: true,
    format: 'esm',
    target: 'node20',
    lineLimit: 110,
  });
  return {
    'src/recall/ranking/kernel-bytes.ts': `/** What AssemblyScript ${made} */
export const BYTES = \`
${lines.join('\n')}
\`;
`,
    'src/recall/ranking/kernel-script.ts': `// @ts-nocheck\n/** The same as kernel-bytes.ts in JavaScript, ${made} */\n${code}`,
  };
}
