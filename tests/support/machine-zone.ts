/** Runs something on a machine with this local time zone. */
export function inMachineZone<Result>(zone: string, work: () => Result): Result {
  const machineZone = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    return work();
  } finally {
    process.env["TZ"] = machineZone ?? "";
    if (machineZone === undefined) delete process.env["TZ"];
  }
}
