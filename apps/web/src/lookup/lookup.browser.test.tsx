import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { control, drawForm } from '../form/draw-form.testing.tsx';
import { LOOKUP_TEXT } from '../text/lookup.ts';
// Loaded with the tests, so that none of them waits for it.
import './lookup-combobox.tsx';

const DUNBAR = { id: '7', text: 'Paul Laurence Dunbar High School', sub_text: '1600 Man O War Blvd, Lexington, KY' };
const RECORD = {
  ...DUNBAR,
  name: 'Paul Laurence Dunbar High School',
  ceeb: '181440',
  address_line_1: '1600 Man O War Blvd',
  address_line_2: '',
  city: 'Lexington',
  state: 'KY',
  zip: '40513',
  country: 'USA',
};

interface Lookup {
  readonly query: URLSearchParams;
  /** Settles once the page has read the answer and drawn what follows from it. */
  answer(body: unknown, status?: number): Promise<void>;
  breakOff(): void;
}

/** The server's end of the lookups: each call waits for the test to answer it. */
function serveLookups() {
  const calls: Lookup[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    calls.push({
      query: url.searchParams,
      answer: async (body, status = 200) => {
        const response = Response.json(body, { status });
        const read = Promise.withResolvers<void>();
        vi.spyOn(response, 'json').mockImplementation(async () => {
          read.resolve();
          return body;
        });
        resolve(response);
        await read.promise;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      },
      breakOff: () => reject(new TypeError('no network')),
    });
    return promise;
  });
  const next = async (number: number): Promise<Lookup> => {
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(number));
    const call = calls[number];
    if (!call) throw new Error(`There was no call ${number}.`);
    return call;
  };
  return { calls, next };
}

afterEach(() => vi.restoreAllMocks());

/** The combobox takes the place of the plain input when that is focused. */
const combobox = async (key: string) => {
  control(key).focus();
  await vi.waitFor(() => expect(control(key).getAttribute('role')).toBe('combobox'), { timeout: 10_000 });
  return control(key);
};
const options = () => [...document.querySelectorAll('[role="option"]')].map((option) => option.textContent);
const optionsShown = (count: number) => vi.waitFor(() => expect(options()).toHaveLength(count));
const value = (key: string) => {
  const input = control(key);
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value : undefined;
};

describe('a school that is found', () => {
  test('[DATA-21, API-31, CONST-08] five schools of its category are asked for, and what comes is offered', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    const search = await server.next(0);
    expect(Object.fromEntries(search.query)).toEqual({ category: 'hs_ceeb', text: 'dunbar', max_results: '5' });
    await search.answer([DUNBAR]);
    await optionsShown(2);
    expect(options()[0]).toContain('Paul Laurence Dunbar High School');
  });

  test('[WIDGET-07, FIELD-13, API-32] choosing it fills the whole block', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    expect(Object.fromEntries(detail.query)).toEqual({ category: 'hs_ceeb', id: '7' });
    await detail.answer(RECORD);
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
    expect(answers()).toMatchObject({
      hs_name: 'Paul Laurence Dunbar High School',
      hs_address_line_1: '1600 Man O War Blvd',
      hs_city: 'Lexington',
      hs_state: 'KY',
      hs_zip: '40513',
      hs_country: 'USA',
    });
    expect(value('hs_state')).toBe('KY');
  });

  test('[WIDGET-07] it replaces what an earlier choice in another country has left', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({
      page: 'education',
      answers: { hs_name: 'Ecole', hs_country: 'CAN', hs_state: 'QC', hs_city: 'Laval', hs_address_line_1: '1 Rue X' },
    });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    // The first call asks what a list may have filled in before.
    await (await server.next(0)).answer([]);
    await (await server.next(1)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(2)).answer({ ...RECORD, address_line_1: '' });
    await vi.waitFor(() => expect(answers().hs_city).toBe('Lexington'));
    expect(answers()).toMatchObject({ hs_country: 'USA', hs_state: 'KY', hs_address_line_1: '' });
  });

  test('a press on it does the same as the keyboard', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    const [option] = document.querySelectorAll('[role="option"]');
    if (!option) throw new Error('there is no option');
    await userEvent.click(option);
    await (await server.next(1)).answer(RECORD);
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
  });

  test('[WIDGET-07] its code goes when the name is typed by hand, and the rest stays', async () => {
    serveLookups();
    const { answers } = await drawForm({
      page: 'education',
      answers: { hs_name: 'Dunbar', hs_ceeb: '181440', hs_city: 'Lexington' },
    });
    await userEvent.type(await combobox('hs_name'), 's');
    expect(answers()).toMatchObject({ hs_name: 'Dunbars', hs_ceeb: '', hs_city: 'Lexington' });
  });

  /** Chooses Dunbar from the list, by keys. */
  async function chooseDunbar(server: ReturnType<typeof serveLookups>, first = 0, record: unknown = RECORD) {
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(first)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(first + 1)).answer(record);
  }
  const undo = () => page.getByRole('button', { name: 'Undo' });

  test('[WIDGET-07] what came with its name goes when another name is typed, and can be brought back', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
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
      hs_name: 'Paul Laurence Dunbar High Schools',
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
  });

  test('[WIDGET-07] what the applicant typed himself stays when another name is typed', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server, 0, { ...RECORD, address_line_1: '', zip: '' });
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_zip'), '40599');
    await userEvent.type(control('hs_city'), ' East');
    await userEvent.type(control('hs_name'), 's');
    expect(answers()).toMatchObject({ hs_city: 'Lexington East', hs_zip: '40599', hs_state: '', hs_country: '' });
  });

  test('its own name typed again brings back what came with it', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    await userEvent.keyboard('{Backspace}');
    expect(answers()).toMatchObject({ hs_city: 'Lexington', hs_ceeb: '181440' });
    expect(undo().query()).toBeNull();
  });

  test('what a list filled in on an earlier visit is known again by its name and city', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({
      page: 'education',
      answers: { hs_name: RECORD.name, hs_city: 'Lexington', hs_zip: '40513', hs_address_line_1: '9 Own Way' },
    });
    const input = await combobox('hs_name');
    await (await server.next(0)).answer([DUNBAR]);
    await (await server.next(1)).answer(RECORD);
    await userEvent.type(input, 's');
    expect(answers()).toMatchObject({ hs_city: '', hs_zip: '', hs_address_line_1: '9 Own Way' });
    await undo().click();
    expect(answers()).toMatchObject({ hs_city: 'Lexington', hs_zip: '40513' });
  });

  test('what the store forgets at a logout cannot be brought back', async () => {
    const server = serveLookups();
    const { answers, store } = await drawForm({ page: 'education' });
    await chooseDunbar(server);
    await vi.waitFor(() => expect(answers().hs_ceeb).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    store.clear();
    expect(store.removals()).toEqual([]);
    expect(store.filledWith('hs_name')).toEqual({});
    await expect.poll(() => undo().query()).toBeNull();
  });

  test('its code has a box only when there is one', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    expect(document.getElementById('hs_ceeb')).toBeNull();
    await chooseDunbar(server);
    await vi.waitFor(() => expect(value('hs_ceeb')).toBe('181440'));
    await userEvent.type(control('hs_name'), 's');
    expect(document.getElementById('hs_ceeb')).toBeNull();
  });

  test('an edit by hand while its record is on the way wins', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    await userEvent.type(control('hs_name'), ' Annex');
    await detail.answer(RECORD);
    expect(answers()).toMatchObject({ hs_name: 'Paul Laurence Dunbar High School Annex' });
    expect(answers().hs_city ?? '').toBe('');
  });

  test('what is typed into its block while its record is on the way stays', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    await userEvent.type(control('hs_city'), 'Nicholasville');
    await detail.answer(RECORD);
    expect(answers()).toMatchObject({ hs_city: 'Nicholasville', hs_ceeb: '181440', hs_zip: '40513' });
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
    await (await server.next(first)).answer([LEXINGTON]);
    await optionsShown(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(first + 1)).answer(record);
  }

  test('a ZIP Code that was typed stays when what is found has none, and the typed street stays the street', async () => {
    const server = serveLookups();
    const { answers } = await drawForm();
    await userEvent.type(control('zip'), '40507');
    await userEvent.fill(await combobox('address_line_1'), '1 Main St lexington');
    await choosePlace(server, 0, PLACE);
    await vi.waitFor(() => expect(answers().city).toBe('Lexington'));
    expect(answers()).toMatchObject({ address_line_1: '1 Main St', state: 'KY', zip: '40507', country: 'USA' });
  });

  test('a ZIP Code that came with an earlier address goes with it', async () => {
    const server = serveLookups();
    const { answers } = await drawForm();
    await userEvent.fill(await combobox('address_line_1'), '1 Main St berea');
    await choosePlace(server, 0, { ...PLACE, city: 'Berea', zip: '40403' });
    await vi.waitFor(() => expect(answers().zip).toBe('40403'));
    await userEvent.fill(control('address_line_1'), '1 Main St lexington');
    await choosePlace(server, 2, PLACE);
    await vi.waitFor(() => expect(answers().city).toBe('Lexington'));
    expect(answers().zip).toBe('');
  });
});

describe('suggestions for assistive technology', () => {
  test('the number found is announced politely, the input owns the list, and Escape closes it', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    const input = await combobox('hs_name');
    await userEvent.fill(input, 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    const list = control(String(input.getAttribute('aria-controls')));
    expect([list.getAttribute('role'), list.getAttribute('aria-label')]).toEqual(['listbox', 'Suggested schools']);
    const statuses = [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent);
    expect(statuses).toContain(LOOKUP_TEXT.found('hs_ceeb', 1));
    await userEvent.keyboard('{ArrowDown}');
    expect(input.getAttribute('aria-activedescendant')).toBe(document.querySelector('[role="option"]')?.id);
    await userEvent.keyboard('{Escape}');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(value('hs_name')).toBe('dunbar');
  });

  test('"I can\'t find my school" leads on to typing, and keeps what is typed', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'home school');
    await (await server.next(0)).answer([]);
    await vi.waitFor(() => expect(options().join()).toContain("I can't find my school"));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(document.activeElement?.id).toBe('hs_address_line_1');
    expect(answers().hs_name).toBe('home school');
  });
});

describe('a network that is slow or fails', () => {
  test('[API-34] a failed search shows no suggestions and no error, and typing goes on', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer({ message: 'x', code: 'overloaded' }, 503);
    await userEvent.fill(control('hs_name'), 'dunbar high');
    (await server.next(1)).breakOff();
    expect(options()).toEqual([]);
    expect(document.querySelector('[role="dialog"], [role="alert"]')).toBeNull();
    expect(answers().hs_name).toBe('dunbar high');
  });

  test('[API-35] when the record cannot be fetched the name is kept', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).answer([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(1)).answer({ message: 'x', code: 'not_found' }, 404);
    await vi.waitFor(() => expect(answers().hs_name).toBe('Paul Laurence Dunbar High School'));
    expect(answers().hs_city ?? '').toBe('');
  });

  test('[API-35] when the record cannot be fetched the address line is kept', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'about' });
    await userEvent.fill(await combobox('address_line_1'), '1 main st lex');
    const search = await server.next(0);
    expect(search.query.get('category')).toBe('address');
    await search.answer([{ id: 'a', text: '1 Main Street', sub_text: 'Lexington, KY 40507' }]);
    await optionsShown(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    (await server.next(1)).breakOff();
    await vi.waitFor(() => expect(answers().address_line_1).toBe('1 Main Street'));
  });

  test('an answer that comes after the answer to a later text changes nothing', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dun');
    const early = await server.next(0);
    await userEvent.fill(control('hs_name'), 'dunbar');
    await (await server.next(1)).answer([DUNBAR]);
    await optionsShown(2);
    await early.answer([{ ...DUNBAR, id: '8', text: 'Dunkirk High School' }]);
    expect(options()[0]).toContain('Dunbar');
  });

  test('typing never waits for an answer', async () => {
    serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.type(await combobox('hs_name'), 'A school that nobody answers about');
    expect(answers().hs_name).toBe('A school that nobody answers about');
  });
});

describe('other categories', () => {
  test('[DATA-21] the college search carries its category', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education', answers: { college_courses_toggle: 'yes' } });
    await userEvent.fill(await combobox('college_name'), 'berea');
    expect((await server.next(0)).query.get('category')).toBe('college_ceeb');
  });

  test('[WIDGET-08] in service mode the school and its address are plain text', async () => {
    const { container } = await drawForm({
      page: 'education',
      mode: 'service',
      answers: { hs_name: 'Dunbar', hs_address_line_1: '1600 Man O War Blvd' },
    });
    expect(container.textContent).toContain('1600 Man O War Blvd');
    expect(container.querySelector('input, [role="combobox"]')).toBeNull();
  });

  test('[WIDGET-08] a student can edit the address that a search has filled in', async () => {
    serveLookups();
    const { answers } = await drawForm({ page: 'education', answers: { hs_address_line_1: '1600 Man O War' } });
    await userEvent.type(control('hs_address_line_1'), ' Blvd');
    expect(answers().hs_address_line_1).toBe('1600 Man O War Blvd');
  });
});
