import { CODE_LENGTH, confirm, EMAIL_MESSAGE, paths } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { authText } from '../text/auth.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { checkConfirm } from './auth-rules.ts';
import { useCarriedState, useCarriedUsername } from './carried-state.ts';
import { EmailField } from './email-field.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useCardGo } from './use-card-go.ts';
import { useResend } from './use-resend.ts';

const words = authText.confirm;

export function ConfirmPage() {
  const go = useCardGo();
  const carry = useCarriedState();
  const { card, values, errorsOf, field, run, setCardError } = useAuthForm({
    initial: { username: useCarriedUsername(), code: '' },
    check: checkConfirm,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, code }) => {
      const { message } = await request(confirm, { payload: { username: username.trim(), code } });
      go(paths.login, { state: { ...carry(), username: username.trim(), success: message } });
    },
  });

  const resend = useResend({ run, setCardError, noEmailMessage: EMAIL_MESSAGE });

  return (
    <AuthCard
      title={words.title}
      {...card}
      actions={
        <Button variant="secondary" wide onClick={() => resend(values.username)}>
          {words.resend}
        </Button>
      }
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField {...field('username')} />
      <Field id="code" label={words.code} hint={words.codeHint} errors={errorsOf('code')} required>
        {(aria) => (
          <TextInput
            {...aria}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            // Room for the blanks of a pasted code; they are left out.
            maxLength={CODE_LENGTH * 3}
            value={values.code}
            onChange={(event) => field('code').onChange(event.target.value.replace(/\s/g, ''))}
          />
        )}
      </Field>
    </AuthCard>
  );
}
