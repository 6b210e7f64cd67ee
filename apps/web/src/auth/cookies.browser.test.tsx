import { englishForm } from '@firstyear/form-engine/testing';
import { ENGLISH } from '@firstyear/words';
import { auth } from '@firstyear/words/auth';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import type {} from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { AuthRoot } from './auth-root.tsx';
import { LoginPage } from './login.tsx';

const blockCookies = (disabled: boolean) => cdp().send('Emulation.setDocumentCookieDisabled', { disabled });

afterEach(() => blockCookies(false));

function drawLogin() {
  return render(
    <AppProviders services={createAppServices(partner, englishForm(definition))}>
      <FixedLocation path="/login">
        <AuthRoot>
          <LoginPage />
        </AuthRoot>
      </FixedLocation>
    </AppProviders>,
  );
}

test('the cards say so when the browser keeps no cookies', async () => {
  await blockCookies(true);
  await drawLogin();
  await expect.element(page.getByRole('alert', { name: 'Cookies' })).toHaveTextContent(auth.in(ENGLISH).noCookies.text);
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
});

test('the cards say nothing about cookies when the browser keeps them', async () => {
  await drawLogin();
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  expect(document.cookie).not.toMatch(/probe|plain/);
});
