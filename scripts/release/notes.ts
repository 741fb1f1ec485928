/** The changelog of a version. @throws Error if it's missing or has no date */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...parts] = changelog.split(/^## /m);
  const releasePart = parts.find((one) => /^[^\s,]+/.exec(one)?.[0] === version);
  if (releasePart === undefined) throw new Error(`CHANGELOG.md has nothing about ${version}.`);
  const [heading = "", ...lines] = releasePart.split("\n");
  if (!/ \d{4}-\d\d-\d\d$/.test(heading)) throw new Error(`CHANGELOG.md doesn't say when ${version} is released.`);
  return `${lines.join("\n").trim()}\n\n${macInstructions(version)}`;
}

/** The executables aren't notarized by Apple, and `codesign` runs only on a Mac. */
function macInstructions(version: string): string {
  const file = `bookclub-${version}-darwin-*`;
  return `### On a Mac\n\nRun this once on the downloaded file, because it isn't notarized by Apple:\n\n    chmod +x ${file}; xattr -c ${file}; codesign --force --sign - ${file}\n`;
}
