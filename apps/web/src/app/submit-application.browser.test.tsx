import type { Path } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import type { PartnerConfig } from '@firstyear/partner-config';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { partner as larkmoor } from '@partner/partner.ts';
import { flushSync } from 'react-dom';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { FixedLocation } from '../location.tsx';
import { FormPage } from '../pages/form-page.tsx';
import { AppProviders } from './app-providers.tsx';
import { createAppServices } from './create-app-services.ts';

const { failed_submit_page: _, ...withoutPage } = larkmoor;
const SUMMARY = "We're missing some information!";

beforeEach(() => {
  clearToasts();
  // Answers that another test has typed as a visitor wait there.
  sessionStorage.clear();
});

/** The last page of a started applicant who has answered nothing. */
async function draw(partner: PartnerConfig, path: Path = '/final-steps') {
  const form = englishForm(definition);
  const services = createAppServices(partner, form);
  services.snapshot.set({ is_logged_in: true, username: 'ada.testperson@mail.example', web_status: 'started' });
  services.answers.loadSaved({});
  const gone: string[] = [];
  services.navigator.go = (to) => void gone.push(to);
  await render(
    <AppProviders services={services}>
      <FixedLocation path={path}>
        <FormPage page="final-steps" />
      </FixedLocation>
    </AppProviders>,
  );
  const press = () => userEvent.click(page.getByRole('button', { name: 'Submit Application' }));
  return { services, gone, press };
}

const DONE: ScriptedResponse = [200, { message: 'Done.' }];

function recordCalls(script: (call: string) => ScriptedResponse = () => DONE) {
  const seen = scriptNetwork(({ method, path }) => script(`${method} ${path}`));
  return () => seen.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== 'POST /api/activity');
}

const STEPS = ['PUT /api/answer', 'POST /api/web-status', 'POST /api/validations'];

test('[STATE-09] without a configured page a failed submission stays where it is, at the summary', async () => {
  const calls = recordCalls();
  const { services, gone, press } = await draw(withoutPage);
  await press();
  const summary = page.getByRole('region', { name: SUMMARY });
  await eventually(() => expect(document.activeElement).toBe(summary.element()));
  await expect.element(summary).toBeInViewport();
  expect(calls()).toEqual(STEPS);
  expect(gone).toEqual([]);
  expect(services.snapshot.get().web_status).toBe('validating');
});

test('a question that the address names takes the focus neither from the summary nor from what comes after it', async () => {
  recordCalls();
  const { services, press } = await draw(withoutPage, '/final-steps#legal_agree');
  await eventually(() => expect(document.activeElement?.id).toBe('legal_agree'));
  await press();
  const summary = page.getByRole('region', { name: SUMMARY });
  await expect.element(summary).toHaveFocus();
  await userEvent.tab();
  await expect.element(summary.getByRole('link').first()).toHaveFocus();
  // Any other reason to draw the page again.
  flushSync(() => services.snapshot.set({ num_logins: 2 }));
  await expect.element(summary.getByRole('link').first()).toHaveFocus();
});

test('[STATE-09] with a configured page it goes there', async () => {
  const calls = recordCalls();
  const { gone, press } = await draw({ ...larkmoor, failed_submit_page: 'education' });
  await press();
  await eventually(() => expect(gone).toEqual(['/education']));
  expect(calls()).toEqual(STEPS);
});

test('[STATE-04, STATE-06, D24] a failed step ends the submission with an error; pressing again continues from the last status', async () => {
  let isBroken = true;
  const calls = recordCalls((call) =>
    isBroken && call === 'POST /api/validations' ? [500, { message: 'Not now.' }] : DONE,
  );
  const { services, gone, press } = await draw(larkmoor);
  await press();
  await eventually(() => expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Not now.' }]));
  expect(calls().slice(0, 3)).toEqual(STEPS);
  expect([gone, services.snapshot.get().web_status]).toEqual([[], 'validating']);
  isBroken = false;
  const before = calls().length;
  await press();
  await eventually(() => expect(gone).toEqual(['/about']));
  expect(calls().slice(before)).not.toContain('POST /api/web-status');
  expect(calls()).not.toContain('POST /api/submit');
  // The failure is resolved, and the toast that reported it is gone.
  await eventually(() => expect(currentToasts()).toEqual([]));
});
