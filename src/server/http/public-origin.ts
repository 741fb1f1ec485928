import type { Config } from "#server/config.ts";

/** PUBLIC_URL, or where the server listens. */
export function publicOrigin(config: Pick<Config, "publicUrl" | "host" | "port">): string {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
}
