import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** The language of this run, as set by main.ts. */
export const galleryLanguage = process.env.GALLERY_LANGUAGE === 'es' ? 'es' : 'en';

const docs = path.resolve(import.meta.dirname, '../../docs');
/** All pictures; not kept in the repository. */
const GALLERY = path.join(docs, 'gallery');

export const WIDTHS = [360, 768, 1280] as const;
export const HEIGHT = 900;

/** Elements that cover the page. With one of them, a picture shows the window, not the whole page. */
const OVERLAYS = 'dialog[open], [role=listbox], header section, [role=region] > ol > li';

/** Writes a picture as a PNG with a small palette, which is enough for an interface. */
async function writePicture(picture: Buffer, ...names: readonly string[]): Promise<void> {
  const file = path.join(...names);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, await sharp(picture).png({ palette: true, quality: 85, effort: 7 }).toBuffer());
}

/** Takes the picture of a screen, into a folder of the gallery. */
export async function drawScreen(page: Page, folder: string, width: number, name: string): Promise<void> {
  const picture = await page.screenshot({ fullPage: (await page.locator(OVERLAYS).count()) === 0 });
  await writePicture(picture, GALLERY, folder, String(width), `${name}.png`);
}

/** What a picture of docs/ begins with, where that isn't the begin of the page. */
const BEGINS: Readonly<Record<string, string>> = {
  'office-checklist': '#checklist',
  'completion-requested': 'main h2',
};

/** Takes a picture of the window for docs/. */
export async function drawForDocuments(page: Page, width: number, name: string): Promise<void> {
  await page
    .locator(BEGINS[name] ?? 'body')
    .first()
    .evaluate((element) => element.scrollIntoView());
  await writePicture(await page.screenshot(), docs, 'screenshots', `${name}-${width}.png`);
}
