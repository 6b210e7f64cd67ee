import type { Section } from '@firstyear/form-engine';
import { Deeper, Heading, useHeadingLevel } from '@firstyear/ui/heading.tsx';
import { type ReactNode, useId } from 'react';
import { foldName, useFold } from '../answers/folded-sections.ts';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { sectionLeft, useLeftWords } from '../answers/page-progress.ts';
import { FoldButton, FoldedItems } from './fold.tsx';
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

export function SectionView({ section, children }: { readonly section: Section; readonly children: ReactNode }) {
  const { page } = useFormView();
  const headingId = useId();
  const [itemsId, stateId] = [`${headingId}items`, `${headingId}state`];
  const level = useHeadingLevel();
  const isFoldable = useIsFoldable(page);
  const [isKeptFolded, setIsFolded] = useFold(foldName(page, section.id));
  const isFolded = isFoldable && isKeptFolded;
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
          <FoldButton
            isFolded={isFolded}
            onFold={setIsFolded}
            title={section.title}
            items={itemsId}
            describedBy={isFolded ? stateId : undefined}
          />
        )}
        {isFolded && <FoldedState id={stateId} page={page} section={section.id} />}
        {section.hint && !isFolded && <p className={styles.sectionHint}>{section.hint}</p>}
      </div>
      <Deeper>
        <FoldedItems id={isFoldable ? itemsId : undefined} isFolded={isFolded} onOpen={() => setIsFolded(false)}>
          {children}
        </FoldedItems>
      </Deeper>
    </section>
  );
}
