import type { CheckGroup } from '@firstyear/form-engine';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { useId } from 'react';
import styles from './check-group.module.css';
import { useFormView } from './form-view.ts';
import { QuestionView } from './question.tsx';

/** Several check boxes under one question. */
export function CheckGroupView({ group }: { readonly group: CheckGroup }) {
  const { reading } = useFormView();
  const id = useId();
  const checks = group.checks.map((check) => <QuestionView key={check.key} question={check} />);
  if (reading) return <reading.CheckGroup group={group}>{checks}</reading.CheckGroup>;
  return (
    <FieldGroup id={id} label={group.legend} hint={group.hint}>
      <div className={styles.checks}>{checks}</div>
    </FieldGroup>
  );
}
