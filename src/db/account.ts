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
export function explainAccess(folder: string): string {
  if (process.platform === "win32") return "check who may write there.";
  const { uid, gid } = ownAccount();
  const programText = `this program runs as ${accountName()}`;
  const owner = `${uid}:${gid}`;
  const code = findErrorCode(() => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK));
  if (code === "EROFS") return "its disk is mounted read-only.";
  const errorCode = findErrorCode(() => statSync(folder));
  if (errorCode === "ENOTDIR") return "what is above it isn't a folder.";
  if (errorCode === "ENOENT")
    return `${programText}, which may not create it. Run 'install -d -m 700 -o ${uid} -g ${gid} ${quoteForShell(folder)}'.`;
  const closedParent = findClosedParent(folder);
  if (closedParent !== null)
    return `${programText}, which may not enter ${closedParent}. Set STORAGE_DIR to another folder.`;
  if (!statSync(folder).isDirectory()) return "it isn't a folder.";
  const entries = code === null ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const foreignPath = [folder, ...entries].find((path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== uid);
  if (foreignPath !== undefined)
    return `${programText}, and ${foreignPath} belongs to another account. Run 'chown -R ${owner} ${quoteForShell(folder)}'.`;
  return `${programText}, which may not write there. Run 'chmod -R u+rwX ${quoteForShell(folder)}'.`;
}

/** For a command that is shown to operators, who may paste it as root. */
export function quoteForShell(path: string): string {
  return /^[\w./:@+,-]+$/.test(path) ? path : `"${path.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
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
  const ancestors: string[] = [];
  for (let path = dirname(folder); path !== dirname(path); path = dirname(path)) ancestors.unshift(path);
  return ancestors.find((path) => findErrorCode(() => accessSync(path, constants.X_OK)) !== null) ?? null;
}

function findErrorCode(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    return errorCode(error);
  }
}
