const KILOBYTE = 1024;

/** A file size as people read it: whole units, no space, 1024-based (AMB-102). */
export function formatSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes}B`;
  const kilobytes = Math.round(bytes / KILOBYTE);
  return kilobytes < KILOBYTE ? `${kilobytes}KB` : `${Math.round(bytes / KILOBYTE / KILOBYTE)}MB`;
}
