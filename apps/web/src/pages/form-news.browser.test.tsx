import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import type { FormNews } from '../flows/load-steps.ts';
import { FixedLocation } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { FormPage } from './form-page.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';

beforeEach(() => sessionStorage.clear());
afterEach(() => page.viewport(414, 896));

const CHANGES = {
  added: ['middle_name', 'hs_gpa', 'sat_score_math'],
  needed: ['birth_city'],
  taken: [
    { key: 'toefl_score_old', label: 'TOEFL Score', text: '98' },
    { key: 'marital_status', label: 'Marital status', text: 'Widowed' },
    { key: 'gender', label: 'Gender', text: 'Answered again since' },
  ],
};
const region = () => page.getByRole('region', { name: 'Changes in the form' });
const lines = () => [...document.querySelectorAll('section li')].map((item) => item.textContent);

async function draw(news: Pick<FormNews, 'left' | 'changes'>) {
  const calls = scriptNetwork(() => [200, {}]);
  const services = createAppServices(partner, englishForm(definition));
  services.answers.owner.signIn('ada.testperson@mail.example');
  services.answers.loadSaved({ first_name: 'Ada', gender: 'female' });
  services.snapshot.set({ is_logged_in: true, username: 'ada.testperson@mail.example', web_status: 'started' });
  services.applicationLoad.news.set({ ...news, mark: (key) => (news.changes?.added.includes(key) ? 'new' : '') });
  await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <FormPage page="about" />
      </FixedLocation>
    </AppProviders>,
  );
  await expect.element(region()).toBeVisible();
  return { ...services, calls };
}

test.each([360, 1280])(
  'new, newly required and removed questions are listed with a link to each, hidden ones are not (%i px)',
  async (width) => {
    await page.viewport(width, 800);
    const { answers } = await draw({ left: undefined, changes: CHANGES });
    expect(lines()).toEqual([
      '1 new question in Your Information. Show me 1 new question in Your Information.',
      '1 new question in Your Education. Show me 1 new question in Your Education.',
      '1 question in Your Information needs an answer now. Show me 1 question in Your Information needs an answer now.',
      expect.stringMatching(/^We no longer ask for “TOEFL Score”\. .*: 98 $/),
      expect.stringMatching(/^Please answer “Marital status” again\. .*: Widowed Show me/),
    ]);
    expect(document.documentElement.scrollWidth).toBe(width);
    await page.getByRole('link', { name: 'Show me 1 new question in Your Information.' }).click();
    await expect.poll(() => document.activeElement?.id).toBe('middle_name');
    const label = () => document.querySelector('label[for=middle_name]')?.parentElement?.textContent;
    expect(label()).toBe('Middle Name new');
    answers.change('middle_name', 'Quill');
    await expect.poll(() => lines().length).toBe(4);
  },
);

test('the mark of a new question is read with its label, also where the question is required', async () => {
  await draw({ left: undefined, changes: { added: ['last_name'], needed: [], taken: [] } });
  await expect.element(page.getByRole('textbox', { name: 'Last Name new', exact: true })).toBeVisible();
  const label = document.querySelector('label[for=last_name]');
  expect(label?.parentElement?.textContent).toBe('Last Name new, required');
});

test('once it is closed it is gone for good, with its marks, and the focus stays on the page', async () => {
  const { calls } = await draw({ left: undefined, changes: CHANGES });
  await region().getByRole('button', { name: 'Got it' }).click();
  await expect.poll(() => region().query()).toBeNull();
  expect(document.activeElement?.tagName).toBe('MAIN');
  expect(document.querySelector('label[for=middle_name]')?.parentElement?.textContent).toBe('Middle Name');
  await expect.poll(() => calls.map(({ path }) => path)).toContain('/api/changes-seen');
});

test('a page that was reloaded says why, and that nothing is submitted where somebody was submitting', async () => {
  const left = { release: '', at: 1, isSubmitting: false };
  const { applicationLoad } = await draw({ left, changes: undefined });
  await expect
    .element(region().getByRole('status'))
    .toHaveTextContent(
      'We changed the form while you had it open, so this is the new one. Everything you typed is here.',
    );
  applicationLoad.news.set({ left: { ...left, isSubmitting: true }, changes: undefined, mark: () => '' });
  await expect.poll(() => region().getByRole('status').element().textContent).toContain("isn't submitted yet");
});
