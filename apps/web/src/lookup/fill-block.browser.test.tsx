import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm } from '../form/draw-form.testing.tsx';
// Loaded with the tests, so that none of them waits for it.
import './lookup-combobox.tsx';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { combobox, DUNBAR, optionsShown, RECORD, serveLookups, value } from './served-lookups.testing.ts';

afterEach(() => vi.restoreAllMocks());

describe('a school that was chosen', () => {
  /** Chooses Dunbar from the list, by keys. */
  async function chooseDunbar(server: ReturnType<typeof serveLookups>, first = 0, record: unknown = RECORD) {
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(first)).respond([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(first + 1)).respond(record);
  }
  const undo = () => page.getByRole('button', { name: 'Undo' });

  test('[WIDGET-07] the answers filled in with its name are removed when another name is typed, and can be brought back', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
    const before = control('hs_address_line_1').getBoundingClientRect().top;
    await userEvent.type(control('hs_name'), 's');
    expect(answers()).toMatchObject({
      hs_name: 'Paul Laurence Dunbar High Schools',
      hs_address_line_1: '',
      hs_city: '',
      hs_state: '',
      hs_state_desc: '',
      hs_zip: '',
      hs_country: '',
      hs_ceeb: '',
    });
    await expect.element(page.getByText('We cleared the old address.').first()).toBeVisible();
    expect(control('hs_address_line_1').getBoundingClientRect().top).toBe(before);
    const statuses = [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent);
    expect(statuses).toContain('We cleared the old address.');
    await userEvent.tab();
    expect(document.activeElement).toBe(undo().element());
    await userEvent.keyboard('{Enter}');
    expect(answers()).toMatchObject({
      hs_name: 'Paul Laurence Dunbar High School',
      hs_address_line_1: '1600 Man O War Blvd',
      hs_city: 'Lexington',
      hs_state: 'KY',
      hs_state_desc: 'Kentucky',
      hs_zip: '40513',
      hs_country: 'USA',
      hs_ceeb: '181440',
    });
    expect(document.activeElement?.id).toBe('hs_name');
    expect(undo().query()).toBeNull();
    await userEvent.type(control('hs_name'), 's');
    expect(answers()).toMatchObject({ hs_city: '', hs_ceeb: '' });
  });

  test('[WIDGET-07] typing an address for another name removes Undo, and the original name brings nothing back', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    await expect.element(undo()).toBeVisible();
    await userEvent.fill(control('hs_city'), 'Elsewhere');
    await eventually(() => expect(undo().query()).toBeNull());
    await userEvent.type(control('hs_name'), '{Backspace}');
    expect(answers()).toMatchObject({ hs_name: RECORD.name, hs_city: 'Elsewhere', hs_state: '', hs_ceeb: '' });
  });

  test('[WIDGET-07] typed answers stay when another name is typed', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server, 0, { ...RECORD, address_line_1: '', zip: '' });
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_zip'), '40599');
    await userEvent.type(control('hs_city'), ' East');
    await userEvent.type(control('hs_name'), 's');
    expect(answers()).toMatchObject({ hs_city: 'Lexington East', hs_zip: '40599', hs_state: '', hs_country: '' });
  });

  test('its own name typed again brings its answers back', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    await userEvent.keyboard('{Backspace}');
    expect(answers()).toMatchObject({ hs_city: 'Lexington', hs_ceeb: '181440' });
    expect(undo().query()).toBeNull();
  });

  test('answers filled in on an earlier visit are recognized by their name and city', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({
      page: 'education',
      answers: { hs_name: RECORD.name, hs_city: 'Lexington', hs_zip: '40513', hs_address_line_1: '9 Own Way' },
    });
    const input = await combobox('hs_name');
    await (await server.next(0)).respond([DUNBAR]);
    await (await server.next(1)).respond(RECORD);
    await userEvent.type(input, 's');
    expect(answers()).toMatchObject({ hs_city: '', hs_zip: '', hs_address_line_1: '9 Own Way' });
    await undo().click();
    expect(answers()).toMatchObject({ hs_city: 'Lexington', hs_zip: '40513' });
  });

  test('answers that the store forgets at a logout cannot be brought back', async () => {
    const server = serveLookups();
    const { answers, store } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    store.owner.clear();
    expect(store.undo.removals()).toEqual([]);
    expect(store.undo.filledWith('hs_name')).toEqual({});
    await expect.poll(() => undo().query()).toBeNull();
  });

  test('its code has a box only when there is one', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    expect(document.getElementById('hs_ceeb')).toBeNull();
    await chooseDunbar(server);
    await eventually(() => expect(value('hs_ceeb')).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    expect(document.getElementById('hs_ceeb')).toBeNull();
  });
});

describe('an address that is found', () => {
  const LEXINGTON = { id: 'a', text: 'Lexington, KY', sub_text: 'City and state' };
  const PLACE = {
    ...LEXINGTON,
    name: '',
    ceeb: '',
    address_line_1: '1 Main St',
    address_line_2: '',
    city: 'Lexington',
    state: 'KY',
    zip: '',
    country: 'USA',
  };

  async function choosePlace(server: ReturnType<typeof serveLookups>, first: number, record: unknown) {
    await (await server.next(first)).respond([LEXINGTON]);
    await optionsShown(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(first + 1)).respond(record);
  }

  test('a typed ZIP Code stays when the suggestion has none, and so does the typed street', async () => {
    const server = serveLookups();
    const { answers } = await drawForm();
    await userEvent.type(control('zip'), '40507');
    await userEvent.fill(await combobox('address_line_1'), '1 Main St lexington');
    await choosePlace(server, 0, PLACE);
    await eventually(() => expect(answers().city).toBe('Lexington'));
    expect(answers()).toMatchObject({ address_line_1: '1 Main St', state: 'KY', zip: '40507', country: 'USA' });
  });

  test('a ZIP Code filled in with an earlier address is removed with it', async () => {
    const server = serveLookups();
    const { answers } = await drawForm();
    await userEvent.fill(await combobox('address_line_1'), '1 Main St berea');
    await choosePlace(server, 0, { ...PLACE, city: 'Berea', zip: '40403' });
    await eventually(() => expect(answers().zip).toBe('40403'));
    await userEvent.fill(control('address_line_1'), '1 Main St lexington');
    await choosePlace(server, 2, PLACE);
    await eventually(() => expect(answers().city).toBe('Lexington'));
    expect(answers().zip).toBe('');
  });
});
