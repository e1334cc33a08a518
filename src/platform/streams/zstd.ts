import { Decompress } from 'fzstd';

/** Takes the pieces of a compressed file in order and passes on what they decompress to. */
export type Decoder = (piece: Buffer) => void;

/** Creates a decoder for Zstandard; a file may have several frames. It throws at damaged bytes. */
export function createZstdDecoder(take: (bytes: Buffer) => void): Decoder {
  const stream = new Decompress((bytes) => take(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  return (piece) => stream.push(Uint8Array.from(piece)); // it keeps what it got, and the caller reuses the piece
}
