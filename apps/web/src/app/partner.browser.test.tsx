import { serviceApplication } from '@firstyear/api-contract/application';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshmanForm } from '@firstyear/freshman';
import type { PartnerConfig } from '@firstyear/partner-config';
import { freshman } from '@partner/form.ts';
import { partner as larkmoor } from '@partner/partner.ts';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FormRenderer } from '../form/form-renderer.tsx';
import { FixedLocation } from '../location.tsx';
import { CompletionPage } from '../pages/completion.tsx';
import { FormPage } from '../pages/form-page.tsx';
import { ServiceView } from '../pages/service-view.tsx';
import { HelpDialog, PrivacyDialog } from '../shell/dialogs.tsx';
import { AppProviders } from './app-providers.tsx';
import { createAppServices } from './create-app-services.ts';

/** Another university: no value is Larkmoor's. */
const other: PartnerConfig = {
  ...larkmoor,
  name: 'Fernhollow College',
  pdf_name: 'Fernhollow College Admissions',
  application_title: 'Freshman Application for Fall',
  help_email: 'help@fernhollow.example',
  phone: '(555) 555-0199',
  postal_address_lines: ['Box 1', 'Fernhollow, VT 05999'],
  pdf_pages: ['final-steps', 'about'],
  act_code: '1357',
  sat_code: '2468',
  test_board_urls: {
    act: 'https://act.example/',
    sat: 'https://sat.example/',
    toefl: 'https://toefl.example/',
  },
};

const { name, act_code, sat_code, test_board_urls } = other;
const otherForm = englishForm(
  freshmanForm({ ...freshman, name, act_code, sat_code, test_board_urls, character_limit: 1234 }),
);

async function draw(content: ReactNode) {
  const form = otherForm;
  const services = createAppServices(other, form);
  const screen = await render(
    <AppProviders services={services}>
      <FixedLocation path="/about">{content}</FixedLocation>
    </AppProviders>,
  );
  return { services, container: screen.container, screen };
}

const linksOf = (container: Element) =>
  [...container.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');

/** The service view as the printer opens it: all pages of the PDF. */
async function drawPaper() {
  const drawn = await draw(<ServiceView pathname="/about" />);
  const application = serviceApplication.response.parse({ answer: {}, tabs: {}, add_another: {}, document_answer: {} });
  drawn.services.applicationLoad.service.set({ application, prints: 'all' });
  await expect.element(drawn.screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return drawn;
}

test('[PARTNER-01] its names are in the header, in the title of the window and on the paper of the PDF', async () => {
  const { container } = await draw(<FormPage page="about" />);
  const header = container.querySelector('header');
  expect(header?.textContent).toContain('Fernhollow College');
  expect(header?.textContent).toContain('Freshman Application for Fall');
  expect(document.title).toBe('Your Information - Freshman Application for Fall - Fernhollow College');
  const paper = (await drawPaper()).container.textContent ?? '';
  expect(paper).toContain('Fernhollow College Admissions');
  expect(paper).toContain('Freshman Application for Fall');
  expect(document.title).toBe('Freshman Application for Fall - Fernhollow College Admissions');
});

test('[PARTNER-02] its address, phone and email are in Help, and no placeholder is left anywhere', async () => {
  const help = await draw(<HelpDialog onClose={() => {}} />);
  expect(linksOf(help.container)).toContain('mailto:help@fernhollow.example');
  const words = help.container.textContent ?? '';
  for (const line of ['help@fernhollow.example', '(555) 555-0199', 'Box 1', 'Fernhollow, VT 05999']) {
    expect(words).toContain(line);
  }
  const privacy = await draw(<PrivacyDialog onClose={() => {}} />);
  expect(linksOf(privacy.container)).toContain('mailto:help@fernhollow.example');
  for (const text of [words, privacy.container.textContent ?? '']) expect(text).not.toMatch(/[{}]|larkmoor/i);
});

test('[PARTNER-03] the counter counts to its limit of the long text', async () => {
  const { services, container } = await draw(<FormRenderer page="final-steps" showErrors={false} isLoggedIn />);
  services.answers.change('conviction', 'yes');
  await expect.poll(() => container.textContent).toContain('Character count: 0 / 1234');
});

test('[PARTNER-05] its test codes and the test boards are beside the tests and on the completion screen', async () => {
  const education = await draw(<FormRenderer page="education" showErrors={false} isLoggedIn />);
  const completion = await draw(<CompletionPage partner={other} />);
  for (const { container } of [education, completion]) {
    expect(container.textContent).toMatch(/ACT (code )?1357, SAT (code )?2468/);
    for (const url of Object.values(other.test_board_urls)) expect(linksOf(container)).toContain(url);
  }
});

test('[PARTNER-04] the paper has exactly its pages', async () => {
  const { container } = await drawPaper();
  const shown = [...container.querySelectorAll('h1')].map((heading) => heading.textContent);
  const { pages } = otherForm;
  expect(shown).toEqual(pages.filter((page) => page.id !== 'education').map((page) => page.title));
});

test('[PROD-04] the student type is Freshman, and the paper says so', async () => {
  expect(larkmoor.intended_student_type).toBe('Freshman');
  const { container } = await drawPaper();
  expect(container.textContent).toContain('Student type: Freshman');
});
