import { number, select } from '@firstyear/form-engine';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm, smallForm, valueIn } from '../draw-form.testing.tsx';

const hours = number({
  key: 'hours',
  label: 'Hours',
  hint: 'In a usual week.',
  unit: 'hours a week',
  minimum: 0,
  maximum: 168,
});
const height = number({
  key: 'height',
  label: 'Height',
  unit: select({
    key: 'height_unit',
    errorLabel: 'Height: Please choose the unit.',
    label: 'Unit',
    options: [
      { value: 'cm', label: 'centimeters' },
      { value: 'in', label: 'inches' },
    ],
  }),
});
const described = (id: string) =>
  (control(id).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((part) => document.getElementById(part)?.textContent);
const linesOf = (container: Element) => [...container.querySelectorAll('p')].map((line) => line.textContent);

describe('a number with one unit', () => {
  test('is typed with a number pad, and its unit is read out with its hint', async () => {
    const { answers } = await drawForm({ form: smallForm([hours]) });
    await page.getByLabelText('Hours').fill('12.5');
    expect(answers()).toEqual({ hours: '12.5' });
    expect(control('hours').getAttribute('inputmode')).toBe('decimal');
    expect(control('hours')).toHaveProperty('type', 'text');
    await expect.element(page.getByText('hours a week')).toBeVisible();
    expect(described('hours')).toEqual(['In a usual week.', 'hours a week']);
  });

  test('keeps text that is no number, with an error at the input', async () => {
    const { answers } = await drawForm({ form: smallForm([hours]), showErrors: true });
    await userEvent.type(control('hours'), 'many');
    expect(answers().hours).toBe('many');
    expect(control('hours-error').textContent).toBe('Error: Hours: Please enter a number, for example 1.');
    expect(control('hours').getAttribute('aria-invalid')).toBe('true');
    expect(described('hours')).toContain('Error: Hours: Please enter a number, for example 1.');
    await userEvent.fill(control('hours'), '200');
    expect(control('hours-error').textContent).toBe('Error: Hours: Please enter a number from 0 to 168 hours a week.');
    await userEvent.fill(control('hours'), '20');
    expect(document.getElementById('hours-error')).toBeNull();
    expect(control('hours').getAttribute('aria-invalid')).toBeNull();
  });

  test('has room for 20 characters', async () => {
    const { store } = await drawForm({ form: smallForm([hours]) });
    await userEvent.fill(control('hours'), '1'.repeat(25));
    expect(valueIn('hours')).toHaveLength(25);
    expect(store.outbox.refusalOf('hours')[0]).toContain('shorten this from 25 to 20 characters');
  });

  test('reads on paper as number and unit, and as nothing without a number', async () => {
    const filled = await drawForm({ isRead: true, form: smallForm([hours]), answers: { hours: '12.5' } });
    expect(linesOf(filled.container)).toEqual(['Hours', '12.5 hours a week']);
    await filled.screen.unmount();
    const { container } = await drawForm({ isRead: true, form: smallForm([hours]) });
    expect(linesOf(container)).toEqual(['Hours', '—']);
  });
});

describe('a number with a unit to choose', () => {
  test('has an input and a list of units, each with a name of its own', async () => {
    const { answers } = await drawForm({ form: smallForm([height]) });
    await page.getByRole('textbox', { name: 'Height' }).fill('70');
    await page.getByRole('combobox', { name: 'Height: Unit' }).selectOptions('in');
    expect(answers()).toEqual({ height: '70', height_unit: 'in', height_unit_desc: 'inches' });
    expect(control('height').getBoundingClientRect().top).toBe(control('height_unit').getBoundingClientRect().top);
  });

  test('needs the unit once there is a number, with the error above both; the unit alone is wrong', async () => {
    await drawForm({ form: smallForm([height]), showErrors: true });
    expect(control('height_unit').getAttribute('aria-required')).toBeNull();
    await userEvent.type(control('height'), '70');
    expect(control('height-error').textContent).toBe('Error: Height: Please choose the unit.');
    expect(control('height').getAttribute('aria-invalid')).toBeNull();
    expect(control('height_unit').getAttribute('aria-invalid')).toBe('true');
    expect(control('height_unit').getAttribute('aria-required')).toBe('true');
    expect(control('height_unit').getAttribute('aria-describedby')).toBe('height-error');
    await userEvent.selectOptions(control('height_unit'), 'in');
    expect(document.getElementById('height-error')).toBeNull();
  });

  test('is led to by the links of the summary, the number and the unit each by its own', async () => {
    const visited: string[] = [];
    await drawForm({
      form: smallForm([height]),
      answers: { height: 'tall' },
      summary: { attempt: 0, onNavigate: ({ key }) => visited.push(key) },
    });
    await page.getByRole('link', { name: 'Height: Please enter a number, for example 1.' }).click();
    await page.getByRole('link', { name: 'Height: Please choose the unit.' }).click();
    expect(visited).toEqual(['height', 'height_unit']);
  });

  test('reads on paper with the words of its unit', async () => {
    const answers = { height: '70', height_unit: 'in', height_unit_desc: 'inches' };
    const { container } = await drawForm({ isRead: true, form: smallForm([height]), answers });
    expect(linesOf(container)).toEqual(['Height', '70 inches']);
  });
});
