import { ANSWERED, type FormDefinition, file, page, section, text } from '@firstyear/form-engine';
import { partner } from '@partner/partner.ts';
import { expect, test } from 'vitest';
import { renderPrintPage, styles } from './print-page.tsx';

const draw = (answer: Readonly<Record<string, string | boolean>>) =>
  renderPrintPage({ answer, add_another: {}, tabs: { hs_record: 'upload' }, document_answer: {} });
const headingsOf = (page: string) => [...page.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, heading]) => heading);

test('the page that is printed holds every page of the PDF with its answers, in words, and says that it is whole', () => {
  const page = draw({ first_name: 'Zoë', last_name: 'Testperson', birth_date: '2008-05-17' });
  expect(page).toMatch(/^<!doctype html><html lang="en" data-ready="true">/);
  expect(headingsOf(page)).toEqual(['Your Information', 'Your Education', 'Submit']);
  expect(page).toContain(`<title>${partner.application_title} - ${partner.pdf_name}</title>`);
  expect(page).toContain('>Zoë Testperson<');
  expect(page).toContain('>May 17, 2008<');
});

test('typed answers are plain text in it, and it has no scripts and no inline styles', () => {
  const page = draw({ first_name: '</p><script>alert(1)</script>', last_name: '" onload="alert(1)' });
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
  expect(page.replace(`<style>${styles}</style>`, '')).not.toMatch(/<style|<[^>]*\s(style|on[a-z]+)=/);
});

test("in the office's copy a sealed answer is said to be there", () => {
  const answer = { citizenship_type: 'permanent_resident', citizenship: 'CAN' };
  const shown = { answer, add_another: {}, tabs: {}, document_answer: {} };
  const sealed_keys = ['alien_registration_number'];
  expect(renderPrintPage({ ...shown, sealed_keys })).toContain('>Answered, and sealed<');
  expect(renderPrintPage(shown)).not.toContain('Answered, and sealed');
});

test('one application leaves nothing for the next', () => {
  const empty = draw({});
  expect(draw({ first_name: 'Zoë', gender: 'female' })).not.toBe(empty);
  expect(draw({})).toBe(empty);
});

test('an application submitted with another form is printed with that form', () => {
  const form: FormDefinition = {
    pages: [
      page({ id: 'about', navLabel: 'You', title: 'Who you were' }, [
        section({ id: 'name', title: 'Your old name' }, [
          text({ key: 'called', label: 'What they called you' }),
          file({ key: 'diploma', label: 'Your diploma' }),
        ]),
      ]),
    ],
    roles: { given_name: 'called' },
  };
  const answer = { called: 'Ada', diploma: ANSWERED, first_name: 'Somebody else' };
  const document_answer = { diploma: { file_name: 'diploma.pdf', file_size: 9 } };
  const application = { answer, add_another: {}, tabs: {}, document_answer, form };
  const printed = renderPrintPage(application);
  expect(headingsOf(printed)).toEqual(['Who you were']);
  for (const words of ['>What they called you<', '>Ada<', 'Your old name']) expect(printed).toContain(words);
  expect(printed).not.toContain('Somebody else');
});

test("another form's pages carry the university's words of that time", () => {
  const form: FormDefinition = {
    pages: [
      page({ id: 'before', navLabel: 'Before', title: 'Where you were' }, [text({ key: 'college', label: 'College' })]),
      page({ id: 'office', navLabel: 'Office', title: 'For the office' }, []),
    ],
  };
  const around = {
    application_title: 'Transfer',
    pdf_name: 'Larkmoor',
    pdf_pages: ['before'],
    intended_student_type: 'Transfer student',
  };
  const application = { answer: { college: 'Hill' }, add_another: {}, tabs: {}, document_answer: {}, form };
  const printed = renderPrintPage({ ...application, partner: around });
  expect(headingsOf(printed)).toEqual(['Where you were']);
  expect(printed).toContain('<title>Transfer - Larkmoor</title>');
  expect(printed).toContain('Transfer student');
});
