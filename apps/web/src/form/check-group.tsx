import type { CheckGroup } from '@firstyear/application-form';
import { useId } from 'react';
import { FieldGroup } from '../ui/field.tsx';
import styles from './check-group.module.css';
import { useFormView } from './form-view.ts';
import { QuestionView } from './question.tsx';
import { ReadChoices } from './read-answer.tsx';

/** Several check boxes under one question. */
export function CheckGroupView({ group }: { readonly group: CheckGroup }) {
  const { mode } = useFormView();
  const id = useId();
  const checks = group.checks.map((check) => <QuestionView key={check.key} question={check} />);
  if (mode === 'service') return <ReadChoices label={group.legend}>{checks}</ReadChoices>;
  return (
    <FieldGroup id={id} label={group.legend} hint={group.hint}>
      <div className={styles.checks}>{checks}</div>
    </FieldGroup>
  );
}
