import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { fillFromTypedBefore } from '../answers/typed-before.ts';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { FormPage } from './form-page.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';

beforeEach(() => sessionStorage.clear());
afterEach(() => page.viewport(414, 896));

const SAVED = { first_name: 'Ada', gender: 'f', city: 'Faketown' };
const LINE = 'Before you logged in, 2 answers were typed here that differ from yours.';
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The first page of an account, in a tab where a visitor has typed. */
async function draw() {
  scriptNetwork(() => [200, {}]);
  const services = createAppServices(partner, englishForm(definition));
  const { answers, snapshot } = services;
  answers.changeMany({ first_name: 'Bo', city: 'Elsewhere', last_name: 'Testperson' });
  answers.owner.signIn('ada.testperson@mail.example');
  answers.loadSaved(SAVED);
  fillFromTypedBefore(answers);
  snapshot.set({ is_logged_in: true, username: 'ada.testperson@mail.example', web_status: 'started' });
  await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <FormPage page="about" />
      </FixedLocation>
    </AppProviders>,
  );
  await expect.element(page.getByText(LINE)).toBeVisible();
  return answers;
}

test('[D25] one line asks; Use them takes the typed answers, Undo restores the replaced ones, and the focus stays there', async () => {
  const answers = await draw();
  await button('Use them').click();
  expect(answers.getState().answers).toMatchObject({ first_name: 'Bo', city: 'Elsewhere', last_name: 'Testperson' });
  expect(document.activeElement?.textContent).toBe('Undo');
  await userEvent.keyboard('{Enter}');
  expect(answers.getState().answers).toMatchObject({ first_name: 'Ada', city: 'Faketown', last_name: 'Testperson' });
  await expect.element(page.getByText(LINE)).toBeVisible();
});

test.each([360, 1280])(
  '[D25] Look shows both answers to each question, and the own ones can be kept (%i px)',
  async (width) => {
    await page.viewport(width, 800);
    const answers = await draw();
    await button('Look').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect([...dialog.element().querySelectorAll('dd')].map((item) => item.textContent)).toEqual([
      'Ada',
      'Bo',
      'Faketown',
      'Elsewhere',
    ]);
    expect(document.documentElement.scrollWidth).toBe(width);
    await button('Keep mine').click();
    await expect.poll(() => page.getByText(LINE).query()).toBeNull();
    expect(answers.getState().answers).toMatchObject(SAVED);
    expect(document.activeElement?.tagName).toBe('MAIN');
  },
);

test('[D25] the line no longer asks about answers that have since been changed to the same value', async () => {
  const answers = await draw();
  answers.changeMany({ first_name: 'Bo', city: 'Elsewhere' });
  await expect.poll(() => page.getByText('differ').query()).toBeNull();
});
