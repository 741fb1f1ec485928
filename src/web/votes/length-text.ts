import { pluralize } from "#web/lib/format/counts.ts";

/** '474 pages'; empty where nobody knows. */
export const lengthText = (pages: number | null): string => (pages === null ? "" : pluralize(pages, "page"));
