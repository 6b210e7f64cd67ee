import { type MyCorrection, myCorrection, sendCorrection } from '@firstyear/api-contract/corrections';
import {
  type Answers,
  answerOf,
  correctAnswers,
  correctionErrors,
  type Form,
  type FormState,
  indexForm,
  parseAnswers,
} from '@firstyear/form-engine';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { Deeper } from '@firstyear/ui/heading.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { items } from '@firstyear/words/items';
import { typedItems } from '@firstyear/words/typed-items';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { type AnswerStore, createAnswerStore, INCOMPLETE_DATE } from '../answers/answer-store.ts';
import { AnswerStoreProvider, useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { wordsOf } from '../api/errors.ts';
import { useQueryClient } from '../api/queries.ts';
import { focusQuestion } from '../form/focus-question.ts';
import formStyles from '../form/form.module.css';
import { Items } from '../form/items.tsx';
import { FormViewProvider } from '../form/question-field.tsx';
import { useForm, usePartner } from '../partner-context.tsx';
import { askedItems } from './asked-items.ts';
import styles from './items.module.css';
import { type ItemProps, sendTyped } from './send-typed.ts';
import { useUnsentReply } from './use-unsent-reply.ts';

/** What was typed and not sent yet, from the tab's storage. */
function parseTyped(form: Form, text: string | undefined): Answers {
  try {
    return parseAnswers(form, sendCorrection.payload.parse(JSON.parse(text ?? '')).answers, true).answers;
  } catch {
    return {};
  }
}

/** A store of its own: nothing is saved before the correction is sent. */
function storeOf(form: Form, { answers, tabs, addAnother }: FormState, typed: Answers): AnswerStore {
  const store = createAnswerStore(form, () => new Date());
  store.setTabs(tabs);
  store.setAddAnother(addAnother);
  store.loadSaved(answers);
  store.changeMany(typed);
  return store;
}

interface CorrectingProps extends ItemProps {
  readonly form: Form;
  readonly sent: MyCorrection;
}

/** The asked questions, and those that come with them, as in the form. */
function Correcting({ item, form, sent, onChange }: CorrectingProps) {
  const words = useWords(typedItems);
  const { component } = useWords(formPage);
  const { help_email: email } = usePartner();
  const page = useAnswerStore();
  const [typed, keep] = useUnsentReply(item.id);
  const { answers, tabs, add_another: addAnother, keys } = sent;
  const before = useMemo(() => ({ answers, tabs, addAnother }), [answers, tabs, addAnother]);
  const [store] = useState(() => storeOf(form, before, parseTyped(form, typed)));
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const correct = () => correctAnswers(form, before, keys, store.getState().answers, store.moment());
  const subscribe = useCallback((listener: () => void) => store.subscribe(null, listener), [store]);
  const open = useSyncExternalStore(subscribe, () => [...correct().open].join(' '));
  const asked = useMemo(() => {
    const isAsked = (key: string) => open.split(' ').includes(key);
    const nameOf = (noun: string, position: number) => component({ noun, number: position + 1 });
    return askedItems(
      form.pages.flatMap(({ items }) => items),
      isAsked,
      (repeater, position) => nameOf(repeater.noun, position),
    );
  }, [form, open, component]);
  const view = useMemo(() => ({ page: '', showErrors: isChecked, isLoggedIn: false }), [isChecked]);

  const keepTyped = useEffectEvent(() => {
    const values = form.fields.map(({ question: { key } }) => [key, store.inputValue(key)] as const);
    const differing = values.filter(([key, value]) => value !== INCOMPLETE_DATE && value !== answerOf(answers, key));
    keep(differing.length === 0 ? undefined : JSON.stringify({ answers: Object.fromEntries(differing) }));
  });
  useEffect(() => store.subscribe(null, () => keepTyped()), [store]);

  /** Says what is wrong, at its field if that is here. */
  const check = (): boolean => {
    const correction = correct();
    const [wrong] = Object.keys(correctionErrors(form, before, correction, store.errors(), store.moment()));
    setIsChecked(true);
    if (wrong === undefined) return true;
    if (correction.open.has(wrong)) requestAnimationFrame(() => focusQuestion(wrong));
    else setProblem(words.elsewhere({ label: form.byKey.get(wrong)?.question.label ?? wrong, email }));
    return false;
  };
  const sending = useAction(async () => {
    setProblem(undefined);
    store.commitDrafts();
    if (!check()) return;
    const values = store.getState().answers;
    const storedKeys = [...correct().open].flatMap((key) => form.storedKeys.get(key) ?? []);
    const given = Object.fromEntries(storedKeys.map((key) => [key, answerOf(values, key)]));
    const send = async () => {
      const { answer } = await request(sendCorrection, { params: { id: item.id }, payload: { answers: given } });
      keep(undefined);
      page.loadSaved(answer, { keepTyped: false });
    };
    await sendTyped(send, setProblem, onChange);
  });
  // Sent, or no longer asked for: what was typed elsewhere stays until it is sent once more or deleted.
  if (!item.may_send && typed === undefined) return null;
  const toDo = asked.length === 0 ? words.nothingToCorrect : words.correct;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void sending.run();
      }}
    >
      <div className={formStyles.page}>
        <p className={styles.soft}>{item.may_send ? toDo : words.unsent}</p>
        <AnswerStoreProvider value={store}>
          <FormViewProvider value={view}>
            <Deeper>
              <Deeper>
                <Items items={asked} />
              </Deeper>
            </Deeper>
          </FormViewProvider>
        </AnswerStoreProvider>
        <div className={`row ${styles.acts}`}>
          {problem !== undefined && (
            <p role="alert" className={styles.failed}>
              {problem}
            </p>
          )}
          <Button type="submit" busy={sending.isBusy}>
            {words.sendCorrection}
          </Button>
          {!item.may_send && (
            <Button variant="quiet" onClick={() => keep(undefined)}>
              {words.discard}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** The questions whose answers the office asks to correct, with the submitted answers. */
export function ItemCorrection({ item, onChange }: ItemProps) {
  const words = useWords(items);
  const today = useForm();
  const params = { id: item.id };
  const { data, error, isFetching, refetch } = useQuery(
    { queryKey: ['correction', item.id], queryFn: () => request(myCorrection, { params }), gcTime: 0 },
    useQueryClient(),
  );
  const form = useMemo(() => (data?.form ? indexForm(data.form, today.words) : today), [data, today]);
  if (data) return <Correcting item={item} form={form} sent={data} onChange={onChange} />;
  if (!error) return <Spinner />;
  return (
    <div className={`row ${styles.acts}`}>
      <p role="alert">{wordsOf(error)}</p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        {words.retry}
      </Button>
    </div>
  );
}
