import { clubFolders } from "./club-folders.ts";
import { perTest } from "./each-club.ts";
import { startS3Server } from "./s3-server.ts";

/** For each test, a temporary folder (`at`), an S3 service, and settings with both. */
export function eachBucket() {
  const { at } = clubFolders();
  const s3 = perTest(async () => {
    const server = startS3Server();
    return { ...server, close: server.stop };
  });
  const environment = (settings: Record<string, string> = {}) => ({
    STORAGE_DIR: at("storage"),
    TEAM_AVATAR_URL: "local",
    ...s3.environment,
    ...settings,
  });
  return { at, s3, environment };
}
