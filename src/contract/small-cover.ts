/** Followed by the name of a stored cover. */
const SMALL_COVERS = "/api/covers/small/";

const STORED = /^\/api\/covers\/(?=[0-9a-f]{64}\.webp$)/;

/** Where a stored cover is 480 pixels wide, for lists; other addresses stay as they are. */
export const smallCover = (address: string): string => address.replace(STORED, SMALL_COVERS);
