/** How far a page or a section is, and what folds a section. */
export const PROGRESS_TEXT = {
  left: (count: number) => (count === 1 ? '1 question left' : `${count} questions left`),
  complete: 'Complete',
  hide: 'Hide',
  show: 'Show',
} as const;
