const UNITS = ["KB", "MB", "GB"] as const;

/** '2.3 MB', '640 KB', '1.2 GB', with a no-break space. */
export function formatFileSize(bytes: number): string {
  let size = bytes / 1000;
  let unit: (typeof UNITS)[number] = "KB";
  for (const largerUnit of UNITS.slice(1)) {
    if (Math.round(size) < 1000) break;
    size /= 1000;
    unit = largerUnit;
  }
  const digits = unit === "KB" ? 0 : 1;
  return `${unit === "KB" ? Math.max(1, Math.round(size)) : size.toFixed(digits)}\u00A0${unit}`;
}
