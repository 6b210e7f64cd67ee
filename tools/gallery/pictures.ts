import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const docs = path.resolve(import.meta.dirname, '../../docs');
/** All pictures; not kept in the repository. */
export const GALLERY = process.env.GALLERY_FOLDER ?? path.join(docs, 'gallery');
/** The few that docs/screens.md shows; kept. */
export const SCREENSHOTS = path.join(docs, 'screenshots');

export const WIDTHS = [360, 768, 1280] as const;
export const HEIGHT = 900;

/** What lies over the page: such a screen is shown as large as the window, not as long as the page. */
export const OVERLAYS = 'dialog[open], [role=listbox], header section, [role=region] > ol > li';

/** Writes a picture as a PNG with as few colors as an interface needs. */
export async function writePicture(picture: Buffer, ...names: readonly string[]): Promise<void> {
  const file = path.join(...names);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, await sharp(picture).png({ palette: true, quality: 85, effort: 7 }).toBuffer());
}
