/** Beside a page of a list: how many rows all its pages hold. */
export const TOTAL_COUNT = "X-Total-Count";
