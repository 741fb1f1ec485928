/** Visits before Home gets shorter. */
const REGULAR_AFTER = 3;
const KEY = "visits";
const THIS_VISIT = "this-visit";
/** Tells the server which static shell to paint. Storage decides: Safari deletes a script's cookies after a week. */
const COOKIE = "home=low";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Counts each page load once, though React may render twice. @returns true after REGULAR_AFTER visits */
export function isRegularVisit(): boolean {
  try {
    const visit = String(performance.timeOrigin);
    const [known, was] = (sessionStorage.getItem(THIS_VISIT) ?? "").split(" ");
    if (known === visit) return was === "regular";
    const before = Number(localStorage.getItem(KEY)) || 0;
    const isRegular = before >= REGULAR_AFTER;
    if (!isRegular) localStorage.setItem(KEY, String(before + 1));
    if (before + 1 >= REGULAR_AFTER) foretell();
    sessionStorage.setItem(THIS_VISIT, `${visit} ${isRegular ? "regular" : "new"}`);
    return isRegular;
  } catch {
    return false;
  }
}

function foretell(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}
