/** For the next page to come; a download opens none. */
export const LEAVING_MS = 3000;

/**
 * Fetches code that a page needs. Firefox cancels the imports of a page as soon as it's being left: an error would show
 * until then, and the reload after it would undo the navigation. @throws TypeError if it can't be fetched
 */
export async function fetchUnlessLeft<T>(fetchPart: () => Promise<T>): Promise<T> {
  let isLeaving = false;
  const onBeforeUnload = () => void (isLeaving = true);
  addEventListener("beforeunload", onBeforeUnload);
  try {
    return await fetchPart();
  } catch (error) {
    if (!isLeaving) throw error;
  } finally {
    removeEventListener("beforeunload", onBeforeUnload);
  }
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  return fetchUnlessLeft(fetchPart);
}
