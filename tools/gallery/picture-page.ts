import fs from 'node:fs';
import path from 'node:path';

const STYLE = `body{font:16px/1.5 system-ui;margin:2rem;background:#f4efe4;color:#1e2521}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
figure{margin:0;max-width:28rem}img{max-width:100%;max-height:40rem;object-fit:cover;object-position:top;border:1px solid #e2dbcb;background:#fff}h3{margin:2rem 0 .5rem}`;

/** The paths of the pictures below a folder, as VARIANT/NAME.png, by name. */
function picturesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const variants = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = variants
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((variant) => fs.readdirSync(path.join(folder, variant)).map((name) => `${variant}/${name}`));
  return Map.groupBy(files, (file) => path.basename(file, '.png'));
}

function part(root: string, title: string, folder: string): string {
  const rows = [...picturesIn(path.join(root, folder))].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const sections = rows.map(([name, files]) => {
    const figures = files.map((file) => {
      const [place, variant] = [path.posix.join(folder, file), path.dirname(file)];
      const image = `<img loading="lazy" src="${place}" alt="${name}, ${variant}">`;
      return `<figure><a href="${place}">${image}</a><figcaption>${variant}</figcaption></figure>`;
    });
    return `<section id="${name}"><h3>${name}</h3><div>${figures.join('')}</div></section>`;
  });
  return `<h2>${title}</h2>${sections.join('\n')}`;
}

/** Writes a page that shows the variants of each picture side by side, with a part for each folder; returns its path. */
export function writePicturePage(root: string, title: string, parts: Readonly<Record<string, string>>): string {
  const file = path.join(root, 'index.html');
  const body = Object.entries(parts).map(([name, folder]) => part(root, name, folder));
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>`;
  fs.writeFileSync(file, `${head}<h1>${title}</h1>\n${body.join('')}</html>`);
  return file;
}
