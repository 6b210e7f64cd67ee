import { fitName, makeSmaller } from '@firstyear/api-client/fit-file';
import { fileKindOf, isHeif } from '@firstyear/api-contract/file-content';
import { MAX_FILE_NAME_LENGTH } from '@firstyear/api-contract/file-rules';
import { joinPhotos, MAX_PHOTO_PAGES, maxPhotoBytes } from '@firstyear/api-contract/photo-pages';
import type { AreaMessage } from '@firstyear/words';
import type { photoPages } from '@firstyear/words/photo-pages';

/** A photo can't become a page, or there are too many photos. */
export class PhotoProblem extends Error {
  override readonly name = 'PhotoProblem';
  readonly problem: AreaMessage<typeof photoPages>;

  constructor(problem: AreaMessage<typeof photoPages>) {
    super(problem.id);
    this.problem = problem;
  }
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** The photo with at most so many bytes, and of a kind that the server accepts. */
async function fitPhoto(photo: File, maxBytes: number, page: number): Promise<Uint8Array> {
  const content = await bytesOf(photo);
  const kind = fileKindOf(content);
  const isTaken = kind === 'png' || kind === 'jpeg' || isHeif(content);
  if (isTaken && content.length <= maxBytes) return content;
  try {
    return await bytesOf(await makeSmaller(photo, maxBytes));
  } catch {
    throw new PhotoProblem({ id: 'cannotRead', values: { page } });
  }
}

/**
 * Joins photos into one file to upload, in their order. Redraws the largest ones if all together are too large.
 * @throws PhotoProblem when a photo can't be opened in this browser, or there are too many
 */
export async function joinPhotoFiles(photos: readonly File[]): Promise<File> {
  if (photos.length > MAX_PHOTO_PAGES) throw new PhotoProblem({ id: 'tooMany', values: { max: MAX_PHOTO_PAGES } });
  const contents: Uint8Array[] = [];
  let left = maxPhotoBytes(photos.length);
  const smallestFirst = photos.map((photo, index) => ({ photo, index })).sort((a, b) => a.photo.size - b.photo.size);
  for (const [done, { photo, index }] of smallestFirst.entries()) {
    const content = await fitPhoto(photo, Math.floor(left / (photos.length - done)), index + 1);
    contents[index] = content;
    left -= content.length;
  }
  const name = fitName(photos[0]?.name ?? '', '.pdf').slice(-MAX_FILE_NAME_LENGTH);
  return new File([joinPhotos(contents)], name, { type: 'application/octet-stream' });
}
