export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export async function* observeChunks(source: Chunks, onChunk: (chunk: Uint8Array) => void): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}

export async function readUpTo(source: Chunks, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
