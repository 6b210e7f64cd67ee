import sharp from 'sharp';
import type { PhotoHint } from './conversion.ts';

/** The size to judge: without the grain of a sensor, and with readable letters still sharp. */
const SIDE_PX = 800;
/** Of 255: a photo on which nearly everything is darker. */
const DARK = 60;
/** A photo on which nearly nothing is darker. */
const BRIGHT = 215;
/** Share of outliers at either end: a lamp, a speck. */
const OUTLIERS = 0.002;
/** The steepest step of a photo in focus, relative to its contrast: 1 or more for letters in focus, 0.2 for unreadable ones. */
const STEEP = 0.25;

/** The value below which a share of the counted values lies. */
function percentile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (seen > total * share) return value;
  }
  return counts.length - 1;
}

/** Whether a photo is nearly black, nearly white or blurred. */
export async function findPhotoHint(picture: Uint8Array): Promise<PhotoHint | null> {
  const { data, info } = await sharp(picture)
    .grayscale()
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number) => data[(y * width + x) * channels] ?? 0;
  const grays = new Uint32Array(256);
  const steps = new Uint32Array(4 * 256);
  let inner = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const gray = at(x, y);
      grays[gray] = (grays[gray] ?? 0) + 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
      // Laplace: how much a pixel differs from its neighbors on all sides.
      const step = Math.abs(4 * gray - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1));
      steps[step] = (steps[step] ?? 0) + 1;
      inner += 1;
    }
  }
  const all = width * height;
  const [darkest, brightest] = [percentile(grays, all, OUTLIERS), percentile(grays, all, 1 - OUTLIERS)];
  if (brightest < DARK) return 'dark';
  if (darkest > BRIGHT) return 'bright';
  const steepest = percentile(steps, inner, 1 - OUTLIERS);
  return steepest < STEEP * (brightest - darkest) ? 'blurred' : null;
}
