import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { Account } from './account.tsx';

const ADDRESS = 'ada.testperson.of.a.long.name@applications.mail.example';

/** The open popover. */
async function openAccount(session: { readonly is_logged_in: boolean; readonly username: string }) {
  const services = createAppServices(partner, englishForm(definition));
  services.snapshot.set(session);
  await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <Account />
      </FixedLocation>
    </AppProviders>,
  );
  await page.getByRole('button', { name: 'Account' }).click();
  return page.getByRole('region', { name: 'Account' });
}

test("a visitor's account popover has one primary action", async () => {
  const popover = await openAccount({ is_logged_in: false, username: '' });
  await expect.element(popover.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const buttons = popover.element().querySelectorAll('[data-variant=primary]');
  expect([...buttons].map((button) => button.textContent)).toEqual(['Sign In']);
});

test("an applicant's account popover ends with Log Out, which is quiet like the others", async () => {
  const popover = await openAccount({ is_logged_in: true, username: ADDRESS });
  await expect.element(popover.getByRole('button', { name: 'Log Out' })).toBeVisible();
  expect(popover.element().querySelector('[data-variant=primary]')).toBeNull();
  const buttons = popover.getByRole('button').elements();
  expect(buttons.at(-1)?.textContent).toBe('Log Out');
});

test('a long address wraps at its punctuation, so that no letter is alone on a line', async () => {
  const popover = await openAccount({ is_logged_in: true, username: ADDRESS });
  await expect.poll(() => popover.element().querySelector('strong span')).not.toBeNull();
  const [text] = [...popover.element().querySelectorAll('strong span')];
  const lines = new Map<number, string>();
  for (const node of text?.childNodes ?? []) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    expect(tops.size, `${node.textContent} is on one line`).toBeLessThanOrEqual(1);
    for (const top of tops) lines.set(top, (lines.get(top) ?? '') + node.textContent);
  }
  expect([...lines.values()].join('')).toBe(ADDRESS);
  expect(lines.size).toBeGreaterThan(1);
});
