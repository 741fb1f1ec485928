import type { Deps } from "#server/deps.ts";

type Configured = { config: Pick<Deps["config"], "email"> };

export function missingSettings({ config: { email } }: Configured): string[] {
  const { address, username, password } = email.smtp;
  const smtp = {
    SMTP_ADDRESS: address,
    // without both, the server is used without signing in
    ...(password !== null && { SMTP_USERNAME: username }),
    ...(username !== null && { SMTP_PASSWORD: password }),
    EMAIL_FROM: email.from,
  };
  const ses = {
    AWS_REGION: email.region,
    AWS_ACCESS_KEY_ID: email.accessKeyId,
    AWS_SECRET_ACCESS_KEY: email.secretAccessKey,
    EMAIL_FROM: email.from,
  };
  return Object.entries(email.way === "smtp" ? smtp : ses).flatMap(([name, value]) => (value === null ? [name] : []));
}

export function isConfigured(deps: Configured): boolean {
  return missingSettings(deps).length === 0;
}
