import { create } from 'content-disposition';

/** A Content-Disposition for saving a PDF under a name; readable too for browsers that know ASCII names only. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\/:*?<>|]/g, '-')
    .trim();
  return create(`${name}.pdf`, { fallback: `${plain || 'application'}.pdf` });
}
