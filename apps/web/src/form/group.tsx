import { allItems, type Group, isAnswered, isQuestion } from '@firstyear/form-engine';
import { hintId } from '@firstyear/ui/field.tsx';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useMemo } from 'react';
import { foldName, useFold } from '../answers/folded-sections.ts';
import { useFromStore } from '../answers/hooks.ts';
import { FoldButton, FoldedItems } from './fold.tsx';
import styles from './form.module.css';
import { useFormView } from './question-field.tsx';

interface GroupProps {
  readonly group: Group;
  readonly children: ReactNode;
}

/** Several questions that answer one thing: a fieldset. */
export function GroupView({ group, children }: GroupProps) {
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
        {group.startsFolded ? <FoldedGroup group={group}>{children}</FoldedGroup> : items}
      </fieldset>
    </div>
  );
}

/** Opens by itself once one of its questions has an answer or an error. */
function FoldedGroup({ group, children }: GroupProps) {
  const { page } = useFormView();
  const id = useId();
  const [isFolded, setIsFolded] = useFold(foldName(page, group.wordsId ?? ''), true);
  const keys = useMemo(() => allItems(group.items).flatMap((item) => (isQuestion(item) ? [item.key] : [])), [group]);
  const hasAnswer = useFromStore(({ getState }) => keys.some((key) => isAnswered(getState().answers[key] ?? '')));
  const hasError = useFromStore(({ errors }) => keys.some((key) => Object.hasOwn(errors(), key)));
  const open = useEffectEvent(() => setIsFolded(false));
  useLayoutEffect(() => {
    if (hasAnswer) open();
  }, [hasAnswer]);
  useLayoutEffect(() => {
    if (hasError) open();
  }, [hasError]);
  return (
    <>
      <FoldButton isFolded={isFolded} onFold={setIsFolded} title={group.legend ?? ''} items={id} />
      <FoldedItems id={id} isFolded={isFolded} onOpen={() => setIsFolded(false)}>
        {children}
      </FoldedItems>
    </>
  );
}
