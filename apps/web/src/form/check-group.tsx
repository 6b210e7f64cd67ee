import type { CheckGroup } from '@firstyear/application-form';
import { useId } from 'react';
import { FieldGroup } from '../ui/field.tsx';
import { ChangeableAnswer } from './changeable-answer.tsx';
import styles from './check-group.module.css';
import { FormViewProvider, useFormView } from './form-view.ts';
import { QuestionView } from './question.tsx';
import { ReadChoices } from './read-answer.tsx';

/** Several check boxes under one question. */
export function CheckGroupView({ group }: { readonly group: CheckGroup }) {
  const view = useFormView();
  const { mode } = view;
  const id = useId();
  const checks = group.checks.map((check) => <QuestionView key={check.key} question={check} />);
  const [first, ...others] = group.checks.map(({ key }) => key);
  if (mode === 'service' && first !== undefined) {
    return (
      <ChangeableAnswer keys={[first, ...others]} label={group.legend}>
        <FormViewProvider value={{ ...view, review: undefined }}>
          <ReadChoices label={group.legend}>{checks}</ReadChoices>
        </FormViewProvider>
      </ChangeableAnswer>
    );
  }
  return (
    <FieldGroup id={id} label={group.legend} hint={group.hint}>
      <div className={styles.checks}>{checks}</div>
    </FieldGroup>
  );
}
