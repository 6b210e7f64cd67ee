import { type HelpStudent, helpDecline } from '@firstyear/api-contract/helpers';
import { Banner } from '@firstyear/ui/banner.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { Card } from '@firstyear/ui/card.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { TextInput } from '@firstyear/ui/text-input.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { helpPage } from '@firstyear/words/help-page';
import { useState } from 'react';
import { request, sentenceOf } from './calls.ts';
import styles from './help-page.module.css';
import { StudentItem } from './student-item.tsx';

export interface StudentProps {
  readonly token: string;
  readonly timeZone: string;
  readonly student: HelpStudent;
  readonly onSent: () => Promise<void>;
  readonly onDeclined: () => Promise<void>;
}

type Reason = 'declined' | 'wrong_person';

/** May 2027, of 2027-05. */
const monthWords = (locale: string, month: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Facts({ student: { school, graduation, is_waived } }: Pick<StudentProps, 'student'>) {
  const words = useWords(helpPage);
  const { locale } = useLanguage();
  const facts = [
    ...(school === '' ? [] : [[words.school, school]]),
    ...(graduation === '' ? [] : [[words.graduation, monthWords(locale, graduation)]]),
    ...(is_waived === null ? [] : [[words.waiver, is_waived ? words.waived : words.kept]]),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DeclineProps extends Pick<StudentProps, 'token' | 'student' | 'onDeclined'> {
  readonly reason: Reason;
  readonly onClose: () => void;
}

function Decline({ token, student, reason, onClose, onDeclined }: DeclineProps) {
  const words = useWords(helpPage);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, run: decline } = useAction(async () => {
    try {
      await request(helpDecline, { token, student: student.id, reason, right_email: email.trim() });
      onClose();
      await onDeclined();
    } catch (failure) {
      setError(sentenceOf(failure, words.away));
    }
  });
  return (
    <Dialog
      size="xs"
      title={words.ask[reason]({ name: student.name })}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.back}
          </Button>
          <Button busy={isBusy} onClick={() => void decline()}>
            {words.tell}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <Banner kind="error" label={words.notSent}>
          {error}
        </Banner>
      )}
      <p>{words.askText}</p>
      {reason === 'wrong_person' && (
        <Field id="right-email" label={words.rightEmail}>
          {(aria) => (
            <TextInput
              {...aria}
              type="email"
              autoComplete="off"
              maxLength={254}
              value={email}
              onText={(input) => setEmail(input.value)}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}

/** One student with the requested papers. */
export function Student({ token, timeZone, student, onSent, onDeclined }: StudentProps) {
  const words = useWords(helpPage);
  const [reason, setReason] = useState<Reason>();
  const isOpen = student.items.some(({ state }) => state === 'asked' || state === 'again');
  const heading = `name-${student.id}`;
  return (
    <Card aria-labelledby={heading} className={styles.student}>
      <h2 id={heading} dir="auto" className={styles.name}>
        {student.name}
      </h2>
      <Facts student={student} />
      {isOpen && <p>{words.asks({ name: student.name })}</p>}
      {student.items.map((item) => (
        <StudentItem
          key={item.id}
          item={item}
          token={token}
          timeZone={timeZone}
          student={student.name}
          onSent={onSent}
        />
      ))}
      {isOpen && (
        <div className={`row ${styles.declines}`}>
          <Button variant="quiet" onClick={() => setReason('wrong_person')}>
            {words.wrongPerson}
          </Button>
          <Button variant="quiet" onClick={() => setReason('declined')}>
            {words.declined}
          </Button>
        </div>
      )}
      {reason && (
        <Decline
          token={token}
          student={student}
          reason={reason}
          onClose={() => setReason(undefined)}
          onDeclined={onDeclined}
        />
      )}
    </Card>
  );
}
