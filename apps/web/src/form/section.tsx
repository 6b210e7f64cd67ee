import type { Section } from '@firstyear/application-form';
import { type ReactNode, useId } from 'react';
import { useFormView } from './form-view.ts';
import { Deeper, Heading, useHeadingLevel } from './heading.tsx';
import styles from './section.module.css';

/** Questions under a heading. */
export function SectionView({ section, children }: { readonly section: Section; readonly children: ReactNode }) {
  const { mode } = useFormView();
  const headingId = useId();
  const level = useHeadingLevel();
  if (mode === 'service') {
    return (
      <section aria-labelledby={headingId}>
        <Heading id={headingId}>{section.title}</Heading>
        <Deeper>{children}</Deeper>
      </section>
    );
  }
  return (
    <section className={styles.section} data-mode={mode} data-level={level} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId} className={styles.title}>
          {section.title}
        </Heading>
        {section.hint && <p className={styles.hint}>{section.hint}</p>}
      </div>
      <Deeper>
        <div className={styles.items}>{children}</div>
      </Deeper>
    </section>
  );
}
