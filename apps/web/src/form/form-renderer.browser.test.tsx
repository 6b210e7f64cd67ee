import { dateWindow, equals, notice, section, showWhen, text, toWrittenDay } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { freshman } from '@partner/form.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, wholeForm } from './draw-form.testing.tsx';

const complete = completeAnswers(wholeForm);
const isShown = (id: string) => document.getElementById(id) !== null;

test('[DATA-30] content with dates is there from its start until just before its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const start = '2026-11-20T12:00:00Z';
    const end = '2026-11-20T13:00:00Z';
    const form = smallForm([
      dateWindow({ start, end }, [notice({ wordsId: 'notice', text: 'The office is closed.' })]),
    ]);
    const at = (time: number) => vi.setSystemTime(time);
    at(Date.parse(start) - 1000);
    const { container } = await drawForm({ form, clock: () => new Date() });
    const shown = () => container.textContent.includes('The office is closed.');
    // Drawing has no timer, and takes frames on a busy machine.
    const shownAfter = async (ms: number, isAwaited: boolean) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let frames = 0; frames < 600 && (frames === 0 || shown() !== isAwaited); frames += 1)
        await new Promise(requestAnimationFrame);
      return shown();
    };
    const seen = [shown(), await shownAfter(1000, true), await shownAfter(3_599_000, true)];
    expect([...seen, await shownAfter(1000, false)]).toEqual([false, true, true, false]);
  } finally {
    vi.useRealTimers();
  }
});

describe('errors', () => {
  test('[STATE-13, DATA-14] a field shows its errors only while validating, with the id <key>-error', async () => {
    const { redraw } = await drawForm({ answers: { email_address: 'nobody' } });
    expect(isShown('email_address-error')).toBe(false);
    await redraw({ showErrors: true });
    const input = control('email_address');
    expect(control('email_address-error').textContent).toBe('Error: Please enter a valid email address.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')?.split(' ')).toContain('email_address-error');
  });

  test('errors follow the answers', async () => {
    await drawForm({ showErrors: true });
    expect(control('first_name-error').textContent).toBe('Error: First Name');
    await userEvent.type(control('first_name'), 'Ada');
    expect(isShown('first_name-error')).toBe(false);
    await userEvent.clear(control('first_name'));
    expect(control('first_name-error').textContent).toBe('Error: First Name');
  });

  test('an error of a month and year is at the month', async () => {
    await drawForm({ page: 'education', showErrors: true });
    expect(control('grad_month-error').textContent).toBe('Error: Expected Graduation Date');
    expect(control('grad_month').getAttribute('aria-describedby')).toBe('grad_month-error');
    expect(isShown('grad_year-error')).toBe(false);
  });

  test('a year that is no longer offered is reported in the words of the pair, once, and belongs to the year', async () => {
    await drawForm({
      page: 'education',
      showErrors: true,
      answers: { ...complete, grad_month: '6', grad_year: '1899', grad_year_desc: '1899' },
      summary: { attempt: 0, onNavigate: () => {} },
    });
    expect(control('grad_month').closest('fieldset')?.querySelector('legend')?.textContent).toBe(
      'Expected Graduation Date required',
    );
    expect(control('grad_month-error').textContent).toBe('Error: Expected Graduation Date');
    expect(control('grad_month').getAttribute('aria-invalid')).toBeNull();
    expect(control('grad_year').getAttribute('aria-invalid')).toBe('true');
    expect(control('grad_year').getAttribute('aria-describedby')).toBe('grad_month-error');
    const link = page.getByRole('link', { name: 'Expected Graduation Date' }).element();
    expect(link.getAttribute('href')).toBe('/education#grad_year');
  });

  test('one telephone number of three is needed, so that none of them is marked', async () => {
    const { answers } = await drawForm({ showErrors: true });
    const heads = () =>
      ['phone_home', 'phone_mobile', 'phone_international'].map((key) => [
        document.querySelector(`label[for="${key}"]`)?.parentElement?.textContent,
        control(key).getAttribute('aria-required'),
      ]);
    const none = [
      ['Home Phone', null],
      ['Cell Phone', null],
      ['International Phone', null],
    ];
    expect(heads()).toEqual(none);
    await expect.element(page.getByText('Please enter either a home phone or cell phone number.')).toBeVisible();
    await userEvent.type(control('phone_mobile'), '8595550100');
    await userEvent.click(control('optin_sms_ind'));
    expect(answers().optin_sms_ind).toBe(true);
    expect(heads()[1]).toEqual(['Cell Phone required', 'true']);
  });

  test('"required" follows the answers: the state is needed in the United States only', async () => {
    await drawForm();
    expect(control('state').getAttribute('aria-required')).toBeNull();
    await userEvent.selectOptions(control('country'), 'USA');
    expect(control('state').getAttribute('aria-required')).toBe('true');
    await userEvent.selectOptions(control('state'), 'KY');
    expect(control('state').getAttribute('aria-required')).toBe('true');
  });
});

test('typing in one field draws no other field', async () => {
  const read: string[] = [];
  await drawForm({
    showErrors: true,
    answers: complete,
    watch: (store) => ({
      ...store,
      inputValue: (key) => {
        read.push(key);
        return store.inputValue(key);
      },
    }),
  });
  read.length = 0;
  await userEvent.type(control('middle_name'), 'Q');
  expect(new Set(read)).toEqual(new Set(['middle_name']));
});

describe('visitors', () => {
  test('[ADD-02] see no Add Another button', async () => {
    await drawForm({ page: 'education', isLoggedIn: false });
    expect(isShown('hs_name')).toBe(true);
    expect(page.getByRole('button', { name: /^Add Another/ }).query()).toBeNull();
  });
});

describe('the service view', () => {
  test('[LAYOUT-06, LAYOUT-07] has no account and no steps, whoever is logged in in the browser', async () => {
    const { container } = await drawForm({ answers: complete, isRead: true, page: 'about', isLoggedIn: true });
    expect(container.textContent).toContain(String(complete.first_name));
    expect(container.querySelectorAll('header, nav, button')).toHaveLength(0);
  });

  const drawService = (more: Parameters<typeof drawForm>[0]) => drawForm({ answers: complete, isRead: true, ...more });

  test.each(['about', 'education', 'final-steps'] as const)(
    '[ROLE-06, WIDGET-17] on %s has no input, button, link, separator or navigation',
    async (id) => {
      const { container } = await drawService({ page: id, isLoggedIn: true, showErrors: true });
      const found = container.querySelectorAll(
        'input, select, textarea, button, a, hr, nav, header, footer, form, [role=tab], [role=dialog], [id$="-error"]',
      );
      expect([...found].map((element) => element.outerHTML)).toEqual([]);
      expect(container.querySelectorAll('h2').length).toBeGreaterThan(0);
    },
  );

  test('[WIDGET-18] every question that counts shows its label and its answer, choices by their label', async () => {
    const { container, store } = await drawService({ page: 'about' });
    const shown = container.textContent;
    expect(shown).toContain(String(complete.entry_term_desc));
    for (const [key, value] of Object.entries(complete)) {
      const field = store.form.byKey.get(key);
      if (field?.page !== 'about' || value === '' || typeof value === 'boolean') continue;
      expect(shown).toContain(field.question.label);
      const said =
        complete[`${key}_desc`] ?? (field.question.kind === 'date' ? toWrittenDay(value, store.form.words) : value);
      expect(shown).toContain(String(said));
    }
  });

  test('[TAB-06] shows the chosen tab only, without tabs', async () => {
    const { container, store } = await drawService({ page: 'education', tabs: { hs_record: 'upload' } });
    expect(store.form.tabGroups.has('hs_record')).toBe(true);
    expect(container.textContent).toContain(freshman.documents.transcript.label);
    expect(container.textContent).not.toContain('Ask your counselor to send your transcript');
  });

  test('shows as many components as there are, those of a few words as a table', async () => {
    const { container } = await drawService({
      page: 'education',
      answers: {
        ...complete,
        ...{ college_course: 'Sums', college_2_course: 'Letters', college_3_course: '' },
        ...{ employment: 'Baker', employment_hours: '8', employment_2: '', employment_2_hours: '' },
      },
      addAnother: { courses: 3, jobs: 2, schools: 2 },
    });
    const tables = [...container.querySelectorAll('table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    );
    expect(tables).toEqual([
      [
        ['No.', 'Course'],
        ['1', 'Sums'],
        ['2', 'Letters'],
        ['3', '—'],
      ],
      [
        ['No.', 'Job', 'Hours per week'],
        ['1', 'Baker', '8'],
        ['2', '—', '—'],
      ],
    ]);
  });

  test('a repeated block has one heading, and the tab that was chosen is an answer', async () => {
    const { container } = await drawService({
      page: 'education',
      addAnother: { schools: 2 },
      tabs: { hs_record: 'upload' },
      documents: { transcript: {} },
    });
    const headings = [...container.querySelectorAll('h3, h4')].map((heading) => heading.textContent);
    expect(headings.slice(0, 3)).toEqual([
      'School 1: Your high school',
      'School 2: A school you went to before',
      'Your school counselor',
    ]);
    expect(headings.join()).not.toMatch(/transcript/i);
    expect(container.textContent).toContain('Your high school transcriptUploaded with this application');
    expect(container.textContent).not.toContain('Upload transcript');
  });

  test('paper says that a file was uploaded only where there is one', async () => {
    const { container } = await drawService({ page: 'education', tabs: { hs_record: 'upload' } });
    expect(container.textContent).toContain('Your high school transcriptUpload transcript');
    expect(container.textContent).not.toContain('Uploaded with this application');
  });

  test.each(['about', 'education', 'final-steps'] as const)(
    '[WIDGET-18] on %s every label is the header of a row, and its answer the cell',
    async (id) => {
      const { container } = await drawService({ page: id });
      const rows = [...container.querySelectorAll('[role=row]')];
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect([...row.children].map((child) => child.role)).toEqual(['rowheader', 'cell']);
        expect(row.closest('[role=table]')).not.toBeNull();
      }
    },
  );

  test('a parent with an address is kept on one sheet, and so is every other block', async () => {
    const { container } = await drawService({ page: 'about' });
    const blocks = [...container.querySelectorAll('[data-keep]')];
    expect(blocks.some((block) => block.querySelector('[data-keep]'))).toBe(true);
    expect(new Set(blocks.map((block) => getComputedStyle(block).breakInside))).toEqual(new Set(['avoid']));
  });
});

describe('the validation summary', () => {
  const TITLE = "We're missing some information!";

  test('[LAYOUT-16, LAYOUT-17] has its title, and says what the links show, that items are highlighted, and to resubmit', async () => {
    await drawForm({ summary: { attempt: 0, onNavigate: () => {} } });
    const summary = page.getByRole('region', { name: TITLE });
    await expect
      .element(summary.getByRole('heading', { level: 2 }))
      .toHaveTextContent("We're missing some information!");
    const words = summary.element().textContent;
    expect(words).toMatch(/links below show what is still to be completed/);
    expect(words).toMatch(/highlighted on each page/);
    expect(words).toMatch(/fix them and resubmit/);
  });

  test('[LAYOUT-18] links each error to its page and question, in page order', async () => {
    const visited: string[] = [];
    await drawForm({ summary: { attempt: 0, onNavigate: ({ page: id, key }) => visited.push(`${id} ${key}`) } });
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main > section a')];
    const targets = links.map((link) => link.getAttribute('href'));
    expect(targets.slice(0, 3)).toEqual(['/about#entry_term', '/about#first_name', '/about#last_name']);
    expect(targets).toContain('/education#hs_name');
    expect(targets.at(-1)).toBe('/final-steps#counselor_waiver_request');
    links.find((link) => link.hash === '#hs_name')?.click();
    expect(visited).toEqual(['education hs_name']);
  });

  test('[LAYOUT-19] shows an error of a key that is on no page as plain text', async () => {
    await drawForm({
      answers: complete,
      summary: { attempt: 0, onNavigate: () => {}, otherErrors: { tenant_key: ['Something else is missing.'] } },
    });
    const entry = page.getByText('Something else is missing.').element();
    expect(entry.closest('a')).toBeNull();
  });

  test('takes the focus after an attempt, and goes away with the last error', async () => {
    const { store } = await drawForm({
      answers: { ...complete, first_name: '' },
      summary: { attempt: 1, onNavigate: () => {} },
    });
    expect(document.activeElement).toBe(page.getByRole('region', { name: TITLE }).element());
    store.change('first_name', 'Ada');
    await expect.element(page.getByRole('region', { name: TITLE })).not.toBeInTheDocument();
  });
});

test('sections are regions with headings, so that the form can be walked by them', async () => {
  await drawForm({
    form: smallForm([
      section({ id: 'outer', title: 'Outer' }, [
        section({ id: 'inner', title: 'Inner' }, [text({ key: 'word', label: 'Word' })]),
      ]),
    ]),
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Outer' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 3, name: 'Inner' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Outer' }).getByLabelText('Word')).toBeVisible();
});

test('a form whose condition never watches a key leaves the key alone', async () => {
  const { answers } = await drawForm({
    form: smallForm([
      text({ key: 'word', label: 'Word' }),
      showWhen(equals('word', 'open'), [text({ key: 'inside', label: 'Inside' })]),
      text({ key: 'outside', label: 'Outside' }),
    ]),
    answers: { word: 'open', inside: 'in', outside: 'out' },
  });
  await userEvent.clear(control('word'));
  expect(answers()).toMatchObject({ inside: '', outside: 'out' });
});
