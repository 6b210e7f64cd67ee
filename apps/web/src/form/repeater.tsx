import type { Repeater } from '@firstyear/application-form';
import { AddAnotherButton } from '../add-another/add-another-button.tsx';
import { useComponentCount } from '../answers/hooks.ts';
import { FORM_TEXT } from '../text/form.ts';
import { useFormView } from './form-view.ts';
import { Deeper, Heading } from './heading.tsx';
import { Items } from './items.tsx';
import styles from './repeater.module.css';
import { identityOf } from './rows.ts';

/** The components of an Add Another repeater that are there, and the button for one more. */
export function RepeaterView({ repeater }: { readonly repeater: Repeater }) {
  const { mode, isLoggedIn } = useFormView();
  const count = useComponentCount(repeater.id);
  const hasButton = mode === 'interactive' && isLoggedIn && count < repeater.maxNumberOfComponents;
  return (
    <div className={styles.repeater} data-mode={mode}>
      {repeater.components.slice(0, count).map((items, position) => (
        <div key={items.map(identityOf).join(' ')} className={styles.component} data-repeater={repeater.id}>
          {count > 1 && (
            <Heading className={styles.heading}>{FORM_TEXT.component(repeater.noun, position + 1)}</Heading>
          )}
          <Deeper>
            <div className={styles.items}>
              <Items items={items} />
            </div>
          </Deeper>
        </div>
      ))}
      {hasButton && <AddAnotherButton repeater={repeater} count={count} />}
    </div>
  );
}
