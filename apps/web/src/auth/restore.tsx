import { PARAMETERS, paths } from '@firstyear/api-contract/addresses';
import { useWords } from '@firstyear/ui/words.ts';
import { restore } from '@firstyear/words/restore';
import { request } from '../api/client.ts';
import { useLocation } from '../location.tsx';
import { AuthCard } from './auth-card.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Takes an account back to the email address that it had, by the link that was mailed there. */
export function RestorePage() {
  const words = useWords(restore);
  const query = new URLSearchParams(useLocation().search);
  const { card } = useAuthForm({
    initial: { id: query.get(PARAMETERS.id) ?? '' },
    check: () => ({}),
    checksWhileTyping: false,
    errorLabel: words.errorLabel,
    submit: async ({ id }, go) => {
      const { message } = await request('restoreEmail', { payload: { id } });
      go(paths.login, { state: { success: message } });
    },
  });
  return (
    <AuthCard
      title={words.title}
      intro={words.intro}
      {...card}
      submitLabel={words.submit}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    />
  );
}
