import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PasswordInput } from './password-input.tsx';

test('the button beside a password is named by what a press does, with the word that it shows', async () => {
  const labels = { show: 'Show', showLabel: 'Show password', hide: 'Hide', hideLabel: 'Hide password' };
  const screen = await render(<PasswordInput {...labels} aria-label="Password" defaultValue="quiet harbor" />);
  const input = screen.getByLabelText('Password', { exact: true });
  for (const [word, type] of [
    ['Show', 'password'],
    ['Hide', 'text'],
    ['Show', 'password'],
  ] as const) {
    const toggle = screen.getByRole('button', { name: `${word} password`, exact: true });
    await expect.element(toggle).toHaveTextContent(word);
    await expect.element(input).toHaveAttribute('type', type);
    await userEvent.click(toggle);
  }
});
