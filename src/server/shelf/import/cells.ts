/** What spreadsheets run as formulas (OWASP's list), after any quotes. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Escapes a cell against spreadsheet formulas. */
export const safeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
