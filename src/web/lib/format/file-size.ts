/** '2.3 MB', '640 KB', '1.2 GB', with a no-break space. */
export function formatFileSize(bytes: number): string {
  const kilobytes = bytes / 1000;
  const megabytes = kilobytes / 1000;
  if (Math.round(kilobytes) < 1000) return `${Math.max(1, Math.round(kilobytes))}\u00A0KB`;
  if (Math.round(megabytes) < 1000) return `${megabytes.toFixed(1)}\u00A0MB`;
  return `${(megabytes / 1000).toFixed(1)}\u00A0GB`;
}
