import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { site } from '@partner/site.ts';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { AppRoutes, createPages } from '../app/router.tsx';
import { BrowserLocation } from '../location.tsx';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { HelpDialog, PrivacyDialog } from './dialogs.tsx';

const form = englishForm(definition);

function draw(content: ReactNode) {
  const services = createAppServices(site, form);
  return render(<AppProviders services={services}>{content}</AppProviders>);
}

async function open(path: string) {
  window.history.replaceState(null, '', path);
  const services = createAppServices(site, form);
  const pages = createPages(form, () => Promise.reject(new Error('not needed')));
  await render(
    <AppProviders services={services}>
      <BrowserLocation isLoaded={() => false}>
        <AppRoutes pages={pages} navigator={services.navigator} flowError={services.flowError} />
      </BrowserLocation>
    </AppProviders>,
  );
}

const text = (words: string) => page.getByText(words, { exact: false });

test('[LAYOUT-29] the privacy notice has an address, and names the company that typed addresses go to', async () => {
  const calls = scriptNetwork(() => [200, { paragraphs: ['We read it.', 'Then we decide.'], address_company: 'HERE' }]);
  await open('/privacy');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy Policy and Cookie Notice' })).toBeVisible();
  for (const words of [
    'We read it.',
    'Then we decide.',
    'sent to us as you type',
    'find an address to HERE, a company',
  ])
    await expect.element(text(words)).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/public/privacy']);
});

test.each<[string, ScriptedResponse, string]>([
  ['without a company', [200, { paragraphs: ['We read it.'] }], 'We read it.'],
  ['while its first part cannot be had', [500, {}], "We can't show this part right now."],
])('the dialog says the same %s, and leads to the page', async (_, response, words) => {
  scriptNetwork(() => response);
  await draw(<PrivacyDialog onClose={() => {}} />);
  await expect.element(text(words)).toBeVisible();
  await expect.element(text('sent to us as you type')).toBeVisible();
  expect(text('a company that knows').query()).toBeNull();
  await expect
    .element(page.getByRole('link', { name: 'This notice as a page (opens in a new tab)' }))
    .toHaveAttribute('href', '/privacy');
});

test('Help leads to the page about accessibility', async () => {
  await draw(<HelpDialog onClose={() => {}} />);
  const link = page.getByRole('link', { name: 'How accessible is this application? (opens in a new tab)' });
  await expect.element(link).toHaveAttribute('href', '/accessibility');
});

test('the page about accessibility has the day of the last check, and gaps', async () => {
  await open('/accessibility');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  for (const words of ['WCAG) 2.2, levels A and AA', 'November 28, 2026', 'with a screen reader yet'])
    await expect.element(text(words)).toBeVisible();
});
