// Shared by both sides of the sandbox: the converter process can read only its own folder.

export const CONVERSION_PROBLEMS = [
  'wrong_content',
  'old_word',
  'open_document',
  'rich_text',
  'apple_document',
  'spreadsheet',
  'slides',
  'web_page',
  'other_picture',
  'unreadable_picture',
  'heic',
  'encrypted',
  'dynamic_form',
  'portfolio',
  'damaged',
  'macros',
  'too_much_inside',
  'too_deep',
  'too_slow',
  'blank',
  'content_lost',
  'linked_picture',
  'embedded_document',
  'comments_only',
  'unconvertible',
] as const;
export type ConversionProblem = (typeof CONVERSION_PROBLEMS)[number];

/** The file is at fault, so a retry would fail too. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly problem: ConversionProblem;
  /** The photo at fault, of several in one upload, counted from 1. */
  readonly page: number | undefined;

  constructor(
    problem: ConversionProblem,
    { page, ...options }: ErrorOptions & { readonly page?: number | undefined } = {},
  ) {
    super(`A file cannot be converted: ${problem}.`, options);
    this.problem = problem;
    this.page = page;
  }
}

/** Possible flaws of a photo that its owner should check. */
export const PHOTO_HINTS = ['dark', 'bright', 'blurred'] as const;
export type PhotoHint = (typeof PHOTO_HINTS)[number];

/** Content that the PDF doesn't show: it is linked, cannot be drawn, exceeds the page, or is beside the pages. */
export const LOSS_HINTS = [
  'linked_picture',
  'linked_document',
  'diagram',
  'picture',
  'formula',
  'cut_off',
  'comments',
  'attachment',
] as const;
export type LossHint = (typeof LOSS_HINTS)[number];

/** A hint about a page, counted from 1. */
export interface PageHint {
  readonly page: number;
  readonly hint: PhotoHint | LossHint;
}

export interface Converted {
  readonly pdf: Uint8Array;
  /** Small JPEGs of the first pages, in order, up to the first that could not be drawn. */
  readonly thumbnails: readonly Uint8Array[];
  readonly pages: number;
  /** In the order of pages. */
  readonly hints: readonly PageHint[];
}

/** Pages with thumbnails. */
export const MAX_THUMBNAILS = 8;

/** The longer side of a thumbnail: twice its size on the screen of a phone or a computer. */
export const THUMBNAIL_PX = 480;
/** Of JPEG, up to 100. */
export const THUMBNAIL_QUALITY = 75;
