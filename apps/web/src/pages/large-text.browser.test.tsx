import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers } from '@firstyear/freshman/testing';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { RouterProvider } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { FormPage } from './form-page.tsx';
import { ReviewPage } from './review-page.tsx';

const form = englishForm(definition);

beforeEach(async () => {
  document.documentElement.style.fontSize = '200%';
  await page.viewport(360, 740);
});
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(414, 896);
});

/** The words whose letters stand on more than one line. */
function brokenWords(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const isSeen = text.parentElement?.checkVisibility() && !text.parentElement.closest('option');
    if (!isSeen) continue;
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\-–]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) found.push(word);
    }
  }
  return found;
}

test.each([
  ...form.pages.map(({ id, title }) => [`/${id}`, title, <FormPage key={id} page={id} />] as const),
  ['/review', 'Check your answers', <ReviewPage key="review" />] as const,
])(
  'with text of 200 % on a phone, no word on %s is broken, and nothing is beside the window',
  async (pathname, title, drawn) => {
    scriptNetwork(() => [200, {}]);
    const services = createAppServices(partner, form);
    services.snapshot.set({ is_logged_in: true, username: 'ada.testperson@mail.example', web_status: 'started' });
    services.answers.loadSaved(completeAnswers(form));
    const location = { pathname, search: '', hash: '', state: null, key: '1' };
    await render(
      <AppProviders services={services}>
        <RouterProvider value={{ location, navigate: () => {} }}>{drawn}</RouterProvider>
      </AppProviders>,
    );
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await document.fonts.ready;
    expect(brokenWords()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(360);
  },
);
