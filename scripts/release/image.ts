import type { Architecture } from "./c-library.ts";
import { packTar, type TarEntry } from "./tar.ts";

/** The account of distroless images. */
const NONROOT_ID = 65_532;
const NANOSECONDS_PER_SECOND = 1_000_000_000;

/** The same as in the Dockerfile. */
const SETTINGS = {
  User: `${NONROOT_ID}:${NONROOT_ID}`,
  Env: ["PATH=/usr/local/bin", "HOST=0.0.0.0", "STORAGE_DIR=/storage"],
  ExposedPorts: { "3000/tcp": {} },
  Volumes: { "/storage": {} },
  WorkingDir: "/",
  Entrypoint: ["/usr/local/bin/bookclub"],
  StopSignal: "SIGTERM",
  Healthcheck: {
    Test: ["CMD", "/usr/local/bin/bookclub", "healthcheck"],
    Interval: 30 * NANOSECONDS_PER_SECOND,
    Timeout: 6 * NANOSECONDS_PER_SECOND,
    // for an upgrade of a large club
    StartPeriod: 3600 * NANOSECONDS_PER_SECOND,
  },
};

const OCI = "application/vnd.oci.image";
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

export type Part = { architecture: Architecture; program: Uint8Array; system: readonly TarEntry[] };
/** `seconds` since 1970 is the time of all files. */
type Release = { version: string; revision: string; seconds: number };

/** Packs a container image for several architectures as an OCI layout in a tar file. */
export async function packImage(parts: readonly Part[], release: Release): Promise<Uint8Array<ArrayBuffer>> {
  const blobs = new Map<string, Uint8Array>();
  const storeBlob = (mediaType: string, bytes: Uint8Array) => {
    const hash = sha256(bytes);
    blobs.set(`blobs/sha256/${hash}`, bytes);
    return { mediaType, digest: `sha256:${hash}`, size: bytes.length };
  };
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const created = new Date(release.seconds * 1000).toISOString().replace(".000", "");

  const manifests = [];
  for (const { architecture, program, system } of parts) {
    const tars = [
      await packTar([...system, ...ACCOUNTS, ...FOLDERS], release.seconds),
      await packTar([{ name: "usr/local/bin/bookclub", mode: 0o755, content: program }], release.seconds),
    ];
    const layers = tars.map((tar) => storeBlob(`${OCI}.layer.v1.tar+gzip`, Bun.gzipSync(tar)));
    const config = {
      created,
      architecture,
      os: "linux",
      config: { ...SETTINGS, Labels: labels(release) },
      rootfs: { type: "layers", diff_ids: tars.map((tar) => `sha256:${sha256(tar)}`) },
      history: ["the C library of Debian 12, and an account", "the program"].map((by) => ({ created, created_by: by })),
    };
    const manifest = {
      schemaVersion: 2,
      mediaType: `${OCI}.manifest.v1+json`,
      config: storeBlob(`${OCI}.config.v1+json`, json(config)),
      layers,
    };
    manifests.push({ ...storeBlob(manifest.mediaType, json(manifest)), platform: { architecture, os: "linux" } });
  }
  const images = { schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests };
  const names = {
    "org.opencontainers.image.ref.name": release.version,
    "io.containerd.image.name": `docker.io/library/bookclub:${release.version}`,
  };
  const index = { schemaVersion: 2, manifests: [{ ...storeBlob(images.mediaType, json(images)), annotations: names }] };

  const files = new Map([
    ["oci-layout", json({ imageLayoutVersion: "1.0.0" })],
    ["index.json", json(index)],
    ...[...blobs].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  const folders = ["blobs/", "blobs/sha256/"].map((folder) => ({ name: folder, mode: 0o755 }));
  const entries = [...files].map(([path, content]) => ({ name: path, mode: 0o644, content }));
  return packTar([...folders, ...entries], release.seconds);
}

const labels = ({ version, revision }: Release) => ({
  "org.opencontainers.image.title": "bookclub",
  "org.opencontainers.image.version": version,
  "org.opencontainers.image.revision": revision,
  "org.opencontainers.image.licenses": "MIT",
});

const textFile = (name: string, content: string): TarEntry => ({
  name,
  mode: 0o644,
  content: new TextEncoder().encode(content),
});
const ACCOUNTS: readonly TarEntry[] = [
  { name: "etc/", mode: 0o755 },
  textFile("etc/passwd", `root:x:0:0:root:/:/none\nnonroot:x:${NONROOT_ID}:${NONROOT_ID}:nonroot:/storage:/none\n`),
  textFile("etc/group", `root:x:0:\nnonroot:x:${NONROOT_ID}:\n`),
  textFile("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
];
const FOLDERS: readonly TarEntry[] = [
  { name: "hooks/", mode: 0o755 },
  { name: "hooks/pre-backup", mode: 0o777, linkTo: "/usr/local/bin/bookclub" },
  { name: "hooks/post-restore", mode: 0o777, linkTo: "/usr/local/bin/bookclub" },
  { name: "storage/", mode: 0o700, owner: NONROOT_ID },
  { name: "tmp/", mode: 0o1777 },
  { name: "usr/local/", mode: 0o755 },
  { name: "usr/local/bin/", mode: 0o755 },
  { name: "usr/local/bin/sleep", mode: 0o777, linkTo: "bookclub" },
];
