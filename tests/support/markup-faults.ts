/**
 * What an HTML checker would complain about, on any screen a component test shows: bare spaces, filters without input.
 */
export function markupFaults(page: ParentNode): string[] {
  const found: string[] = [];
  for (const element of page.querySelectorAll("[src], [href], [poster], [srcset]")) {
    for (const name of ["src", "href", "poster"]) {
      const address = element.getAttribute(name);
      if (address !== null && /\s/.test(address)) found.push(`${name}="${address}" has a bare space`);
    }
    for (const candidate of element.getAttribute("srcset")?.split(/,\s+/) ?? [])
      if (candidate.split(/\s+/).length > 2) found.push(`srcset has '${candidate}', with a bare space`);
  }
  for (const element of page.querySelectorAll("feBlend, feComposite, feDisplacementMap"))
    if (!element.hasAttribute("in2")) found.push(`<${element.tagName}> has no in2`);
  return found;
}
