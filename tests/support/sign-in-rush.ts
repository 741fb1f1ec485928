/** Sign-ins by status, and the times of readers' calls in milliseconds. */
type Rush = { statusCounts: Record<number, number>; seconds: number; waits: number[]; failed: number };

type Club = { url: string; cookies: readonly string[]; bookId: number };

const READER_COUNT = 20;
/** Milliseconds between two reads. */
const READ_INTERVAL_MS = 100;

/**
 * `people` sign in concurrently while twenty members read (TESTS O01). Members are `member0`…; this machine is the
 * trusted proxy.
 */
export async function rushToSignIn({ url, cookies, bookId }: Club, people: number, password: string): Promise<Rush> {
  const answers: Record<number, number> = {};
  const waits: number[] = [];
  let failureCount = 0;
  const rush = { isOver: false };
  const paths = [
    "/api/books/current",
    "/api/posts?limit=50",
    "/api/content",
    `/api/audiobook-progress?bookId=${bookId}`,
    "/",
  ];
  const readPages = async (index: number) => {
    const cookie = cookies[index % cookies.length] ?? "";
    await Bun.sleep((index * READ_INTERVAL_MS) / READER_COUNT);
    for (let turn = index; !rush.isOver; turn += 1) {
      const startMs = performance.now();
      const response = await fetch(url + paths[turn % paths.length], { headers: { cookie } });
      await response.arrayBuffer();
      waits.push(performance.now() - startMs);
      if (!response.ok) failureCount += 1;
      await Bun.sleep(READ_INTERVAL_MS);
    }
  };
  const signIn = async (index: number) => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${index % 250}` },
      body: JSON.stringify({ username: `member${index}`, password }),
    });
    await response.arrayBuffer();
    answers[response.status] = (answers[response.status] ?? 0) + 1;
  };
  const reading = Promise.all(Array.from({ length: READER_COUNT }, (_, index) => readPages(index)));
  await Bun.sleep(READ_INTERVAL_MS);
  waits.length = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: people }, (_, index) => signIn(index)));
  const seconds = (performance.now() - started) / 1000;
  rush.isOver = true;
  await reading;
  return { statusCounts: answers, seconds, waits, failed: failureCount };
}

export function slowestPercent(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}
