import { Suspense } from 'react';
import { lazyPart } from '../api/load-part.ts';

/** Loaded once photos are chosen: most files are none. */
const PagesDialog = lazyPart(() => import('./pages-dialog.tsx'), 'PagesDialog');

interface LazyPagesDialogProps {
  /** The photos that are to become the pages of one document; null while there are none. */
  readonly photos: readonly File[] | null;
  readonly onClose: () => void;
  readonly onSend: (file: File, photos: readonly File[]) => void;
}

/** The dialog in which photos become a document, once there are some. It closes when the document is sent. */
export function LazyPagesDialog({ photos, onClose, onSend }: LazyPagesDialogProps) {
  if (!photos) return null;
  return (
    <Suspense fallback={null}>
      <PagesDialog
        photos={photos}
        onClose={onClose}
        onSend={(file, pages) => {
          onClose();
          onSend(file, pages);
        }}
      />
    </Suspense>
  );
}
