import { submit } from '@firstyear/api-contract/application';
import { helperOther } from '@firstyear/api-contract/ask-helper';
import { reopen } from '@firstyear/api-contract/desk';
import { helpLook } from '@firstyear/api-contract/helpers';
import { helperAgain, helperState } from '@firstyear/api-contract/school-helper';
import { expect, test } from 'vitest';
import { HELPER_MAILS } from '../../../config/limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { deleteExpired } from '../../operations/retention/service.ts';
import { fillIn, logIn, newApplicant, submitted } from '../row/applicant.testing.ts';
import { asks, studentsOf, tokensTo, tokenTo } from './helpers.testing.ts';
import { linkEndOf, readLinkDepth } from './service.ts';

const server = await suiteApp();
let number = 0;
/** A new address at a school. */
const newAddress = () => {
  number += 1;
  return `casey.${number}@school.example`;
};
const other = (email: string) => ({ payload: { name: 'Robin Registrar', email } });

test('a submission mails the counselor whom it names a link, with names that no mail program makes a link of', async () => {
  const email = newAddress();
  const ada = await asks(server, email.toUpperCase(), { last_name: 'Testperson.example' });
  const [mail, ...more] = await mailsTo(server.db, email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: 'helper_asked', subject: expect.stringContaining('Ada Testperson. example') });
  expect(mail?.text).toMatch(/^Dear Casey Counselor,\n/);
  expect((await ada.call(helperState)).body).toMatchObject({
    helper: { name: 'Casey Counselor', email, state: 'open', mailed_at: server.clock.now().toISOString() },
    may_ask: true,
  });
  const events = await server.db
    .selectFrom('audit_event')
    .select(['actor', 'detail'])
    .where('kind', '=', 'helper_asked')
    .where('account_id', '=', ada.accountId)
    .execute();
  expect(events).toMatchObject([{ actor: 'applicant', detail: { application_id: ada.applicationId } }]);
  expect(JSON.stringify(events)).not.toContain('school.example');
  const stored = await server.db.selectFrom('helper_link').select('token_hash').execute();
  expect(stored.some(({ token_hash }) => token_hash.toString().includes('help'))).toBe(false);
});

test('the receipt names whom we mailed a link for the papers of the school, and else says whom to ask', async () => {
  const receiptTo = async ({ email }: { readonly email: string }) =>
    (await mailsTo(server.db, email)).find(({ kind }) => kind === 'receipt')?.text;
  const asked = await receiptTo(await asks(server, newAddress()));
  expect(asked).toContain('1. Send your high school transcript\n   We emailed Casey Counselor a link');
  expect(asked).not.toContain('Ask your counselor');
  const nobody = await receiptTo(await asks(server, ''));
  expect(nobody).toContain('Ask your counselor');
});

test.each([
  ['the own address of the applicant', { email_address: 'own@school.example' }, 'own@school.example'],
  ["a parent's address", { parent_email_address: 'Parent@school.example' }, 'parent@school.example'],
  ['no address', {}, ''],
])('nobody is mailed at %s, and it can be given to nobody later', async (_, answers, email) => {
  const ada = await asks(server, email, answers);
  expect((await ada.call(helperState)).body).toMatchObject({ helper: null, may_ask: true });
  expect((await ada.call(helperOther, other(email))).body.code).toBe(
    email === '' ? 'invalid_username' : 'helper_address',
  );
  expect((await ada.call(helperOther, other(ada.email))).body.code).toBe('helper_address');
  expect((await mailsTo(server.db, email || 'nobody')).filter(({ kind }) => kind === 'helper_asked')).toEqual([]);
});

test('the link can be mailed again once an hour, and the earlier links keep working', async () => {
  const email = newAddress();
  const ada = await asks(server, email);
  server.clock.advance(HOUR_MS - MINUTE_MS);
  const later = await logIn(server, ada.accountId);
  const early = await later.call(helperAgain);
  expect([early.status, early.headers['retry-after']]).toEqual([429, '60']);
  server.clock.advance(MINUTE_MS);
  const both = await Promise.all([later.call(helperAgain), later.call(helperAgain)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  const tokens = await tokensTo(server, email);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(await studentsOf(server.client(), token)).toHaveLength(1);
});

test("somebody else can be asked instead, whose link works, and the first one's page is empty from then on", async () => {
  const [first, second] = [newAddress(), newAddress()];
  const ada = await asks(server, first);
  const token = await tokenTo(server, first);
  expect((await ada.call(helperOther, other(` ${second.toUpperCase()} `))).body).toMatchObject({
    helper: { name: 'Robin Registrar', email: second, state: 'open' },
  });
  expect(await studentsOf(server.client(), await tokenTo(server, second))).toHaveLength(1);
  // Nothing is kept about somebody whom nobody asks.
  expect(await server.db.selectFrom('helper').select('id').where('email', '=', first).execute()).toEqual([]);
  expect((await server.client().call(helpLook, { payload: { token } })).status).toBe(404);
  expect((await ada.call(helperOther, other(second))).status).toBe(429);
  // Who was asked stays over a reopening.
  const of = { params: { id: ada.applicationId }, payload: { reason: 'They asked for it.' } };
  await (await newColleague(server, 'director')).call(reopen, of);
  await fillIn(server, ada, { counselor_email_address: first });
  expect((await ada.call(submit)).status).toBe(200);
  expect((await ada.call(helperState)).body.helper).toMatchObject({ email: second });
});

test('a helper whose address has become the own one of the applicant is not mailed again', async () => {
  const email = newAddress();
  const ada = await asks(server, email);
  await server.db.updateTable('account').set({ email }).where('id', '=', ada.accountId).execute();
  server.clock.advance(HOUR_MS);
  const later = await logIn(server, ada.accountId);
  expect((await later.call(helperAgain)).body.code).toBe('helper_address');
});

test('two applicants who ask the helper of the other one at the same time both do', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const [ada, ben] = [await asks(server, first), await asks(server, second)];
  const ids = [ada.applicationId, ben.applicationId];
  // So that there is a request to each after both have changed.
  await asks(server, first);
  await asks(server, second);
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const both = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('helper_request').select('id').where('application_id', 'in', ids).forUpdate().execute();
    const begun = [ada.call(helperOther, other(second)), ben.call(helperOther, other(first))];
    await eventually(async () => expect((await server.database.pool.query(waits)).rowCount).toBe(2));
    return { begun };
  });
  expect((await Promise.all(both.begun)).map(({ status }) => status)).toEqual([200, 200]);
});

test('one applicant can have few mails sent in a day, and a refused request changes nothing', async () => {
  const ada = await asks(server, newAddress());
  const addresses = Array.from({ length: HELPER_MAILS.ofOneApplicant - 1 }, newAddress);
  for (const email of addresses) expect((await ada.call(helperOther, other(email))).status).toBe(200);
  const late = newAddress();
  expect((await ada.call(helperOther, other(late))).status).toBe(429);
  expect(await mailsTo(server.db, late)).toEqual([]);
  expect((await ada.call(helperState)).body.helper?.email).toBe(addresses.at(-1));
});

test('beyond the mails that one address gets in a day, a counselor is asked without one, and the applicant can mail the link later', async () => {
  const email = newAddress();
  const now = server.clock.now();
  const earlier = Array.from({ length: HELPER_MAILS.toOneAddress }, () => ({
    ...{ kind: 'helper_asked', recipient: email, subject: '', body_text: '', created_at: now },
  }));
  await server.db.insertInto('mail_outbox').values(earlier).execute();
  const ada = await asks(server, email);
  expect((await ada.call(helperState)).body.helper).toMatchObject({ state: 'open', mailed_at: null });
  // For the operator's metrics.
  expect(await readLinkDepth(server.db)).toMatchObject({ queue: 'links-to-mail', waiting: 1 });
  expect((await ada.call(helperAgain)).status).toBe(429);
  server.clock.advance(DAY_MS + MINUTE_MS);
  expect((await (await logIn(server, ada.accountId)).call(helperAgain)).status).toBe(200);
  expect(await studentsOf(server.client(), await tokenTo(server, email))).toHaveLength(1);
  expect(await readLinkDepth(server.db)).toMatchObject({ waiting: 0 });
});

test('before the submission, and where the school has nothing to send, nobody is asked', async () => {
  const nothing = { helper: null, may_ask: false };
  const draft = await newApplicant(server);
  expect((await draft.call(helperState)).body).toEqual(nothing);
  expect((await draft.call(helperOther, other(newAddress()))).body.code).toBe('wrong_state');
  expect((await draft.call(helperAgain)).body.code).toBe('wrong_state');
  const { partner, forms } = server.deps;
  const items = (partner.items ?? []).filter(({ from }) => from !== 'school');
  const bare = { ...partner, items };
  const another = await suiteApp({ deps: { partner: bare } });
  const email = newAddress();
  const ada = await asks(another, email);
  expect((await ada.call(helperState)).body).toEqual(nothing);
  expect((await ada.call(helperOther, other(email))).body.code).toBe('wrong_state');
  expect(await mailsTo(another.db, email)).toEqual([]);
  expect(forms.all).toHaveLength(1);
});

test('neither a visitor nor staff asks anybody, and no applicant for another', async () => {
  const clerk = await newColleague(server, 'director');
  for (const client of [server.client(), clerk]) {
    for (const call of [helperState, helperAgain]) expect((await client.call(call)).status).toBe(401);
    expect((await client.call(helperOther, other(newAddress()))).status).toBe(401);
  }
  const [ada, ben] = [await asks(server, newAddress()), await submitted(server)];
  expect((await ben.call(helperState)).body.helper).toBeNull();
  expect((await ada.call(helperState)).body.helper).not.toBeNull();
});

test('links expire three months after the last term of the season has closed, and are deleted then', async () => {
  const email = newAddress();
  await asks(server, email);
  const token = await tokenTo(server, email);
  const end = linkEndOf(server.deps.forms.first, server.clock.now());
  const closings = server.deps.partner.terms.map(({ closes }) => Date.parse(closes));
  expect(end.getTime()).toBe(Math.max(...closings) + 90 * DAY_MS);
  const { db } = server;
  await deleteExpired(db, new Date(end.getTime() - 1));
  expect(await studentsOf(server.client(), token)).toHaveLength(1);
  await deleteExpired(db, new Date(end.getTime() + 1));
  expect((await server.client().call(helpLook, { payload: { token } })).body.code).toBe('wrong_help_link');
});
