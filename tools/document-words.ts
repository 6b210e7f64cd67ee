/** Counts the words of a document, but not bars, bullets and rules. */
export const countWords = (document: string) =>
  document.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;

/** The limit for docs/: when a page is added, another gets shorter. */
export const MAX_DOCUMENT_WORDS = 27_000;
