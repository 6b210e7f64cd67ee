import type { OfficeItem } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeChecklist } from '@firstyear/words/office-checklist';
import { useFormats } from '../shared/formats.tsx';

/** Says where an item stands, for the office. */
export function useItemState(): (item: OfficeItem) => string {
  const { state: words } = useWords(officeChecklist);
  const { shortDate } = useFormats();
  return ({ state, came_at, returned_words }) => {
    switch (state) {
      case 'came':
        return came_at === null ? words.checking : words.came({ day: shortDate(came_at) });
      case 'returned':
        return words.returned({ why: returned_words });
      default:
        return words[state];
    }
  };
}
