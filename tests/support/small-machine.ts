import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const GROUPS = "/sys/fs/cgroup";
const isV1 = existsSync(join(GROUPS, "memory/memory.limit_in_bytes"));
const PERIOD_US = 100_000;

type Limits = {
  /** Bytes, including cached files. */
  memory?: number;
  /** Cores; may be a fraction. */
  processors?: number;
  /** The throughput of the disk with this file, for writes and syncs. */
  disk?: { holding: string; bytesPerSecond: number; writesPerSecond: number };
};
/** A controller of Linux's control groups, with the files that set its limits. */
type Setting = { controller: "memory" | "cpu" | "blkio"; files: Record<string, string> };

/** Limits a process and its later children with control groups; null if that's impossible (it needs root and Linux). */
export function limitMachine(pid: number, limits: Limits): { most: () => number; remove: () => void } | null {
  const name = `bookclub-test-${process.pid}-${pid}`;
  const settings = settingsOf(limits);
  const folderOf = ({ controller }: Setting) => join(GROUPS, isV1 ? controller : "", name);
  const folders = [...new Set(settings.map(folderOf))];
  try {
    for (const folder of folders) mkdirSync(folder);
    for (const setting of settings)
      for (const [file, text] of Object.entries(setting.files)) writeFileSync(join(folderOf(setting), file), text);
    for (const folder of folders) writeFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch {
    return null;
  }
  const peakFile = isV1 ? `memory/${name}/memory.max_usage_in_bytes` : `${name}/memory.peak`;
  return {
    /** Peak memory in bytes, including cached files. */
    most: () => Number(readFileSync(join(GROUPS, peakFile), "latin1")),
    remove: () => folders.forEach((folder) => rmdirSync(folder)),
  };
}

function settingsOf({ memory, processors, disk }: Limits): Setting[] {
  const settings: Setting[] = [];
  if (memory !== undefined)
    settings.push({
      controller: "memory",
      files: { [isV1 ? "memory.limit_in_bytes" : "memory.max"]: String(memory) },
    });
  if (processors !== undefined) {
    const quotaUs = String(Math.round(processors * PERIOD_US));
    settings.push({
      controller: "cpu",
      files: isV1 ? { "cpu.cfs_quota_us": quotaUs } : { "cpu.max": `${quotaUs} ${PERIOD_US}` },
    });
  }
  if (disk !== undefined) settings.push({ controller: "blkio", files: diskFiles(disk) });
  return settings;
}

function diskFiles({ holding, bytesPerSecond, writesPerSecond }: Required<Limits>["disk"]): Record<string, string> {
  const { dev } = statSync(holding);
  // the kernel's device numbers (makedev(3))
  const device = `${(dev >> 8) & 0xf_ff}:${(dev & 0xff) | ((dev >> 12) & 0xf_ff_00)}`;
  return isV1
    ? {
        "blkio.throttle.write_bps_device": `${device} ${bytesPerSecond}`,
        "blkio.throttle.write_iops_device": `${device} ${writesPerSecond}`,
      }
    : { "io.max": `${device} wbps=${bytesPerSecond} wiops=${writesPerSecond}` };
}
