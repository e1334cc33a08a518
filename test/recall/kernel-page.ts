import asc from 'assemblyscript/asc';

const SOURCE = 'src/recall/ranking/assembly/kernel.ts';
const HOW = ['-O3', '--runtime', 'stub', '--noAssert', '--outFile', 'kernel.wasm'];

/** What AssemblyScript makes of the kernel, and the page that holds it. Throws what its compiler says. */
export async function kernelPage(): Promise<string> {
  let bytes = new Uint8Array();
  const writeFile = (_name: string, contents: string | Uint8Array) => {
    bytes = Buffer.from(contents);
  };
  const { error, stderr } = await asc.main([SOURCE, ...HOW], { writeFile });
  if (error) throw new Error(stderr.toString());
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,104}/g) ?? [];
  return `/** What AssemblyScript made of assembly/kernel.ts: \`npm run approve\` writes it anew. */
export const BYTES = \`
${lines.join('\n')}
\`;
`;
}
