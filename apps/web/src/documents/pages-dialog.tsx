import { prepareFile } from '@firstyear/api-client/fit-file';
import { isPicture, takePhoto } from '@firstyear/api-client/picture';
import { MAX_PHOTO_PAGES } from '@firstyear/api-contract/photo-pages';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { documents } from '@firstyear/words/documents';
import { photoPages } from '@firstyear/words/photo-pages';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { wordsOf } from '../api/errors.ts';
import { joinPhotoFiles, PhotoProblem } from './join-photos.ts';
import styles from './pages-dialog.module.css';

interface PhotoPage {
  readonly id: string;
  readonly photo: File;
}
const toPages = (photos: readonly File[]): readonly PhotoPage[] =>
  photos.map((photo) => ({ id: crypto.randomUUID(), photo }));

function move<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

type PageButton = 'up' | 'down' | 'remove';
const buttonId = (id: string, button: PageButton) => `page-${id}-${button}`;

/** Photos become the pages of one document: added, ordered by button or dragging, removed, and uploaded together. */
export function PagesDialog({
  photos,
  onClose,
  onSend,
}: {
  readonly photos: readonly File[];
  readonly onClose: () => void;
  /** The file to upload, and the photos that it was made of. */
  readonly onSend: (file: File, photos: readonly File[]) => void;
}): ReactNode {
  const words = useWords(photoPages);
  const { photograph } = useWords(documents);
  const language = useLanguage();
  const [pages, setPages] = useState(() => toPages(photos));
  const [problem, setProblem] = useState<string | null>(
    photos.length > MAX_PHOTO_PAGES ? words.tooMany({ max: MAX_PHOTO_PAGES }) : null,
  );
  const [news, setNews] = useState('');
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  /** The element to focus after a change of the list: a moved element loses the focus. */
  const nextFocus = useRef<string | null>(null);

  useLayoutEffect(() => {
    const id = nextFocus.current;
    nextFocus.current = null;
    if (id !== null) (document.getElementById(id) ?? adder.current)?.focus();
  });

  /** Aborted by a change of the pages, and when the dialog closes. */
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const stopSending = () => {
    sending.current?.abort();
    setBusy(false);
  };

  const put = (from: number, to: number) => {
    if (to < 0 || to >= pages.length || from === to) return;
    stopSending();
    setProblem(null);
    setPages(move(pages, from, to));
    setNews(words.moved({ from: from + 1, to: to + 1 }));
  };
  const dragging = useDragging(list, put);
  const press = (index: number, to: number, id: string) => {
    nextFocus.current = id;
    put(index, to);
  };
  const remove = (index: number) => {
    const left = pages.filter((_, at) => at !== index);
    const neighbor = left[Math.min(index, left.length - 1)];
    stopSending();
    nextFocus.current = neighbor ? buttonId(neighbor.id, 'remove') : '';
    setProblem(null);
    setPages(left);
    setNews(words.removed({ page: index + 1 }));
  };
  const add = async (files: readonly File[]) => {
    const taken = await Promise.all(files.map((file) => prepareFile(file).catch(() => file)));
    const added = taken.filter(isPicture);
    const isTooMany = pages.length + added.length > MAX_PHOTO_PAGES;
    if (isTooMany) setProblem(words.tooMany({ max: MAX_PHOTO_PAGES }));
    else setProblem(added.length < taken.length ? words.onlyPhotos : null);
    if (isTooMany || added.length === 0) return;
    stopSending();
    setPages((before) => [...before, ...toPages(added)]);
    setNews(words.added({ count: added.length }));
  };
  const send = async () => {
    const chosen = pages.map(({ photo }) => photo);
    sending.current?.abort();
    sending.current = new AbortController();
    const { signal } = sending.current;
    setBusy(true);
    setProblem(null);
    try {
      const file = await joinPhotoFiles(chosen);
      if (!signal.aborted) onSend(file, chosen);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error instanceof PhotoProblem ? say(photoPages, error.problem, language) : wordsOf(error));
      setBusy(false);
    }
  };
  const isFull = pages.length >= MAX_PHOTO_PAGES;
  /** Not disabled when the list is full: a disabled button loses the focus, and explains nothing. */
  const adding = (begin: () => void) => ({
    'aria-disabled': isFull || undefined,
    onClick: () => (isFull ? setProblem(words.tooMany({ max: MAX_PHOTO_PAGES })) : begin()),
  });

  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <Button
          busy={isBusy}
          disabled={pages.length === 0 || pages.length > MAX_PHOTO_PAGES}
          onClick={() => void send()}
        >
          {pages.length === 0 ? words.sendNone : words.send({ count: pages.length })}
        </Button>
      }
      cancel={words.cancel}
    >
      <p className={styles.intro}>{pages.length === 0 ? words.empty : words.intro}</p>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <ol ref={list} className={styles.list} aria-label={words.list}>
        {pages.map(({ id, photo }, index) => (
          <li key={id} className={`row ${styles.page}`} data-dragged={dragging.dragged === id || undefined}>
            <span
              className={styles.handle}
              aria-hidden="true"
              title={words.drag}
              onPointerDown={(event) => dragging.begin(event, id, index)}
            >
              ⠿
            </span>
            <PhotoPreview photo={photo} />
            <span className={styles.words}>
              <span className={styles.number}>{words.page({ page: index + 1 })}</span>{' '}
              <span className={`quiet ${styles.file}`}>{photo.name}</span>
            </span>
            <span className={`row ${styles.buttons}`}>
              <Button
                id={buttonId(id, 'up')}
                variant="quiet"
                aria-label={words.up({ page: index + 1 })}
                aria-disabled={index === 0 || undefined}
                onClick={() => press(index, index - 1, buttonId(id, 'up'))}
              >
                ↑
              </Button>
              <Button
                id={buttonId(id, 'down')}
                variant="quiet"
                aria-label={words.down({ page: index + 1 })}
                aria-disabled={index === pages.length - 1 || undefined}
                onClick={() => press(index, index + 1, buttonId(id, 'down'))}
              >
                ↓
              </Button>
              <Button
                id={buttonId(id, 'remove')}
                variant="quiet"
                aria-label={words.remove({ page: index + 1 })}
                onClick={() => remove(index)}
              >
                {words.removeShort}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label={words.add}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void add(files);
        }}
      />
      <div className={`row ${styles.adders}`}>
        <Button ref={adder} variant="secondary" {...adding(() => chooser.current?.click())}>
          {words.add}
        </Button>
        <span className={styles.camera}>
          <Button variant="secondary" {...adding(() => takePhoto((photo) => void add([photo])))}>
            {photograph}
          </Button>
        </span>
      </div>
    </Dialog>
  );
}

/** Pixels of the longer side, for screens with twice the resolution. */
const LONGER_SIDE = 160;

/** A thumbnail on a canvas, since the content security policy allows no picture from elsewhere. Few browsers can draw HEIC. */
function PhotoPreview({ photo }: { readonly photo: File }) {
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
      {isUnreadable ? <span className={`quiet ${styles.file}`}>{words.noPreview}</span> : <canvas ref={canvas} />}
    </span>
  );
}

/** The index of the list entry under a pointer at this height. */
function placeAt(list: HTMLElement, y: number): number {
  const boxes = [...list.children].map((child) => child.getBoundingClientRect());
  const place = boxes.findIndex(({ bottom }) => y < bottom);
  return place < 0 ? boxes.length - 1 : place;
}

/**
 * Moves entries of a list with mouse, pen or finger while the pointer moves. The window listens, not the entry: a moved
 * entry loses its pointer.
 */
function useDragging(list: RefObject<HTMLElement | null>, put: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const from = useRef(0);
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => {
      if (!list.current) return;
      const to = placeAt(list.current, event.clientY);
      if (to === from.current) return;
      latest.current(from.current, to);
      from.current = to;
      list.current.children[to]?.scrollIntoView({ block: 'nearest' });
    };
    const stop = () => setDragged(null);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', stop, { signal });
    window.addEventListener('pointercancel', stop, { signal });
    return () => listening.abort();
  }, [dragged, list]);
  return {
    dragged,
    /** A pointer was pressed on the entry's handle. */
    begin(event: Pick<PointerEvent, 'button' | 'preventDefault'>, id: string, index: number) {
      if (event.button !== 0) return;
      event.preventDefault();
      from.current = index;
      setDragged(id);
    },
  };
}
