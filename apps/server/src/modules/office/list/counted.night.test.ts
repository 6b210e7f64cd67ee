import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { insertDrafts } from '../office.testing.ts';

const server = await suiteApp();

test('a list, its view and a place in it have their real numbers beyond 10,000', async () => {
  await insertDrafts(server, 'counted', 10_500);
  const clerk = await newColleague(server, 'clerk');
  const counted = { count: 10_500, is_more: false };
  const { rows = [], total } = (await clerk.call(desk.applications, { query: { last: '1' } })).body;
  expect(total).toEqual(counted);
  const { standing } = (await clerk.call(desk.views)).body;
  expect(standing?.find(({ id }) => id === 'drafts')?.count).toEqual(counted);
  const { body } = await clerk.call(desk.neighbors, { params: { id: rows.at(-1)?.id ?? '' }, query: {} });
  expect(body).toMatchObject({ position: 10_500, total: counted });
  await insertDrafts(server, 'later', 10);
  const totalOf = async () => (await clerk.call(desk.applications, { query: {} })).body.total;
  expect(await totalOf()).toEqual(counted);
  server.clock.advance(60_000);
  expect(await totalOf()).toEqual({ count: 10_510, is_more: false });
});
