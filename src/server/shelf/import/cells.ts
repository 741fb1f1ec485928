/** What spreadsheets run as formulas (OWASP's list), after any quotes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Escapes a cell against spreadsheet formulas. */
export const safeCell = (text: string): string => (isFormula(text) ? `'${text}` : text);

export const plainCell = (text: string): string => (text.startsWith("'") && isFormula(text) ? text.slice(1) : text);

/** Also in wide and small letters, like ＝, which some spreadsheets read as the usual ones. */
function isFormula(text: string): boolean {
  return FORMULA.test(text.normalize("NFKC"));
}
