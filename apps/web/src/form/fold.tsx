import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './form.module.css';

interface FoldButtonProps {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
  /** What is folded, for screen readers. */
  readonly title: string;
  /** The id of the FoldedItems. */
  readonly items: string;
  readonly describedBy?: string | undefined;
}

export function FoldButton({ isFolded, onFold, title, items, describedBy }: FoldButtonProps) {
  const words = useWords(formPage);
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={!isFolded}
      aria-controls={items}
      aria-describedby={describedBy}
      onClick={() => onFold(!isFolded)}
    >
      <span>{isFolded ? words.show : words.hide}</span>
      <VisuallyHidden> {title}</VisuallyHidden>
    </button>
  );
}

interface FoldedItemsProps {
  readonly id: string | undefined;
  readonly isFolded: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/**
 * Items that can be folded so that page search and links to questions open them. React doesn't support
 * hidden="until-found", so a prerendered page has hidden alone.
 */
export function FoldedItems({ id, isFolded, onOpen, children }: FoldedItemsProps) {
  const items = useRef<HTMLDivElement>(null);
  const opened = useRef(onOpen);
  opened.current = onOpen;
  useLayoutEffect(() => {
    if (isFolded) items.current?.setAttribute('hidden', 'until-found');
  }, [isFolded]);
  useEffect(() => {
    const { current } = items;
    const onMatch = () => opened.current();
    current?.addEventListener('beforematch', onMatch);
    return () => current?.removeEventListener('beforematch', onMatch);
  }, []);
  return (
    <div ref={items} id={id} className={styles.items} hidden={isFolded}>
      {children}
    </div>
  );
}
