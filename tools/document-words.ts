/** The number of words in a document, without the bars, bullets and rules of tables. */
export const countWords = (document: string) =>
  document.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;

/** The limit for docs/: a new page means that another gets shorter. */
export const MAX_DOCUMENT_WORDS = 37_500;
