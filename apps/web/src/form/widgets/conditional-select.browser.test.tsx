import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm, optionsIn } from '../draw-form.testing.tsx';

test('[WIDGET-04, COND-07, DATA-28] the states follow the country and are cleared with it', async () => {
  const { answers } = await drawForm();
  expect(control('country')).toBeInstanceOf(HTMLSelectElement);
  const combined = optionsIn('state').map(([value]) => value);
  expect(combined).toEqual(expect.arrayContaining(['KY', 'ON', 'NU']));
  await userEvent.selectOptions(control('country'), 'USA');
  expect(optionsIn('state').map(([value]) => value)).toEqual(expect.arrayContaining(['KY', 'AA', 'AE', 'AP']));
  await userEvent.selectOptions(control('state'), 'KY');
  expect(answers()).toMatchObject({ state: 'KY', state_desc: 'Kentucky' });
  await userEvent.selectOptions(control('country'), 'CAN');
  expect(optionsIn('state')).toHaveLength(13);
  expect(answers()).toMatchObject({ state: '', state_desc: '' });
  await userEvent.selectOptions(control('country'), 'DEU');
  expect(control('state')).toHaveProperty('type', 'text');
  await userEvent.type(control('state'), 'Hessen');
  expect(answers().state).toBe('Hessen');
});

test('on paper it is the label of the state, or what was written where there is no list', async () => {
  const drawn = await drawForm({ isRead: true, answers: { country: 'USA', state: 'KY', state_desc: 'Kentucky' } });
  expect(drawn.container.textContent).toContain('State/ProvinceKentucky');
  await drawn.screen.unmount();
  const { container } = await drawForm({ isRead: true, answers: { country: 'DEU', state: 'Hessen' } });
  expect(container.textContent).toContain('State/ProvinceHessen');
});
