import { accessSync, constants, lstatSync, readdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";

import { errorCode } from "./errors.ts";

/** For example 'bookclub (uid 998)', or 'uid 998' without a name, as in containers. */
export function accountName(): string {
  const { uid, username } = ownAccount();
  // Bun's result for an account without a name
  return username === "" || username === "unknown" ? `uid ${uid}` : `${username} (uid ${uid})`;
}

/** Explains why the account can't use a folder, with the command that fixes it; the end of a sentence. */
export function describeAccess(folder: string): string {
  if (process.platform === "win32") return "check who may write there.";
  const { uid, gid } = ownAccount();
  const runs = `this program runs as ${accountName()}`;
  const owner = `${uid}:${gid}`;
  const code = findErrorCode(() => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK));
  if (code === "EROFS") return "its disk is mounted read-only.";
  const found = findErrorCode(() => statSync(folder));
  if (found === "ENOTDIR") return "what is above it isn't a folder.";
  if (found === "ENOENT")
    return `${runs}, which may not create it. Run 'install -d -m 700 -o ${uid} -g ${gid} ${folder}'.`;
  const closed = findClosedParent(folder);
  if (closed !== null) return `${runs}, which may not enter ${closed}. Set STORAGE_DIR to another folder.`;
  if (!statSync(folder).isDirectory()) return "it isn't a folder.";
  const foreign = code === null ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const other = [folder, ...foreign].find((path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== uid);
  if (other !== undefined)
    return `${runs}, and ${other} belongs to another account. Run 'chown -R ${owner} ${folder}'.`;
  return `${runs}, which may not write there. Run 'chmod -R u+rwX ${folder}'.`;
}

function ownAccount(): { uid: number; gid: number; username: string } {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  try {
    return { uid, gid, username: userInfo().username };
  } catch {
    return { uid, gid, username: "" };
  }
}

function findClosedParent(folder: string): string | null {
  const above: string[] = [];
  for (let path = dirname(folder); path !== dirname(path); path = dirname(path)) above.unshift(path);
  return above.find((path) => findErrorCode(() => accessSync(path, constants.X_OK)) !== null) ?? null;
}

function findErrorCode(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return errorCode(error);
  }
}
