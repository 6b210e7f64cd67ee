import type { Item, Repeater } from '@firstyear/form-engine';
import { componentKey, countedQuestions } from '@firstyear/form-reading/item-identity.ts';
import { Button } from '@firstyear/ui/button.tsx';
import { Deeper, Heading } from '@firstyear/ui/heading.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { type ReactNode, useMemo, useState } from 'react';
import { useAnswerStore, useComponentCount } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { showFailure } from '../api/errors.ts';
import styles from './form.module.css';
import { useFormView } from './question-field.tsx';

/** Focuses the first input of the new component: the button itself may be gone. */
function focusNewest(repeaterId: string): void {
  const components = document.querySelectorAll<HTMLElement>(`[data-repeater="${CSS.escape(repeaterId)}"]`);
  components[components.length - 1]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** Stores count + 1 on the server, refetches the list and shows the new component (ADD-02 to ADD-04). */
function AddAnotherButton({ repeater, count }: { readonly repeater: Repeater; readonly count: number }) {
  const words = useWords(formPage);
  const { id, noun, add, added } = repeater;
  const store = useAnswerStore();
  const [announced, setAnnounced] = useState('');
  const { isBusy, run } = useAction(async () => {
    try {
      await request('putAddAnother', { payload: { button_id: id, num_components: count + 1 } });
      const counts = await request('getAddAnother');
      store.setAddAnother(counts);
      // The newest one, which gets the focus: another device may have added some.
      const number = counts[id] ?? count + 1;
      setAnnounced(added?.replace('{number}', String(number)) ?? words.added({ noun, number }));
      requestAnimationFrame(() => focusNewest(id));
    } catch (error) {
      showFailure(error, { title: words.addAnotherError({ id }) });
    }
  });
  return (
    <div>
      <Button variant="secondary" busy={isBusy} onClick={() => void run()}>
        {add ?? words.addAnother({ noun })}
      </Button>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

/** The components of an Add Another repeater, and the button for one more. */
export function RepeaterView({
  repeater,
  children,
}: {
  readonly repeater: Repeater;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const words = useWords(formPage);
  const name = (position: number) => words.component({ noun: repeater.noun, number: position + 1 });
  const { isLoggedIn } = useFormView();
  const count = useComponentCount(repeater.id);
  const hasButton = isLoggedIn && count < repeater.maxNumberOfComponents;
  const shown = repeater.components.slice(0, count);
  const counted = useMemo(() => countedQuestions(repeater, words), [repeater, words]);
  return (
    <div className={styles.items}>
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
      {hasButton && <AddAnotherButton repeater={repeater} count={count} />}
    </div>
  );
}
