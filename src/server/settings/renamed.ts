export type Environment = Readonly<Record<string, string | undefined>>;

/** The old name works until that day, at least a year; start-up and doctor name it. */
type RenamedSetting = { old: string; name: string; until: string };
export const RENAMED_SETTINGS: readonly RenamedSetting[] = [];

export function applyRenamedSettings(rawEnvironment: Environment, renamedSettings: readonly RenamedSetting[]) {
  const environment: Record<string, string | undefined> = { ...rawEnvironment };
  const renamedWarnings: string[] = [];
  for (const { old, name, until } of renamedSettings)
    for (const suffix of ["", "_FILE"]) {
      if (rawEnvironment[old + suffix] === undefined) continue;
      if (rawEnvironment[name] === undefined && rawEnvironment[`${name}_FILE`] === undefined)
        environment[name + suffix] = rawEnvironment[old + suffix];
      renamedWarnings.push(`${old}${suffix} is called ${name}${suffix} now. The old name works until ${until}.`);
    }
  return { environment, renamedWarnings };
}
