import type { Group } from '@firstyear/form-engine';
import { hintId } from '@firstyear/ui/field.tsx';
import { type ReactNode, useId } from 'react';
import styles from './group.module.css';

/** Several questions that answer one thing: a fieldset. */
export function GroupView({ group, children }: { readonly group: Group; readonly children: ReactNode }) {
  const id = useId();
  const items = <div className={styles.items}>{children}</div>;
  if (group.legend === undefined) return items;
  return (
    <div className={group.block === 'plain' ? styles.apart : undefined}>
      <fieldset className={styles.group} aria-describedby={group.hint && hintId(id)}>
        <legend className={styles.legend}>{group.legend}</legend>
        {group.hint && (
          <p id={hintId(id)} className={styles.hint}>
            {group.hint}
          </p>
        )}
        {items}
      </fieldset>
    </div>
  );
}
