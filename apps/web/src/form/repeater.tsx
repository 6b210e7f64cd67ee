import { type Item, isQuestion, type Repeater } from '@firstyear/form-engine';
import { useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { formPage } from '@firstyear/words/form-page';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useComponentCount } from '../answers/hooks.ts';
import { useFormView } from './form-view.ts';
import { Deeper, Heading } from './heading.tsx';
import { identityOf } from './item-identity.ts';
import styles from './repeater.module.css';

type FormWords = WordsOf<typeof formPage.texts>;

/**
 * Components of one question each, with labels that count them: they are a list, in which headings would only repeat the
 * label. undefined: the components are more than that.
 */
function countedQuestions({ noun, components }: Repeater, words: FormWords): readonly (readonly Item[])[] | undefined {
  const counted = components.map((items, position) =>
    items
      .filter(isQuestion)
      .map((question) => ({ ...question, label: words.component({ noun, number: position + 1 }) })),
  );
  const isList = components.every((items, position) => items.length === 1 && counted[position]?.length === 1);
  return isList ? counted : undefined;
}

/** A component that begins with a group: its heading on paper names both, and the group none. */
function joinHeadings(
  component: string,
  items: readonly Item[],
  words: FormWords,
): readonly [heading: string, items: readonly Item[]] {
  const [first, ...others] = items;
  if (first === undefined || isQuestion(first) || first.kind !== 'group' || first.legend === undefined) {
    return [component, items];
  }
  const { legend, ...plain } = first;
  return [words.componentOf({ component, legend }), [plain, ...others]];
}

const keyOf = (items: readonly Item[]) => items.map(identityOf).join(' ');

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
  const { isLoggedIn, features, reading, review } = useFormView();
  const count = useComponentCount(repeater.id);
  const hasButton = isLoggedIn && count < repeater.maxNumberOfComponents;
  const shown = repeater.components.slice(0, count);
  const counted = useMemo(() => countedQuestions(repeater, words), [repeater, words]);
  const table = reading && !review ? reading.tableOf(repeater, count) : undefined;
  if (reading && table) return <reading.Table table={table} />;
  if (review && counted && count > 1) {
    return (
      <div className={styles.answers} data-keep="">
        {counted.slice(0, count).map((items) => (
          <Fragment key={keyOf(items)}>{children(items)}</Fragment>
        ))}
      </div>
    );
  }
  if (reading) {
    if (count === 1) return <div data-keep="">{children(shown[0] ?? [])}</div>;
    return shown.map((component, position) => {
      const [heading, items] = joinHeadings(name(position), component, words);
      return (
        <div key={keyOf(component)} data-keep="">
          <Heading>{heading}</Heading>
          <Deeper>{children(items)}</Deeper>
        </div>
      );
    });
  }
  return (
    <div className={styles.repeater}>
      {counted && (
        <ol className={styles.list}>
          {(count > 1 ? counted.slice(0, count) : shown).map((items) => (
            <li key={keyOf(items)} className={styles.entry} data-repeater={repeater.id}>
              {children(items)}
            </li>
          ))}
        </ol>
      )}
      {!counted &&
        shown.map((items, position) => (
          <div key={keyOf(items)} className={styles.component} data-repeater={repeater.id}>
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
