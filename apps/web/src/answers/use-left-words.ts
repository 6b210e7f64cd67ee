import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';

/** How many questions are left, in words; null: not known, and nothing is said. */
export function useLeftWords(left: number | null): string {
  const words = useWords(formPage);
  if (left === null) return '';
  return left === 0 ? words.complete : words.left({ count: left });
}
