import { paths } from '@firstyear/api-contract/addresses';
import { API_ERRORS } from '@firstyear/api-contract/errors';
import { englishForm } from '@firstyear/form-engine/testing';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { RemindersPage } from './reminders.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';

const CARRIED = '?application=00000000-0000-4000-8000-000000000001&signature=signed';

async function draw(response: ScriptedResponse) {
  const calls = scriptNetwork(() => response);
  const services = createAppServices(partner, englishForm(definition));
  await render(
    <AppProviders services={services}>
      <FixedLocation path={`${paths.reminders}${CARRIED}`}>
        <main>
          <RemindersPage />
        </main>
      </FixedLocation>
    </AppProviders>,
  );
  return () => calls.map(({ method, path }) => `${method} ${path}`);
}

test('opening the page stops nothing; one press does, with the parameters of the link', async () => {
  const calls = await draw([200, { message: "You won't get any more reminders." }]);
  const button = page.getByRole('button', { name: 'Stop these emails' });
  await expect.element(button).toBeVisible();
  expect(calls()).toEqual([]);
  await userEvent.click(button);
  await expect.element(page.getByText("You won't get any more reminders.")).toBeVisible();
  expect(calls()).toEqual([`POST /public/stop-reminders${CARRIED}`]);
  // The button is gone, and the focus is not lost with it.
  expect(button.query()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Stop Reminders');
});

test('an incomplete link shows an error', async () => {
  const status = API_ERRORS.wrong_reminder_link;
  const message = apiErrors.in(ENGLISH).wrong_reminder_link;
  await draw([status, { message, code: 'wrong_reminder_link' }]);
  await userEvent.click(page.getByRole('button', { name: 'Stop these emails' }));
  await expect.element(page.getByLabelText('Stop Reminders Card Error')).toHaveTextContent(message);
});
