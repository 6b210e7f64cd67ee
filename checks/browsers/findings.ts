import fs from 'node:fs';
import path from 'node:path';

/** The values that a browser showed, by the name of the attempt. */
export type Findings = Readonly<Record<string, string>>;

/** The beginning of a finding that the driver could not produce. It doesn't pass. */
export const NOT_DRIVEN = 'not driven here: ';

/** Compares the findings of each browser, by its name, with what a person expects. */
export function compareFindings(expected: Findings, byBrowser: ReadonlyMap<string, Findings>) {
  const lines: string[] = [];
  let failures = 0;
  for (const [name, value] of Object.entries(expected)) {
    const passed: string[] = [];
    for (const [browser, findings] of byBrowser) {
      const shown = findings[name];
      if (shown === undefined) continue;
      if (shown === value) passed.push(browser);
      else if (shown.startsWith(NOT_DRIVEN)) lines.push(`-       ${name}, ${browser}: ${shown}`);
      else {
        failures += 1;
        lines.push(`FAILED  ${name}, ${browser}: “${shown}” instead of “${value}”`);
      }
    }
    if (passed.length > 0) lines.push(`ok      ${name}: “${value}” (${passed.join(', ')})`);
  }
  return { lines, failures };
}

const STYLE = [
  'body{font-family:sans-serif;margin:1rem}',
  'div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}',
  'figure{margin:0}',
  'img{width:32rem;border:1px solid #ccc}',
].join('');

const namesIn = (folder: string) => fs.readdirSync(folder).sort();

/** Writes a page that shows each picture of all browsers side by side; returns its path. */
export function writePictures(results: string): string {
  const folders = namesIn(results).filter((name) => fs.statSync(path.join(results, name)).isDirectory());
  const names = [...new Set(folders.flatMap((folder) => namesIn(path.join(results, folder))))].sort();
  const rows = names.map((name) => {
    const figures = folders
      .filter((folder) => fs.existsSync(path.join(results, folder, name)))
      .map((folder) => {
        const image = `<img src="${folder}/${name}" alt="${name} in ${folder}" loading="lazy">`;
        return `<figure><figcaption>${folder}</figcaption>${image}</figure>`;
      });
    return `<h2>${path.parse(name).name}</h2>\n<div>${figures.join('')}</div>`;
  });
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Side by side</title><style>${STYLE}</style>`;
  const file = path.join(results, 'index.html');
  fs.writeFileSync(file, `${head}\n${rows.join('\n')}\n</html>\n`);
  return file;
}
