/** How far a page or a section is, and what folds a section. */
export const PROGRESS_TEXT = {
  /** null: not known. */
  left: (count: number | null) => {
    if (count === null) return '';
    if (count === 0) return 'Complete';
    return count === 1 ? '1 question left' : `${count} questions left`;
  },
  hide: 'Hide',
  show: 'Show',
} as const;
