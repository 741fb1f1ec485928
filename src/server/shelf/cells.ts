/** What spreadsheets take for a formula: OWASP's list, with any quotes that were put before it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell that no spreadsheet runs. */
export const safeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that `safeCell` may have made. */
export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
