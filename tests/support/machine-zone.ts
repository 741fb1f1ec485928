/** Does something on a machine whose own clocks are in this zone. */
export function inMachineZone<Result>(zone: string, work: () => Result): Result {
  const own = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    return work();
  } finally {
    process.env["TZ"] = own ?? "";
    if (own === undefined) delete process.env["TZ"];
  }
}
