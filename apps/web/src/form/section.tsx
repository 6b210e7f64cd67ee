import type { Section } from '@firstyear/form-engine';
import { Deeper, Heading, useHeadingLevel } from '@firstyear/ui/heading.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { foldName, useFold } from '../answers/folded-sections.ts';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { sectionLeft, useLeftWords } from '../answers/page-progress.ts';
import styles from './form.module.css';
import { useFormView } from './question-field.tsx';

/** Pages with fewer sections are short enough as they are. */
const MIN_SECTIONS = 3;

function useIsFoldable(page: string): boolean {
  const { form } = useAnswerStore();
  const isTop = useHeadingLevel() === 2;
  const items = form.pages.find(({ id }) => id === page)?.items ?? [];
  return isTop && items.filter(({ kind }) => kind === 'section').length >= MIN_SECTIONS;
}

function FoldedState({ id, page, section }: { readonly id: string; readonly page: string; readonly section: string }) {
  const left = useFromStore((store) => sectionLeft(store, page, section));
  const leftWords = useLeftWords(left);
  return (
    <p id={id} className={styles.state} data-complete={left === 0 || undefined}>
      {left === 0 && <span aria-hidden="true">✓ </span>}
      <span>{leftWords}</span>
    </p>
  );
}

/**
 * Hides the questions of a folded section so that page search and links to questions open it. React doesn't support
 * hidden="until-found".
 */
function useHiddenItems(isFolded: boolean, open: () => void) {
  const items = useRef<HTMLDivElement>(null);
  const opened = useRef(open);
  opened.current = open;
  useLayoutEffect(() => {
    if (isFolded) items.current?.setAttribute('hidden', 'until-found');
    else items.current?.removeAttribute('hidden');
  }, [isFolded]);
  useEffect(() => {
    const { current } = items;
    const onMatch = () => opened.current();
    current?.addEventListener('beforematch', onMatch);
    return () => current?.removeEventListener('beforematch', onMatch);
  }, []);
  return items;
}

export function SectionView({ section, children }: { readonly section: Section; readonly children: ReactNode }) {
  const words = useWords(formPage);
  const { page } = useFormView();
  const headingId = useId();
  const level = useHeadingLevel();
  const isFoldable = useIsFoldable(page);
  const [isKeptFolded, setIsFolded] = useFold(foldName(page, section.id));
  const isFolded = isFoldable && isKeptFolded;
  const items = useHiddenItems(isFolded, () => setIsFolded(false));
  return (
    <section
      className={styles.section}
      data-level={level}
      data-folded={isFolded || undefined}
      aria-labelledby={headingId}
    >
      <div className={styles.head}>
        <Heading id={headingId} className={styles.title}>
          {section.title}
        </Heading>
        {isFoldable && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-controls={`${headingId}items`}
            aria-describedby={isFolded ? `${headingId}state` : undefined}
            onClick={() => setIsFolded(!isFolded)}
          >
            <span>{isFolded ? words.show : words.hide}</span>
            <VisuallyHidden> {section.title}</VisuallyHidden>
          </button>
        )}
        {isFolded && <FoldedState id={`${headingId}state`} page={page} section={section.id} />}
        {section.hint && !isFolded && <p className={styles.sectionHint}>{section.hint}</p>}
      </div>
      <Deeper>
        <div ref={items} id={isFoldable ? `${headingId}items` : undefined} className={styles.items}>
          {children}
        </div>
      </Deeper>
    </section>
  );
}
