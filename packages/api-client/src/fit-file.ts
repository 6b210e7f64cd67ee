import { isHeif, nameForContent } from '@firstyear/api-contract/file-content';
import {
  brokenFileRules,
  fileExtension,
  MAX_FILE_BYTES,
  MAX_FILE_NAME_LENGTH,
} from '@firstyear/api-contract/file-rules';
import { isPicture } from './picture.ts';

/** The remedy for a file that breaks a rule: in the browser, or, for 'pdf', by its owner in another program. */
export type Remedy = 'smaller' | 'shorter' | 'pdf';

/** Videos and recordings, which no program saves as a PDF. */
const RECORDING = /\.(mp4|m4v|mov|avi|mkv|webm|3gp|mp3|m4a|wav)$/i;

const isRecording = (file: File) => /^(video|audio)\//.test(file.type) || RECORDING.test(file.name);

/**
 * The remedy for this file, if there is one: a picture that is too large, of another type or badly named is redrawn;
 * any other file of a right type and size only needs a shorter name, and one of another type is to be saved as a PDF, but not a
 * recording.
 */
export function remedyFor(file: File): Remedy | undefined {
  const broken = brokenFileRules(file).map((message) => message.id);
  if (broken.length === 0 || broken.includes('empty')) return undefined;
  if (broken.length === 1 && broken[0] === 'name') return 'shorter';
  if (isPicture(file)) return 'smaller';
  return broken.includes('type') && !isRecording(file) ? 'pdf' : undefined;
}

/** The file's name with this extension, cut so that both fit. */
export function fitName(name: string, extension: string): string {
  const dot = name.lastIndexOf('.');
  const base = [...(dot > 0 ? name.slice(0, dot) : name).normalize('NFC')];
  return `${
    base
      .slice(0, MAX_FILE_NAME_LENGTH - extension.length)
      .join('')
      .trim() || 'photo'
  }${extension}`;
}

export function shortenName(file: File): File {
  return new File([file], fitName(file.name, fileExtension(file.name) ?? ''), { type: file.type });
}

/** Longer side in pixels, and quality: each step smaller than the one before. The server keeps 2,550 pixels. */
const STEPS = [
  [2550, 0.85],
  [2550, 0.7],
  [2000, 0.7],
  [1600, 0.7],
  [1600, 0.5],
  [1200, 0.5],
  [900, 0.4],
] as const;

/** A longer side of so many shorter ones: the server cuts such a picture into pages, so it only has to be as wide as one. */
const LONG = 3;
const PAGE_WIDTH = 0.75;
/** Phones draw nothing on a larger canvas. */
const MAX_PIXELS = 16e6;

async function drawJpeg(picture: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const [short, long] = [Math.min(picture.width, picture.height), Math.max(picture.width, picture.height)];
  const scale = Math.min(
    1,
    long > LONG * short ? (longest * PAGE_WIDTH) / short : longest / long,
    Math.sqrt(MAX_PIXELS / (long * short)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** The picture as an upright JPEG of at most so many bytes with a name that fits. @throws when this browser cannot open it */
export async function makeSmaller(file: File, maxBytes = MAX_FILE_BYTES): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (const [longest, quality] of STEPS) {
      const blob = await drawJpeg(picture, longest, quality);
      if (blob && blob.size <= maxBytes) {
        return new File([blob], fitName(file.name, '.jpg'), { type: 'image/jpeg' });
      }
    }
  } finally {
    picture.close();
  }
  throw new Error('The picture cannot be made small enough.');
}

/** Whether this browser can show the picture: few can show HEIC. */
export async function canOpenPicture(file: File): Promise<boolean> {
  return createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );
}

/**
 * The file as it can be uploaded: with the ending that its content has, and as a JPEG when it is a photo in HEIC or AVIF.
 * Where this browser cannot open those, the server does.
 */
export async function prepareFile(file: File): Promise<File> {
  const content = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
  if (isHeif(content)) {
    const photo = await makeSmaller(file).catch(() => undefined);
    if (photo) return photo;
  }
  const name = nameForContent(file.name, content);
  return name === file.name ? file : new File([file], name, { type: file.type });
}
