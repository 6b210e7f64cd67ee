import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';

const server = await suiteApp();

test('who has opened an application and looked at it is said of that one alone', async () => {
  const [reader, clerk] = [await newColleague(server, 'reader'), await newColleague(server, 'clerk')];
  const [opened, other] = [(await submitted(server)).applicationId, (await submitted(server)).applicationId];
  await reader.call(desk.markPresent, { params: { id: opened } });
  await reader.call(desk.markLookedAt, { params: { id: opened } });
  const saidOf = async (id: string) => {
    const { others } = (await clerk.call(desk.markPresent, { params: { id } })).body;
    const { looked_at } = (await clerk.call(desk.officeApplication, { params: { id } })).body;
    return [others?.length, looked_at?.length];
  };
  expect([await saidOf(opened), await saidOf(other)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});
