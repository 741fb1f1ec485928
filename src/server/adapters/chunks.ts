/** What can be streamed: bytes as they come, or a list of them. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Passes chunks on, calling `onChunk` with each. */
export async function* tap(source: Chunks, onChunk: (chunk: Uint8Array) => void): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}
