// The converter process reads only its own folder, so what both sides of the sandbox share is here.

/** Why a file cannot become a PDF. */
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

/** The file is at fault: trying again would end the same way. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly problem: ConversionProblem;
  /** Of photos that are uploaded together: the one at fault, counted from 1. */
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

/** What the owner of a photo should look at, though it may be right. */
export const PHOTO_HINTS = ['dark', 'bright', 'blurred'] as const;
export type PhotoHint = (typeof PHOTO_HINTS)[number];

/** What of a Word file is not shown: it is kept elsewhere, cannot be drawn, or goes over the edge of the page. */
export const WORD_HINTS = ['linked_picture', 'linked_document', 'diagram', 'cut_off'] as const;
export type WordHint = (typeof WORD_HINTS)[number];

/** A hint about a page, counted from 1. */
export interface PageHint {
  readonly page: number;
  readonly hint: PhotoHint | WordHint;
}

export interface Converted {
  readonly pdf: Uint8Array;
  /** Small JPEGs of the first pages, in order; fewer, or none, where they could not be drawn. */
  readonly thumbnails: readonly Uint8Array[];
  readonly pages: number;
  /** In the order of pages; of photos and Word files. */
  readonly hints: readonly PageHint[];
}

/** The longer side of a thumbnail: twice what the screen of a phone or a computer shows of it. */
export const THUMBNAIL_PX = 480;
/** Of JPEG, up to 100. */
export const THUMBNAIL_QUALITY = 75;
