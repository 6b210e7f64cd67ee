import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';

const server = await suiteApp();

test("filters and acts offer all that the partner's lists and the form have, in their order", async () => {
  const { body } = await (await newColleague(server, 'clerk')).call(desk.officeChoices);
  const { deps, form } = server;
  const { items = [], terms, requests = [] } = deps.partner;
  expect(body.messages?.map(({ value }) => value)).toEqual(['visit', 'call_us']);
  expect(body.stages?.map(({ label }) => label)).toEqual(['In review', 'Committee', 'Decided']);
  expect(body.requests?.map(({ title }) => title)).toEqual(requests.map(({ title }) => title));
  expect(body.pages).toEqual(form.pages.map(({ id, title }) => ({ value: `/${id}`, label: title })));
  expect(body.items).toEqual(items.map(({ id, title }) => ({ value: id, label: title })));
  expect(body.deadlines?.map(({ term }) => term)).toEqual(terms.map(({ entry_term }) => entry_term));
  for (const list of [body.pages, body.items, body.requests, body.deadlines]) expect(list?.length).toBeGreaterThan(1);
});
