import { type ReactNode, useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Breakable } from './breakable.tsx';
import { Button } from './button.tsx';
import { Checklist, type ChecklistState } from './checklist.tsx';
import { translatePage } from './translator.testing.ts';

// Families who read neither of our languages let their browser translate the page.
beforeAll(translatePage);

/** Draws the first of these, and the next one after each press. */
function Changing({ each }: { readonly each: readonly ReactNode[] }) {
  const [at, setAt] = useState(0);
  return (
    <>
      <div data-testid="changing">{each[at]}</div>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  );
}

const withState = (state: ChecklistState) => (
  <Checklist
    id="list"
    title="Your password needs"
    items={[{ id: 'length', text: 'at least 12 characters', state }]}
    stateWords={{ inactive: 'not yet', error: 'missing', success: 'done' }}
  />
);

test.each<[string, readonly (readonly [ReactNode, string])[]]>([
  [
    'a button that is busy for a while',
    [
      [<Button key="b">Log In</Button>, 'Log In'],
      [
        <Button key="b" busy>
          Log In
        </Button>,
        'Log In',
      ],
      [<Button key="b">Log Out</Button>, 'Log Out'],
    ],
  ],
  [
    'an email address',
    [
      [<Breakable key="b">ada@mail.example</Breakable>, 'ada@mail.example'],
      [<Breakable key="b">We wrote to ada.b@mail.example today.</Breakable>, 'We wrote to ada.b@mail.example today.'],
      [<Breakable key="b">No address</Breakable>, 'No address'],
    ],
  ],
  [
    'a list of requirements',
    [
      [withState('inactive'), 'Your password needsat least 12 characters (not yet)'],
      [withState('success'), 'Your password needsat least 12 characters (done)'],
    ],
  ],
])('%s changes on a page that the browser has translated', async (_what, steps) => {
  await render(<Changing each={steps.map(([drawn]) => drawn)} />);
  for (const [, text] of steps) {
    await expect.element(page.getByTestId('changing')).toHaveTextContent(text);
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
  }
});
