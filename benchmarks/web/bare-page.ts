import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

/** One input of a page, as the browser shows it. */
export interface Control {
  readonly tag: 'input' | 'select' | 'textarea';
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly options: readonly string[];
}

const MAIN = `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import controls from './controls.json';

function Form() {
  const [values, setValues] = useState({});
  return h('form', null, controls.map(({ tag, id, type, label, options }) => h('p', { key: id },
    h('label', { htmlFor: id }, label),
    h(tag, {
      id,
      ...(tag === 'input' ? { type } : {}),
      ...(type === 'checkbox' || type === 'radio'
        ? { checked: values[id] === true, onChange: () => setValues((before) => ({ ...before, [id]: true })) }
        : { value: values[id] ?? '', onChange: (event) => setValues((before) => ({ ...before, [id]: event.target.value })) }),
    }, tag === 'select' ? options.map((label, at) => h('option', { key: at }, label)) : undefined),
  )));
}
createRoot(document.getElementById('root')).render(h(Form));
`;

/** Builds a page that is React, these inputs and nothing else, into a folder. beside: a folder from which React is found. */
export async function buildBarePage(controls: readonly Control[], folder: string, beside: string): Promise<void> {
  const source = await mkdtemp(path.join(beside, '.bare-'));
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(source, 'controls.json'), JSON.stringify(controls));
    await writeFile(path.join(source, 'main.js'), MAIN);
    await writeFile(
      path.join(source, 'index.html'),
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>',
    );
    await build({
      root: source,
      configFile: false,
      logLevel: 'warn',
      mode: 'production',
      build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
    });
    // Compressed, as the product's scripts are.
    for (const name of await readdir(path.join(folder, 'assets'))) {
      const file = path.join(folder, 'assets', name);
      await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
    }
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
