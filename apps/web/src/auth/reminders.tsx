import { paths } from '@firstyear/api-contract/addresses';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useLocation } from '../location.tsx';
import { focusHeading } from '../shell/focus-heading.ts';
import { AuthCard, SuccessNotice } from './auth-card.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Stops the reminders of a draft at one press. Opening the page alone changes nothing: programs open links too. */
export function RemindersPage() {
  const words = useWords(auth).reminders;
  const query = new URLSearchParams(useLocation().search);
  const [success, setSuccess] = useState<string | null>(null);
  const { card } = useAuthForm({
    initial: {},
    check: () => ({}),
    checksWhileTyping: false,
    errorLabel: words.errorLabel,
    submit: async () => {
      const stop = { application: query.get('application') ?? '', signature: query.get('signature') ?? '' };
      const { message } = await request('stopReminders', { query: stop });
      focusHeading();
      setSuccess(message);
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      notice={<SuccessNotice message={success} />}
      isDone={success !== null}
      submitLabel={words.submit}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    />
  );
}
