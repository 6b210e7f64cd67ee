import { lazyPart } from '../api/load-part.ts';

/** Loaded once photos are chosen: most files are none. */
export const PagesDialog = lazyPart(() => import('./pages-dialog.tsx'), 'PagesDialog');
