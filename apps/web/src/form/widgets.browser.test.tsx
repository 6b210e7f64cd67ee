import { check, date, phone, select, text, textarea } from '@firstyear/application-form';
import { partner } from '@partner';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm } from './draw-form.testing.tsx';

const shownIn = (id: string) => {
  const element = control(id);
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element.value;
  if (element instanceof HTMLTextAreaElement) return element.value;
  throw new Error(`${id} has no value.`);
};
const optionsOf = (id: string) => {
  const element = control(id);
  if (!(element instanceof HTMLSelectElement)) throw new Error(`${id} is no select.`);
  return [...element.options].filter((option) => option.value !== '').map(({ value, label }) => [value, label]);
};

describe('text', () => {
  test('[WIDGET-01, DATA-24] text, textarea, date and password take a value', async () => {
    const { answers } = await drawForm({
      index: smallForm([
        text({ key: 'nickname', label: 'Nickname' }),
        textarea({ key: 'story', label: 'Story' }),
        date({ key: 'day', label: 'Day' }),
        { kind: 'password', key: 'secret', label: 'Secret' },
        text({ key: 'word', label: 'Word', category: 'password' }),
        text({ key: 'number', label: 'Number', category: 'ssn' }),
      ]),
    });
    await page.getByLabelText('Nickname').fill('Addie');
    await page.getByLabelText('Story').fill('Once');
    await page.getByLabelText('Day').fill('2008-05-17');
    await page.getByLabelText('Secret').fill('a secret');
    await page.getByLabelText('Word').fill('another');
    await page.getByLabelText('Number').fill('000123456');
    await userEvent.tab();
    expect(answers()).toMatchObject({
      nickname: 'Addie',
      story: 'Once',
      day: '2008-05-17',
      secret: 'a secret',
      word: 'another',
      number: '000-12-3456',
    });
    expect(control('secret')).toHaveProperty('type', 'password');
    expect(control('word')).toHaveProperty('type', 'password');
    expect(control('day')).toHaveProperty('type', 'date');
  });

  test('[CONST-04] 45 of 50 characters are kept', async () => {
    const { answers } = await drawForm();
    await userEvent.type(control('first_name'), 'x'.repeat(50));
    expect(answers().first_name).toHaveLength(45);
  });

  test('[DATA-06] an emptied answer is an empty string', async () => {
    const { answers } = await drawForm({ answers: { first_name: 'Ada' } });
    await userEvent.clear(control('first_name'));
    expect(answers().first_name).toBe('');
  });

  test('a name in any script goes in unharmed', async () => {
    const { answers } = await drawForm();
    await page.getByRole('region', { name: 'Your name' }).getByLabelText('First Name').fill('Zoë 明日香 عائشة');
    expect(answers().first_name).toBe('Zoë 明日香 عائشة');
  });

  test('[WIDGET-16] an ssn is shaped while it is typed and refuses a tenth digit', async () => {
    await drawForm({ index: smallForm([text({ key: 'number', label: 'Number', category: 'ssn' })]) });
    await userEvent.type(control('number'), '1234');
    expect(shownIn('number')).toBe('123-4');
    await userEvent.type(control('number'), '567890');
    expect(shownIn('number')).toBe('123-45-6789');
  });
});

describe('textarea', () => {
  const story = smallForm([textarea({ key: 'story', label: 'Story' })]);

  test('[WIDGET-11] without a limit of its own it has 6 rows and stops at 1500 characters', async () => {
    const { answers } = await drawForm({ index: story, answers: { story: 'x'.repeat(1499) } });
    const field = control('story');
    expect(field).toHaveProperty('rows', 6);
    await userEvent.click(field);
    await userEvent.keyboard('{Control>}{End}{/Control}yz');
    expect(shownIn('story')).toBe(`${'x'.repeat(1499)}y`);
    await userEvent.tab();
    expect(answers().story).toHaveLength(1500);
  });

  test('[WIDGET-12] the counter follows each key', async () => {
    await drawForm({ index: story });
    await expect.element(page.getByText('Character count: 0 / 1500')).toBeVisible();
    await userEvent.type(control('story'), 'Hello');
    await expect.element(page.getByText('Character count: 5 / 1500')).toBeVisible();
  });

  test('[WIDGET-13] what is typed becomes the answer when the field is left', async () => {
    const { answers } = await drawForm({ index: story });
    await userEvent.type(control('story'), 'Hello');
    expect(answers().story ?? '').toBe('');
    await userEvent.tab();
    expect(answers().story).toBe('Hello');
  });

  test('[WIDGET-14, CONST-07] the long text of the application takes the 7000 characters of the partner', async () => {
    expect(partner.character_limit).toBe(7000);
    const { answers } = await drawForm({ page: 'final-steps', answers: { conviction: 'yes' } });
    const field = control('conviction_comment');
    await page.elementLocator(field).fill('x'.repeat(7000));
    await expect.element(page.getByText('Character count: 7000 / 7000')).toBeVisible();
    await userEvent.type(field, 'y');
    await userEvent.tab();
    expect(answers().conviction_comment).toBe('x'.repeat(7000));
  });
});

describe('date', () => {
  test('[VAL-66] a date that breaks its rules clears the stored answer and stays in the input', async () => {
    const { answers, redraw } = await drawForm({ answers: { birth_date: '2008-05-17' } });
    await page.getByLabelText('Date of Birth').fill('2021-05-17');
    expect(answers().birth_date).toBe('');
    expect(shownIn('birth_date')).toBe('2021-05-17');
    await redraw({ showErrors: true });
    expect(control('birth_date-error').textContent).toBe('You must be 13 years or older to apply.');
  });

  test('typed key by key, the date arrives whole', async () => {
    const { answers } = await drawForm();
    control('birth_date').focus();
    await userEvent.keyboard('05172008');
    expect(answers().birth_date).toBe('2008-05-17');
  });

  test('a day that is not in the calendar keeps its parts and is said not to be valid', async () => {
    const { answers } = await drawForm({ showErrors: true });
    control('birth_date').focus();
    await userEvent.keyboard('02312008');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(answers().birth_date ?? '').toBe('');
    const input = control('birth_date');
    expect(input instanceof HTMLInputElement && input.validity.badInput).toBe(true);
    await expect.element(page.getByText('A valid date of birth is required.')).toBeVisible();
  });
});

describe('phone', () => {
  test('[WIDGET-02] the cell phone has a shape and the check box for text messages, the home phone no check box', async () => {
    const { answers } = await drawForm();
    await userEvent.type(control('phone_mobile'), '2125');
    expect(shownIn('phone_mobile')).toBe('(212) 5');
    await userEvent.type(control('phone_mobile'), '550123');
    expect(answers().phone_mobile).toBe('(212) 555-0123');
    await userEvent.click(control('optin_sms_ind'));
    expect(answers().optin_sms_ind).toBe(true);
    expect(control('phone_home').closest('div')?.querySelector('input[type=checkbox]')).toBeNull();
  });

  test('[VAL-46] letters are left out', async () => {
    await drawForm({ index: smallForm([phone({ key: 'number', label: 'Number' })]) });
    await userEvent.type(control('number'), 'a123b4567890');
    expect(shownIn('number')).toBe('(123) 456-7890');
  });

  test('a digit in the middle leaves the caret behind it, and deleting works through the signs', async () => {
    await drawForm({ index: smallForm([phone({ key: 'number', label: 'Number' })]) });
    const input = control('number');
    if (!(input instanceof HTMLInputElement)) throw new Error('The phone is no input.');
    await userEvent.type(input, '212555013');
    input.setSelectionRange(3, 3);
    await userEvent.keyboard('9');
    expect([input.value, input.selectionStart]).toEqual(['(219) 255-5013', 4]);
    await userEvent.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['(212) 555-013', 3]);
    input.setSelectionRange(6, 6);
    await userEvent.keyboard('{Backspace}');
    expect(input.value).toBe('(215) 550-13');
  });

  test('a number that is pasted with its country code is the same number', async () => {
    await drawForm({
      index: smallForm([phone({ key: 'number', label: 'Number' }), text({ key: 'from', label: 'From' })]),
    });
    await page.getByLabelText('From').fill('+1 212-555-0123');
    control('from').focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.copy();
    control('number').focus();
    await userEvent.paste();
    expect(shownIn('number')).toBe('(212) 555-0123');
  });
});

describe('choices', () => {
  test('[WIDGET-03, DATA-27] month and year are two selects under one label, with twelve months', async () => {
    const { answers } = await drawForm({ page: 'education' });
    const [month, year] = [control('grad_month'), control('grad_year')];
    expect(month.closest('fieldset')).toBe(year.closest('fieldset'));
    expect(month.closest('fieldset')?.querySelector('legend')?.textContent).toContain('Expected Graduation Date');
    expect(optionsOf('grad_month').map(([value]) => value)).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 1)),
    );
    await userEvent.selectOptions(month, '5');
    await userEvent.selectOptions(year, '2027');
    expect(answers()).toMatchObject({ grad_month: '5', grad_month_desc: 'May', grad_year: '2027' });
  });

  test.each([
    ['sat', 'When did you take the SAT?'],
    ['act', 'When did you take the ACT?'],
    ['toefl', 'When did you take the TOEFL?'],
  ])('[WIDGET-03] the date of the %s too is two selects under one label', async (name, label) => {
    await drawForm({ page: 'education', answers: { [`${name}_taken`]: 'yes' } });
    const pair = ['month', 'year'].map((part) => control(`${name}_test_${part}`));
    for (const select of pair) {
      expect(select).toBeInstanceOf(HTMLSelectElement);
      expect(select.closest('fieldset')?.querySelector('legend')?.textContent).toContain(label);
    }
    expect(new Set(pair.map((select) => select.closest('fieldset'))).size).toBe(1);
  });

  test('[WIDGET-04, COND-07, DATA-28] the states follow the country and are cleared with it', async () => {
    const { answers } = await drawForm();
    expect(control('country')).toBeInstanceOf(HTMLSelectElement);
    const combined = optionsOf('state').map(([value]) => value);
    expect(combined).toEqual(expect.arrayContaining(['KY', 'ON', 'NU']));
    await userEvent.selectOptions(control('country'), 'USA');
    expect(optionsOf('state').map(([value]) => value)).toEqual(expect.arrayContaining(['KY', 'AA', 'AE', 'AP']));
    await userEvent.selectOptions(control('state'), 'KY');
    expect(answers()).toMatchObject({ state: 'KY', state_desc: 'Kentucky' });
    await userEvent.selectOptions(control('country'), 'CAN');
    expect(optionsOf('state')).toHaveLength(13);
    expect(answers()).toMatchObject({ state: '', state_desc: '' });
    await userEvent.selectOptions(control('country'), 'DEU');
    expect(control('state')).toHaveProperty('type', 'text');
    await userEvent.type(control('state'), 'Hessen');
    expect(answers().state).toBe('Hessen');
  });

  test('[DATA-25] the countries begin with the United States', async () => {
    await drawForm();
    expect(optionsOf('country')[0]).toEqual(['USA', 'United States']);
  });

  test('[DATA-26] the country of citizenship leaves out the United States and no other', async () => {
    await drawForm({ answers: { citizenship_type: 'other_country' } });
    const withUsa = optionsOf('country').map(([value]) => value);
    const without = optionsOf('citizenship').map(([value]) => value);
    expect(withUsa.filter((value) => value !== 'USA')).toEqual(without);
  });

  test('[DATA-29] graduation years run into the future, test years into the past, and follow the clock', async () => {
    const yearsAt = async (clock: Date) => {
      const { screen } = await drawForm({ page: 'education', answers: { sat_taken: 'yes' }, clock: () => clock });
      const years = [optionsOf('grad_year'), optionsOf('sat_test_year')].map((list) =>
        list.map(([value]) => Number(value)),
      );
      await screen.unmount();
      return years;
    };
    const [future = [], past = []] = await yearsAt(new Date('2026-11-20T12:00:00'));
    expect(future.at(-1)).toBeGreaterThan(2026);
    expect(past).toEqual(Array.from({ length: partner.year_counts.test }, (_, at) => 2026 - at));
    const [laterFuture = [], laterPast = []] = await yearsAt(new Date('2027-11-20T12:00:00'));
    expect(laterFuture).toEqual(future.map((year) => year + 1));
    expect(laterPast).toEqual(past.map((year) => year + 1));
  });

  test('an optional choice can be taken back', async () => {
    const { answers } = await drawForm();
    await userEvent.selectOptions(control('applied_major'), 'biology');
    await userEvent.selectOptions(control('applied_major'), '');
    expect(answers()).toMatchObject({ applied_major: '', applied_major_desc: '' });
  });

  test('a stored choice that is no longer offered stays visible', async () => {
    await drawForm({
      index: smallForm([select({ key: 'term', label: 'Term', options: [{ value: 'b', label: 'B' }] })]),
      answers: { term: 'gone' },
    });
    expect(shownIn('term')).toBe('gone');
  });

  test('[WIDGET-05] there are a radio group, a check group and a single check', async () => {
    const education = await drawForm({ page: 'education' });
    const taken = page.getByRole('radiogroup', { name: /Have you taken the SAT/ });
    await taken.getByRole('radio', { name: 'No' }).click();
    expect(education.answers()).toMatchObject({ sat_taken: 'no', sat_taken_desc: 'No' });
    await education.screen.unmount();
    const last = await drawForm({ page: 'final-steps' });
    const agree = control('legal_agree');
    expect(agree).toHaveProperty('type', 'checkbox');
    expect(agree.closest('fieldset')).toBeNull();
    await userEvent.click(agree);
    expect(last.answers().legal_agree).toBe(true);
    await last.screen.unmount();
    const { answers } = await drawForm();
    const races = page.getByRole('group', { name: 'Race' });
    await races.getByLabelText('Asian').click();
    await races.getByLabelText('White').click();
    expect(answers()).toMatchObject({ race_asian: true, race_white: true });
    const aid = page.getByRole('radiogroup', { name: /financial aid/ });
    await aid.getByLabelText('Yes').click();
    expect(answers()).toMatchObject({ financial_aid: 'yes', financial_aid_desc: 'Yes' });
    control('financial_aid').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(answers().financial_aid).toBe('no');
  });

  test('[DATA-08] a single check is true, then false', async () => {
    const { answers } = await drawForm({ index: smallForm([check({ key: 'agreed', label: 'Agreed' })]) });
    expect(answers().agreed ?? '').toBe('');
    await page.getByLabelText('Agreed').click();
    expect(answers().agreed).toBe(true);
    await page.getByLabelText('Agreed').click();
    expect(answers().agreed).toBe(false);
  });

  test('[DATA-07] choosing a gender stores the label that is shown', async () => {
    const { answers } = await drawForm();
    await page.getByLabelText('Female', { exact: true }).click();
    expect(answers()).toMatchObject({ gender: 'female', gender_desc: 'Female' });
  });
});

describe('blocks', () => {
  test.each(['', 'permanent_', 'parent_', 'parent_2_', 'guardian_'])(
    '[WIDGET-06, DATA-10] the address block %s has its six inputs, the second labelled Apt. #',
    async (prefix) => {
      await drawForm({
        answers: {
          mailing_addr_same_as_perm_addr: 'no',
          parent_addr_same_as_stu_perm: 'no',
          parent_2_addr_same_as_stu_perm: 'no',
          guardian_addr_same_as_stu_perm: 'no',
        },
      });
      const parts = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'];
      const blocks = parts.map((part) => control(`${prefix}${part}`).closest('fieldset'));
      expect(new Set(blocks).size).toBe(1);
      const label = document.querySelector(`label[for="${prefix}address_line_2"]`);
      expect(label?.textContent).toBe('Apt. #');
    },
  );

  test.each(['hs_', 'college_'])(
    '[WIDGET-07] the school block %s has a name to search by and its other parts',
    async (prefix) => {
      await drawForm({ page: 'education', answers: { college_courses_toggle: 'yes' } });
      const parts = ['name', 'address_line_1', 'city', 'state', 'zip', 'ceeb', 'country'];
      const blocks = parts.map((part) => control(`${prefix}${part}`).closest('fieldset, section'));
      expect(new Set(blocks).size).toBe(1);
      control(`${prefix}name`).focus();
      await expect.element(page.elementLocator(control(`${prefix}name`))).toHaveAttribute('type', 'text');
    },
  );

  test("[WIDGET-08] the school's address can be edited by an applicant and is plain text in the service view", async () => {
    const answers = { hs_name: 'Sampleton High School', hs_address_line_1: '1 Sample Street' };
    const drawn = await drawForm({ page: 'education', answers });
    await userEvent.clear(control('hs_address_line_1'));
    await userEvent.type(control('hs_address_line_1'), '2 Sample Street');
    expect(drawn.answers().hs_address_line_1).toBe('2 Sample Street');
    await drawn.redraw({ mode: 'service' });
    expect(document.getElementById('hs_address_line_1')).toBeNull();
    await expect.element(page.getByText('2 Sample Street')).toBeVisible();
  });
});
