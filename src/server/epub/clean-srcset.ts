/** HTML's own, fewer than those of `\s`. */
const SPACES = "\t\n\f\r ";
const DESCRIPTOR = /^\d+(?:\.\d+)?[wxh]$/;

/**
 * Keeps the addresses of a `srcset` that `clean` keeps. Reads it as HTML does (4.8.4.2.2), where an address ends at
 * white space or, with a comma at its end, there. @returns null when none is left
 */
export function cleanSrcset(value: string, clean: (address: string) => string | null): string | null {
  const kept: string[] = [];
  for (let at = skip(value, 0, `${SPACES},`); at < value.length; at = skip(value, at, `${SPACES},`)) {
    const end = find(value, at, SPACES);
    const written = value.slice(at, end);
    const sizesEnd = written.endsWith(",") ? end : endOfSizes(value, end);
    const address = clean(withoutCommas(written));
    const sizes = value.slice(end, sizesEnd).split(/[\t\n\f\r ]/);
    if (address) kept.push([address, ...sizes.filter((size) => DESCRIPTOR.test(size))].join(" "));
    at = sizesEnd;
  }
  return kept.length > 0 ? kept.join(", ") : null;
}

/** At a comma outside of brackets, which don't nest. */
function endOfSizes(value: string, start: number): number {
  let at = find(value, start, ",(");
  while (value[at] === "(") at = find(value, find(value, at, ")"), ",(");
  return at;
}

function withoutCommas(address: string): string {
  let end = address.length;
  while (address[end - 1] === ",") end -= 1;
  return address.slice(0, end);
}

/** The first place from `at` on with one of these signs, or the end. */
function find(value: string, at: number, signs: string): number {
  let place = at;
  while (place < value.length && !signs.includes(value.charAt(place))) place += 1;
  return place;
}

/** The first place from `at` on with none of these signs, or the end. */
function skip(value: string, at: number, signs: string): number {
  let place = at;
  while (place < value.length && signs.includes(value.charAt(place))) place += 1;
  return place;
}
