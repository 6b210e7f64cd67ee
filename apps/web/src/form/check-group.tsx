import type { CheckGroup } from '@firstyear/form-engine';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { useId } from 'react';
import styles from './check-group.module.css';
import { QuestionView } from './question.tsx';

/** Several check boxes under one question. */
export function CheckGroupView({ group }: { readonly group: CheckGroup }) {
  const id = useId();
  const checks = group.checks.map((check) => <QuestionView key={check.key} question={check} />);
  return (
    <FieldGroup id={id} label={group.legend} hint={group.hint}>
      <div className={styles.checks}>{checks}</div>
    </FieldGroup>
  );
}
