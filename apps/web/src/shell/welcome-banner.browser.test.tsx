import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { WelcomeBanner } from './welcome-banner.tsx';

test('the banner leads a visitor to sign up, with a button, and to log in', async () => {
  const services = createAppServices(partner, englishForm(definition));
  const gone: string[] = [];
  services.navigator.go = (to) => void gone.push(to);
  await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <WelcomeBanner resume={null} />
      </FixedLocation>
    </AppProviders>,
  );
  const banner = page.getByRole('complementary', { name: 'Welcome' });
  await banner.getByRole('button', { name: 'Create Account' }).click();
  await banner.getByRole('link', { name: 'log in' }).click();
  expect(gone).toEqual(['/signup', '/login']);
});
