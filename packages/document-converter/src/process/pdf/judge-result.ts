import { ConversionError, type ConversionProblem, type WordHint } from '../conversion.ts';
import type { WordContent } from '../word/word-content.ts';
import type { DocumentContent } from './shown.ts';

/** Less may be missing by itself: numbers that are generated again, ligatures, letters that no font has. */
const MAX_MISSING_SHARE = 0.3;
const MAX_MISSING_LETTERS = 30;

const PROBLEMS = {
  linked_picture: 'linked_picture',
  linked_document: 'embedded_document',
  diagram: 'content_lost',
  cut_off: 'content_lost',
} as const satisfies Record<WordHint, ConversionProblem>;

/** How many letters of the source are not shown. */
function countMissing(source: Readonly<Record<string, number>>, shown: Readonly<Record<string, number>>) {
  let [all, missing] = [0, 0];
  for (const [letter, count] of Object.entries(source)) {
    all += count;
    missing += Math.max(0, count - (shown[letter] ?? 0));
  }
  return { all, missing };
}

function refuseLossOfWord(result: DocumentContent, word: WordContent): void {
  const { all, missing } = countMissing(word.letters, result.letters);
  const isBlank = result.pages.every((page) => page.isBlank);
  const hasBlankPage = result.pages.some((page) => page.isBlank);
  // The page has nothing but placeholders: most likely the lost part was the document itself.
  const [lost] = result.pages.flatMap((page) => (page.isBlank ? page.hints : []));
  if (lost) throw new ConversionError(PROBLEMS[lost]);
  if (isBlank && all === 0 && word.pictures === 0)
    throw new ConversionError(word.comments > 0 ? 'comments_only' : 'blank');
  const isTextLost = missing > MAX_MISSING_LETTERS && missing > all * MAX_MISSING_SHARE;
  const isPictureLost = hasBlankPage && result.pictures < word.pictures;
  if (isBlank || isTextLost || isPictureLost) throw new ConversionError('content_lost');
}

/**
 * Refuses a result that shows less than its source. Blank pages of a good document are fine: they count only when the
 * whole result is blank, or when something that would stand there is missing.
 * @throws ConversionError with the reason, where it is known
 */
export function refuseLoss(
  result: DocumentContent,
  source: { readonly isRepaired: boolean; readonly word: WordContent | undefined },
): void {
  if (source.word) {
    refuseLossOfWord(result, source.word);
    return;
  }
  // Programs that write blank pages give them some content; a page that lost its own has none.
  if (source.isRepaired && result.pages.some((page) => page.isBlank && page.isEmpty))
    throw new ConversionError('damaged');
  if (result.pages.every((page) => page.isBlank)) throw new ConversionError('blank');
}
