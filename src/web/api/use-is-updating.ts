import { useIsFetching } from "@tanstack/react-query";

import { isFromPreviousVisit } from "./query-client.ts";

/** Whether pages still show answers of the last visit that are being asked for again. */
export const useIsUpdating = (): boolean => useIsFetching({ predicate: ({ state }) => isFromPreviousVisit(state) }) > 0;
