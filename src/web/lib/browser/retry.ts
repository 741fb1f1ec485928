export function withTimeout<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}

const RETRY_DELAY_MS = 3000;

export async function retryImport<T>(fetchPart: () => Promise<T>, retryMs = RETRY_DELAY_MS): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
