import fs from 'node:fs';
import path from 'node:path';
import { GALLERY, LANGUAGES } from './pictures.ts';

/** The pictures in a folder of the gallery, by name. */
function picturesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const pictures = new Map<string, string[]>();
  const root = path.join(GALLERY, folder);
  if (!fs.existsSync(root)) return pictures;
  for (const variant of fs.readdirSync(root).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    for (const file of fs.readdirSync(path.join(root, variant)).sort()) {
      const name = path.basename(file, '.png');
      pictures.set(name, [...(pictures.get(name) ?? []), `${folder}/${variant}/${file}`]);
    }
  }
  return pictures;
}

function part(title: string, folder: string): string {
  const rows = [...picturesIn(folder)].map(
    ([name, files]) =>
      `<section id="${name}"><h3>${name}</h3><div>${files
        .map((file) => {
          const variant = file.split('/')[1];
          return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${variant}"></a><figcaption>${variant}</figcaption></figure>`;
        })
        .join('')}</div></section>`,
  );
  return `<h2>${title}</h2>${rows.join('\n')}`;
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** Writes the page that shows all pictures of the gallery side by side. */
export default function writeIndex(): void {
  fs.mkdirSync(GALLERY, { recursive: true });
  const style = `body{font:16px/1.5 system-ui;margin:2rem;background:#f4efe4;color:#1e2521}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
figure{margin:0;max-width:28rem}img{max-width:100%;max-height:40rem;object-fit:cover;object-position:top;border:1px solid #e2dbcb;background:#fff}h3{margin:2rem 0 .5rem}`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style><h1>Gallery</h1>
<p>Every screen at three widths, those of the office at 1440 too, every widget in every state. Made by <code>npm run gallery</code>.</p>
${part('Screens', 'screens')}${part('Widgets', 'widgets')}${OTHERS.map((other) => part(`Screens, ${other}`, `screens-${other}`)).join('')}</html>`;
  fs.writeFileSync(path.join(GALLERY, 'index.html'), page);
}
