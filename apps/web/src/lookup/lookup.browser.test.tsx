import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm } from '../form/draw-form.testing.tsx';
// Loaded with the tests, so that none of them waits for it.
import './lookup-combobox.tsx';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { combobox, DUNBAR, options, optionsShown, RECORD, serveLookups, value } from './served-lookups.testing.ts';

afterEach(() => vi.restoreAllMocks());

/** Searches for a school on an empty page, and gets one suggestion. */
async function searchDunbar() {
  const server = serveLookups();
  const { answers } = await drawForm({ page: 'education' });
  await userEvent.fill(await combobox('hs_name'), 'dunbar');
  await (await server.next(0)).respond([DUNBAR]);
  await optionsShown(2);
  return { server, answers };
}

describe('a school that is found', () => {
  test('[DATA-21, API-31, CONST-08] five schools of its category are requested, and the response is offered', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    const search = await server.next(0);
    expect(Object.fromEntries(search.query)).toEqual({ category: 'hs_ceeb', text: 'dunbar', max_results: '5' });
    await search.respond([DUNBAR]);
    await optionsShown(2);
    expect(options()[0]).toContain('Paul Laurence Dunbar High School');
  });

  test('[WIDGET-07, FIELD-13, API-32] choosing it fills the whole block', async () => {
    const { server, answers } = await searchDunbar();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    expect(Object.fromEntries(detail.query)).toEqual({ category: 'hs_ceeb', id: '7' });
    await detail.respond(RECORD);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
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
    // The first call looks up what a list may have filled in before.
    await (await server.next(0)).respond([]);
    await (await server.next(1)).respond([DUNBAR]);
    await optionsShown(2);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(2)).respond({ ...RECORD, address_line_1: '' });
    await eventually(() => expect(answers().hs_city).toBe('Lexington'));
    expect(answers()).toMatchObject({ hs_country: 'USA', hs_state: 'KY', hs_address_line_1: '' });
  });

  test('a press on it does the same as the keyboard', async () => {
    const { server, answers } = await searchDunbar();
    const [option] = document.querySelectorAll('[role="option"]');
    if (!option) throw new Error('there is no option');
    await userEvent.click(option);
    await (await server.next(1)).respond(RECORD);
    await eventually(() => expect(answers().hs_ceeb).toBe('181440'));
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

  test('an edit by hand while its record is in flight wins', async () => {
    const { server, answers } = await searchDunbar();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    await userEvent.type(control('hs_name'), ' Annex');
    await detail.respond(RECORD);
    expect(answers()).toMatchObject({ hs_name: 'Paul Laurence Dunbar High School Annex' });
    expect(answers().hs_city ?? '').toBe('');
  });

  test('answers typed into the block while its record is loading stay', async () => {
    const { server, answers } = await searchDunbar();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const detail = await server.next(1);
    await userEvent.type(control('hs_city'), 'Nicholasville');
    await detail.respond(RECORD);
    expect(answers()).toMatchObject({ hs_city: 'Nicholasville', hs_ceeb: '181440', hs_zip: '40513' });
  });
});

describe('suggestions for assistive technology', () => {
  test('the number found is announced politely, the input owns the list, and Escape closes it', async () => {
    const server = serveLookups();
    await drawForm({ page: 'education' });
    const input = await combobox('hs_name');
    await userEvent.fill(input, 'dunbar');
    await (await server.next(0)).respond([DUNBAR]);
    await optionsShown(2);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    const list = control(String(input.getAttribute('aria-controls')));
    expect([list.getAttribute('role'), list.getAttribute('aria-label')]).toEqual(['listbox', 'Suggested schools']);
    const statuses = [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent);
    expect(statuses).toContain('1 school found. Use the up and down arrow keys to choose.');
    await userEvent.keyboard('{ArrowDown}');
    expect(input.getAttribute('aria-activedescendant')).toBe(document.querySelector('[role="option"]')?.id);
    await userEvent.keyboard('{Escape}');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(value('hs_name')).toBe('dunbar');
  });

  test('"I can\'t find my school" goes to the address, and keeps the typed name', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'home school');
    await (await server.next(0)).respond([]);
    await eventually(() => expect(options().join()).toContain("I can't find my school"));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(document.activeElement?.id).toBe('hs_address_line_1');
    expect(answers().hs_name).toBe('home school');
  });
});

describe('a network that is slow or fails', () => {
  test('[API-34] a failed search shows no suggestions and no error, and typing continues', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'education' });
    await userEvent.fill(await combobox('hs_name'), 'dunbar');
    await (await server.next(0)).respond({ message: 'x', code: 'overloaded' }, 503);
    await userEvent.fill(control('hs_name'), 'dunbar high');
    (await server.next(1)).disconnect();
    expect(options()).toEqual([]);
    expect(document.querySelector('[role="dialog"], [role="alert"]')).toBeNull();
    expect(answers().hs_name).toBe('dunbar high');
  });

  test('[API-35] when the record cannot be fetched the name is kept', async () => {
    const { server, answers } = await searchDunbar();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await (await server.next(1)).respond({ message: 'x', code: 'not_found' }, 404);
    await eventually(() => expect(answers().hs_name).toBe('Paul Laurence Dunbar High School'));
    expect(answers().hs_city ?? '').toBe('');
  });

  test('[API-35] when the record cannot be fetched the address line is kept', async () => {
    const server = serveLookups();
    const { answers } = await drawForm({ page: 'about' });
    await userEvent.fill(await combobox('address_line_1'), '1 main st lex');
    const search = await server.next(0);
    expect(search.query.get('category')).toBe('address');
    await search.respond([{ id: 'a', text: '1 Main Street', sub_text: 'Lexington, KY 40507' }]);
    await optionsShown(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    (await server.next(1)).disconnect();
    await eventually(() => expect(answers().address_line_1).toBe('1 Main Street'));
  });

  test('typing never waits for a response', async () => {
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
});
