import { useWords } from '@firstyear/ui/words.ts';
import { photoPages } from '@firstyear/words/photo-pages';
import { useEffect, useRef, useState } from 'react';
import styles from './pages-dialog.module.css';

/** Dots of the longer side: twice what is shown. */
const LONGER_SIDE = 160;

/** A photo drawn small, on a canvas, since the page may show no picture from elsewhere. Few browsers can draw HEIC. */
export function PhotoPreview({ photo }: { readonly photo: File }) {
  const words = useWords(photoPages);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let isOver = false;
    const draw = async () => {
      const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
      const scale = LONGER_SIDE / Math.max(picture.width, picture.height);
      const target = canvas.current;
      if (target && !isOver) {
        target.width = Math.max(1, Math.round(picture.width * scale));
        target.height = Math.max(1, Math.round(picture.height * scale));
        target.getContext('2d')?.drawImage(picture, 0, 0, target.width, target.height);
      }
      picture.close();
    };
    draw().catch(() => {
      if (!isOver) setUnreadable(true);
    });
    return () => {
      isOver = true;
    };
  }, [photo]);
  return (
    <span className={styles.preview} aria-hidden="true">
      {isUnreadable ? <span className={styles.file}>{words.noPreview}</span> : <canvas ref={canvas} />}
    </span>
  );
}
