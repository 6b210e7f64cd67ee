import { signup } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { paths } from '../paths.ts';
import { authText } from '../text/auth.ts';
import { useAppServices } from './app-services.tsx';
import { AuthCard } from './auth/auth-card.tsx';
import { checkSignup } from './auth/auth-rules.ts';
import { useCarriedState } from './auth/carried-state.ts';
import { EmailField } from './auth/email-field.tsx';
import { NewPasswordField } from './auth/password-field.tsx';
import { useAuthForm } from './auth/use-auth-form.ts';

const words = authText.signup;

export function SignupPage() {
  const { go } = useAppServices();
  const carried = useCarriedState();
  const { form, values, errors, errorsOf, change, onSubmit, isBusy, cardError } = useAuthForm({
    initial: { username: '', password: '' },
    check: checkSignup,
    checksWhileTyping: true,
    errorLabel: words.errorLabel,
    submit: async ({ username, password }) => {
      const { message } = await request(signup, { payload: { username: username.trim(), password } });
      go(paths.confirm, { state: { ...carried, username: username.trim(), success: message } });
    },
  });
  return (
    <AuthCard
      title={words.title}
      form={form}
      onSubmit={onSubmit}
      isBusy={isBusy}
      cardError={cardError}
      footer={{ question: words.question, link: words.link, to: paths.login }}
    >
      <EmailField
        hint={words.emailHint}
        value={values.username}
        errors={errorsOf('username')}
        onChange={(value) => change('username', value)}
      />
      <NewPasswordField
        label={authText.password}
        value={values.password}
        allErrors={errors.password ?? []}
        errors={errorsOf('password')}
        onChange={(value) => change('password', value)}
      />
    </AuthCard>
  );
}
