import { itemReply, LONGEST_REPLY } from '@firstyear/api-contract/items';
import { cleanLines } from '@firstyear/api-contract/staff-text';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { TextArea } from '@firstyear/ui/text-input.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formPage } from '@firstyear/words/form-page';
import { typedItems } from '@firstyear/words/typed-items';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { request } from '../api/client.ts';
import styles from './items.module.css';
import { type ItemProps, sendTyped } from './send-typed.ts';
import { useUnsentReply } from './use-unsent-reply.ts';

/** The explanation that the office has asked for: what was sent, and a field for another one. */
export function ItemReply({ item, onChange }: ItemProps) {
  const words = useWords(typedItems);
  const { characterCount } = useWords(formPage);
  const countId = useId();
  const [typed, keep] = useUnsentReply(item.id);
  const [problem, setProblem] = useState<string>();
  const id = `reply-${item.id}`;
  const text = typed ?? '';
  const over = text.trim().length - LONGEST_REPLY;
  // Its response may have been lost.
  const wasSent = !item.may_send && cleanLines(text).trim() === item.reply;
  const discard = useEffectEvent(() => keep(undefined));
  useEffect(() => {
    if (wasSent) discard();
  }, [wasSent]);
  const sending = useAction(async () => {
    const problem = text.trim() === '' ? words.replyNeeded : over > 0 ? words.replyTooLong({ over }) : undefined;
    setProblem(problem);
    if (problem !== undefined) {
      document.getElementById(id)?.focus();
      return;
    }
    const send = async () => {
      await request(itemReply, { params: { id: item.id }, payload: { text: text.trim() } });
      keep(undefined);
    };
    await sendTyped(send, setProblem, onChange);
  });
  return (
    <>
      {item.reply !== '' && (
        <figure className={styles.reply}>
          <figcaption>{words.replied}</figcaption>
          <blockquote dir="auto">{item.reply}</blockquote>
        </figure>
      )}
      {item.may_send && (
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void sending.run();
          }}
        >
          <Field
            id={id}
            label={words.reply({ title: item.title })}
            errors={problem === undefined ? [] : [problem]}
            required
            describedBy={countId}
          >
            {(aria) => (
              <TextArea
                {...aria}
                rows={5}
                value={text}
                onText={(area) => keep(area.value === '' ? undefined : area.value)}
              />
            )}
          </Field>
          <p id={countId} className={styles.count}>
            {characterCount({ count: text.trim().length, limit: LONGEST_REPLY })}
          </p>
          <Button type="submit" busy={sending.isBusy}>
            {words.send}
          </Button>
        </form>
      )}
      {!item.may_send && !wasSent && typed !== undefined && (
        <figure className={styles.reply}>
          <figcaption>{words.unsent}</figcaption>
          <blockquote dir="auto">{typed}</blockquote>
          <Button variant="quiet" onClick={() => keep(undefined)}>
            {words.discard}
          </Button>
        </figure>
      )}
    </>
  );
}
