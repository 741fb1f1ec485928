import type { Deps } from "#server/deps.ts";

type Configured = { config: Pick<Deps["config"], "email"> };

export function missingSettings({ config: { email } }: Configured): string[] {
  const needed = {
    AWS_REGION: email.region,
    AWS_ACCESS_KEY_ID: email.accessKeyId,
    AWS_SECRET_ACCESS_KEY: email.secretAccessKey,
    EMAIL_FROM: email.from,
  };
  return Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []));
}

export function isConfigured(deps: Configured): boolean {
  return missingSettings(deps).length === 0;
}
