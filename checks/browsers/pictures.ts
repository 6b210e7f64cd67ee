import fs from 'node:fs';
import path from 'node:path';

const STYLE = [
  'body{font-family:sans-serif;margin:1rem}',
  'div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}',
  'figure{margin:0}',
  'img{width:32rem;border:1px solid #ccc}',
].join('');

const namesIn = (folder: string) => fs.readdirSync(folder).sort();

/** Writes a page that shows each picture of all folders side by side; returns where it is. */
export function writePictures(results: string): string {
  const folders = namesIn(results).filter((name) => fs.statSync(path.join(results, name)).isDirectory());
  const names = [...new Set(folders.flatMap((folder) => namesIn(path.join(results, folder))))].sort();
  const rows = names.map((name) => {
    const shown = folders
      .filter((folder) => fs.existsSync(path.join(results, folder, name)))
      .map((folder) => {
        const image = `<img src="${folder}/${name}" alt="${name} in ${folder}" loading="lazy">`;
        return `<figure><figcaption>${folder}</figcaption>${image}</figure>`;
      });
    return `<h2>${path.parse(name).name}</h2>\n<div>${shown.join('')}</div>`;
  });
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Side by side</title><style>${STYLE}</style>`;
  const file = path.join(results, 'index.html');
  fs.writeFileSync(file, `${head}\n${rows.join('\n')}\n</html>\n`);
  return file;
}
