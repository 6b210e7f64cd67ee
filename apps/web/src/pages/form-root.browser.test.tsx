import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { FormRoot } from './form-root.tsx';

test.each([
  [false, 'The form'],
  [true, ''],
])('a page of the form whose session is ending (%s) shows "%s"', async (isEnding, shown) => {
  scriptNetwork(() => [200, {}]);
  const services = createAppServices(partner, englishForm(definition));
  Object.assign(services.visit, { isEnding });
  const { container } = await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">
        <FormRoot>The form</FormRoot>
      </FixedLocation>
    </AppProviders>,
  );
  await expect.poll(() => container.textContent).toBe(shown);
});
