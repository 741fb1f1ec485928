import { type ApiClient, apiClient } from "./api-client.ts";
import { ADMIN_PASSWORD, type RunningClub } from "./executable.ts";

/** Of the members that `register` makes. */
export const PASSWORD = "Merlot & mystery 1859";

/** Calls a running club as its admin "ada". */
export const callAsAdmin = ({ url }: Pick<RunningClub, "url">): Promise<ApiClient> =>
  apiClient(url).admitted("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD });

/** Calls it as one of the members that `register` made. */
export const callAs = ({ url }: Pick<RunningClub, "url">, username: string): Promise<ApiClient> =>
  apiClient(url).admitted("/api/auth/login", { username, password: PASSWORD });

/** Makes a new member, who calls the club. */
export async function register(club: RunningClub, username: string, displayName = username): Promise<ApiClient> {
  const invitationCode = await club.invite(1);
  const registration = { username, displayName, email: `${username}@example.org`, password: PASSWORD, invitationCode };
  return apiClient(club.url).admitted("/api/auth/register", registration);
}
