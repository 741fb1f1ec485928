import { pack } from "tar-stream";

/** A file, folder or symbolic link; names have no leading slash. */
export type TarEntry = {
  name: string;
  mode: number;
  content?: Uint8Array;
  linkTo?: string;
  owner?: number;
};

/** The same entries and time (seconds since 1970) create the same bytes. */
export async function packTar(entries: readonly TarEntry[], seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const tar = pack();
  for (const { name, mode, content, linkTo, owner = 0 } of entries) {
    const header = { name, mode, uid: owner, gid: owner, mtime: new Date(seconds * 1000) };
    if (content) tar.entry({ ...header, type: "file" }, Buffer.from(content));
    else if (linkTo === undefined) tar.entry({ ...header, type: "directory" });
    else tar.entry({ ...header, type: "symlink", linkname: linkTo });
  }
  tar.finalize();
  return Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Uint8Array>));
}
