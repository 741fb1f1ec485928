import { isOldBrowser } from "./old-browser.ts";

// A classic script in ES5, because an old browser may not even parse the app's.
if (isOldBrowser()) showOldBrowserPage();

function showOldBrowserPage(): void {
  const ids = ["root", "static-shell"];
  for (let index = 0; index < ids.length; index += 1) {
    const element = document.getElementById(ids[index] || "");
    if (element && element.parentNode) element.parentNode.removeChild(element);
  }
  const page = document.getElementById("old-browser");
  if (page) page.removeAttribute("hidden");
}
