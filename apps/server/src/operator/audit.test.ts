import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { audit } from '../modules/audit/service.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { OperatorError } from './operator-error.ts';
import { formatTrail } from './reports.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.stop());

const ALL = { account: undefined, since: undefined, limit: 100 };

test('the trail is filtered by account, date and number, and shows actors and networks', async () => {
  expect(await formatTrail(server.db, ALL)).toBe('The audit trail has no such lines.');
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
  const tokenId = '00000000-0000-4000-8000-000000000001';
  const events = [
    { kind: 'login', by: { kind: 'applicant', network: '192.0.2.1' }, accountId: ada.accountId, at: at('10:00') },
    { kind: 'login_failed', by: { kind: 'visitor', network: '192.0.2.2' }, accountId: null, at: at('11:00') },
    {
      kind: 'service_view',
      by: { kind: 'service_link', tokenId, network: '192.0.2.3' },
      accountId: bo.accountId,
      detail: { pages: 2, whole: true },
      at: at('12:00'),
    },
    { kind: 'packet_made', by: { kind: 'operator', user: 'grace' }, accountId: bo.accountId, at: at('13:00') },
  ] as const;
  for (const event of events) await audit(server.db, event);
  const lines = [
    'time\tevent\tactor\tnetwork\taccount\tlink\tdetail',
    `2026-11-20T10:00:00.000Z\tlogin\tapplicant\t192.0.2.1\t${ada.email}\t-\t-`,
    '2026-11-20T11:00:00.000Z\tlogin_failed\tvisitor\t192.0.2.2\t-\t-\t-',
    `2026-11-20T12:00:00.000Z\tservice_view\tservice_link\t192.0.2.3\t${bo.email}\t${tokenId}\tpages=2 whole=true`,
    `2026-11-20T13:00:00.000Z\tpacket_made\toperator grace\t-\t${bo.email}\t-\t-`,
  ];
  const read = async (filter: object) => (await formatTrail(server.db, { ...ALL, ...filter })).split('\n');
  expect(await read({})).toEqual(lines);
  expect(await read({ account: ada.email.toUpperCase() })).toEqual([lines[0], lines[1]]);
  expect(await read({ since: at('12:00') })).toEqual([lines[0], lines[3], lines[4]]);
  expect(await read({ limit: 1 }), 'the newest').toEqual([lines[0], lines[4]]);
  await expect(formatTrail(server.db, { ...ALL, account: 'nobody@mail.example' })).rejects.toThrow(OperatorError);
});

test("an account's trail has the acts on many that changed its application, by id or by confirmation number", async () => {
  const [ada, bo] = [await submitted(server), await newApplicant(server)];
  const { confirmation_number } = await server.db
    .selectFrom('submission')
    .select('confirmation_number')
    .where('application_id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  const by = { kind: 'staff', staffId: '00000000-0000-4000-8000-000000000002', network: '192.0.2.4' } as const;
  for (const applications of [ada.applicationId, `FY27-AAAA-AAAA ${confirmation_number}`]) {
    const detail = { act: 'withdraw', applications };
    await audit(server.db, { kind: 'acted_on_many', by, accountId: null, detail, at: server.clock.now() });
  }
  const actsOn = async (account: string) =>
    (await formatTrail(server.db, { ...ALL, account })).split('\n').filter((line) => line.includes('acted_on_many'));
  expect([(await actsOn(ada.email)).length, (await actsOn(bo.email)).length]).toEqual([2, 0]);
});
