import type { Item, Repeater } from '@firstyear/form-engine';
import { componentKey, countedQuestions } from '@firstyear/form-reading/item-identity.ts';
import { Deeper, Heading } from '@firstyear/ui/heading.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { type ReactNode, useMemo } from 'react';
import { useComponentCount } from '../answers/hooks.ts';
import { useFormView } from './form-view.ts';
import styles from './repeater.module.css';

/** The components of an Add Another repeater that are there, and the button for one more. */
export function RepeaterView({
  repeater,
  children,
}: {
  readonly repeater: Repeater;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const words = useWords(formPage);
  const name = (position: number) => words.component({ noun: repeater.noun, number: position + 1 });
  const { isLoggedIn, features } = useFormView();
  const count = useComponentCount(repeater.id);
  const hasButton = isLoggedIn && count < repeater.maxNumberOfComponents;
  const shown = repeater.components.slice(0, count);
  const counted = useMemo(() => countedQuestions(repeater, words), [repeater, words]);
  return (
    <div className={styles.repeater}>
      {counted && (
        <ol className={styles.list}>
          {(count > 1 ? counted.slice(0, count) : shown).map((items) => (
            <li key={componentKey(items)} className={styles.entry} data-repeater={repeater.id}>
              {children(items)}
            </li>
          ))}
        </ol>
      )}
      {!counted &&
        shown.map((items, position) => (
          <div key={componentKey(items)} className={styles.component} data-repeater={repeater.id}>
            {count > 1 && <Heading className={styles.heading}>{name(position)}</Heading>}
            <Deeper isHeaded={count > 1}>
              <div className={styles.items}>{children(items)}</div>
            </Deeper>
          </div>
        ))}
      {hasButton && <features.AddAnother repeater={repeater} count={count} />}
    </div>
  );
}
