import type { ConversionProblem, ConverterPart, LossHint, PageHint } from '@firstyear/document-converter';
import { ENGLISH, type Language } from '@firstyear/words';
import { documentProblems } from '@firstyear/words/document-problems';

export type DocumentProblem = ConversionProblem | 'infected' | 'missing' | 'took_too_long';

const wordsOf = (language: Language) => documentProblems.in(language);

const isProblem = (text: string): text is DocumentProblem => Object.hasOwn(documentProblems.texts.problem, text);

/** The sentence for a stored problem, with the page if it has one. */
export function problemWords(problem: string | null, page: number | null = null, language = ENGLISH): string {
  const words = wordsOf(language);
  const sentence = words.problem[problem !== null && isProblem(problem) ? problem : 'unconvertible'];
  return page === null ? sentence : words.ofPage({ page, problem: sentence });
}

/** A part that this machine may lack. */
export type AwaitedPart = ConverterPart | 'scanner';

const listOf = (parts: readonly string[], { locale }: Language) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts);

/** Losses at a place on pages, and beside them, in the order of their sentences. */
const LOSSES = ['linked_picture', 'linked_document', 'diagram', 'picture', 'formula', 'cut_off'] as const;
const BESIDES_PAGES = ['comments', 'attachment'] as const satisfies readonly Exclude<
  LossHint,
  (typeof LOSSES)[number]
>[];
const isLoss = (hint: PageHint['hint']): hint is LossHint =>
  [...LOSSES, ...BESIDES_PAGES].some((loss) => loss === hint);

function lossWords(hints: readonly PageHint[], language: Language): string {
  const words = wordsOf(language);
  const sentences = LOSSES.flatMap((loss) => {
    const pages = hints.filter(({ hint }) => hint === loss).map(({ page }) => String(page));
    return pages.length === 0 ? [] : [words.loss[loss]({ count: pages.length, pages: listOf(pages, language) })];
  });
  const besides = BESIDES_PAGES.filter((loss) => hints.some(({ hint }) => hint === loss));
  const losses = [...sentences, ...besides.map((loss) => words.besidesPages[loss])].join(' ');
  return sentences.length > 0 ? words.lookAtWord({ losses }) : words.lookAtPages({ losses });
}

/** The hint for the owner of a file, if any. */
export function hintWords(hints: readonly PageHint[], pages: number, language = ENGLISH): string | undefined {
  const words = wordsOf(language);
  const [first] = hints;
  if (!first) return undefined;
  if (isLoss(first.hint)) return lossWords(hints, language);
  if (pages === 1) return words.photo[first.hint];
  const list = listOf(
    hints.flatMap(({ page, hint }) => (isLoss(hint) ? [] : [words.page[hint]({ page })])),
    language,
  );
  return words.look({ count: hints.length, pages: `${list.slice(0, 1).toUpperCase()}${list.slice(1)}` });
}

export const isAwaitedPart = (text: string): text is AwaitedPart => Object.hasOwn(documentProblems.texts.waiting, text);

export function waitingWords(part: string, language = ENGLISH): string {
  return wordsOf(language).waiting[isAwaitedPart(part) ? part : 'pdf'];
}
