import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { build } from 'vite';

export interface Control {
  /** input, select or textarea */
  readonly tag: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly label: string;
  readonly options: readonly string[];
  /** Whether it is in the block that can be shown and hidden. */
  readonly isInBlock: boolean;
}

/** A choice that shows a block of inputs: the name of the radio buttons, and the id of the one that shows it. */
export interface BlockChoice {
  readonly name: string;
  readonly shows: string;
}

function readControls(page: Page): Promise<readonly Omit<Control, 'isInBlock'>[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'main :is(input, select, textarea)',
      ),
    ].map((control) => ({
      tag: control.localName,
      id: control.id,
      name: control.name,
      type: control.type,
      value: control instanceof HTMLInputElement ? control.value : '',
      label: control.labels?.[0]?.textContent ?? '',
      options: control instanceof HTMLSelectElement ? [...control.options].map((option) => option.label) : [],
    })),
  );
}

/** All inputs of an open page, with those of the block. */
export async function controlsOf(page: Page, { shows }: BlockChoice): Promise<readonly Control[]> {
  const always = new Set((await readControls(page)).map(({ id }) => id));
  await page.locator(`[id="${shows}"]`).check();
  const all = await readControls(page);
  return all.map((control) => ({ ...control, isInBlock: !always.has(control.id) }));
}

/** Each input has its own state, so that a key renders one input only. */
const MAIN = `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { controls, block } from './questions.json';

function Labeled({ id, label, children }) {
  return h('p', null, h('label', { htmlFor: id }, label), children);
}
function Check({ id, label }) {
  const [checked, setChecked] = useState(false);
  return h(Labeled, { id, label }, h('input', { id, type: 'checkbox', checked, onChange: (event) => setChecked(event.target.checked) }));
}
function Line({ tag, id, type, label, options }) {
  const [value, setValue] = useState('');
  return h(Labeled, { id, label }, h(tag, { id, ...(tag === 'input' ? { type } : {}), value, onChange: (event) => setValue(event.target.value) },
    tag === 'select' ? options.map((label, at) => h('option', { key: at }, label)) : undefined));
}
function Choice({ radios }) {
  const [chosen, setChosen] = useState('');
  const isShown = radios[0].name === block.name && chosen === block.shows;
  return h('div', null,
    radios.map(({ id, name, label }) => h(Labeled, { key: id, id, label },
      h('input', { id, name, type: 'radio', checked: chosen === id, onChange: () => setChosen(id) }))),
    isShown && h(Controls, { controls: controls.filter((control) => control.isInBlock) }));
}
function Controls({ controls }) {
  return controls.map((control) => {
    if (control.type === 'checkbox') return h(Check, { key: control.id, ...control });
    if (control.type !== 'radio') return h(Line, { key: control.id, ...control });
    const radios = controls.filter(({ type, name }) => type === 'radio' && name === control.name);
    return radios[0] === control ? h(Choice, { key: control.id, radios }) : null;
  });
}
createRoot(document.getElementById('root')).render(h('form', null, h(Controls, { controls: controls.filter((control) => !control.isInBlock) })));
`;

/** Builds a page with only React and these inputs into a folder, compressed like the product. */
export async function buildBarePage(controls: readonly Control[], block: BlockChoice, folder: string): Promise<void> {
  // In this folder, where the packages can be resolved.
  const source = await mkdtemp(path.join(import.meta.dirname, '.page-'));
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(source, 'questions.json'), JSON.stringify({ controls, block }));
    await writeFile(path.join(source, 'main.js'), MAIN);
    await writeFile(
      path.join(source, 'index.html'),
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>',
    );
    await build({
      root: source,
      configFile: false,
      logLevel: 'error',
      mode: 'production',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
    });
    for (const name of await readdir(path.join(folder, 'assets'))) {
      const file = path.join(folder, 'assets', name);
      await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
    }
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
