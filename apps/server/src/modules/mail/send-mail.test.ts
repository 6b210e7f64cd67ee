import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signup } from '@firstyear/api-contract/identity';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { folderMailer } from '../../adapters/mailer/mail-folder.ts';
import type { Mailer } from '../../adapters/mailer/mailer.ts';
import { mailerOf } from '../../adapters/mailer/mailer-of.ts';
import { smtpMailer } from '../../adapters/mailer/smtp-mailer.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openJobQueue } from '../../jobs/jobs.ts';
import { createLog } from '../../log/create-log.ts';
import { listUnsent, sendAgain } from '../../operator/unsent-mail.ts';
import { DAY_MS } from '../../process/durations.ts';
import { freePort } from '../../process/free-port.ts';
import { suiteApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { codeIn, lastMailTo } from '../../testing/mail.ts';
import { MAIL_LIFE_MS, type MailKind } from './mail-kinds.ts';
import { sendMailHandler } from './send-mail.handler.ts';
import { dropExpiredTexts, queueMail } from './service.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
const t = await suiteApp();
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

const run = (isLast = false) => ({ attempt: 0, isLast, signal: new AbortController().signal });
const handlerWith = (mailer: Mailer, mailFrom?: string) =>
  sendMailHandler({
    db: t.db,
    clock: t.clock.now,
    mailer,
    partner: t.deps.partner,
    config: { mailFrom },
  });

async function queued(
  recipient: string,
  text = 'Hello,\n\nthis is a test. Łukasz 王 🦉\n',
  kind: MailKind = 'code',
): Promise<string> {
  const mail = { kind, recipient, subject: 'Grüße — a test', text };
  await inTransaction(t.db, (tx) => queueMail(tx, t.jobs, mail, t.clock.now()));
  const { id } = await t.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return id;
}
const rowOf = (id: string) => t.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const operator = () => t.deps;
const forgetJobs = (id: string) => t.database.pool.query("delete from pgboss.job where data ->> 'mail_id' = $1", [id]);
async function jobsOf(id: string): Promise<readonly { readonly isDue: boolean }[]> {
  const { rows } = await t.database.pool.query<{ isDue: boolean }>(
    `select start_after <= now() as "isDue" from pgboss.job where data ->> 'mail_id' = $1`,
    [id],
  );
  return rows;
}

interface Inbox {
  readonly received: Buffer[];
  readonly recipients: string[];
}
async function smtpServer(
  port: number,
  refusalOf: (recipient: string) => number | undefined = () => undefined,
): Promise<Inbox> {
  const inbox: Inbox = { received: [], recipients: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) => {
      const responseCode = refusalOf(address.address);
      if (responseCode !== undefined) return done(Object.assign(new Error('no such mailbox'), { responseCode }));
      inbox.recipients.push(address.address);
      return done();
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        inbox.received.push(Buffer.concat(parts));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return inbox;
}
async function outbox(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-outbox-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('by SMTP', () => {
  test('a mail arrives whole, from the partner, and its body is dropped from the database', async () => {
    const port = await freePort();
    const inbox = await smtpServer(port);
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'apply.example');
    cleanUp.push(() => mailer.close());
    const id = await queued('ada.testperson@mail.example');
    await handlerWith(mailer).run({ mail_id: id }, run());
    const mail = await PostalMime.parse(inbox.received[0] ?? '');
    expect(inbox.recipients).toEqual(['ada.testperson@mail.example']);
    expect(mail.from).toMatchObject({ name: t.deps.partner.name, address: t.deps.partner.help_email });
    expect([mail.subject, mail.messageId]).toEqual(['Grüße — a test', `<${id}@apply.example>`]);
    expect(mail.text?.trim()).toBe('Hello,\n\nthis is a test. Łukasz 王 🦉');
    expect(await rowOf(id)).toMatchObject({ body_text: null, sent_at: t.clock.now(), attempts: 1 });
    const own = await queued('bo.testperson@mail.example');
    await handlerWith(mailer, 'Desk <desk@apply.example>').run({ mail_id: own }, run());
    const { from } = await PostalMime.parse(inbox.received[1] ?? '');
    expect(from).toEqual({ name: 'Desk', address: 'desk@apply.example' });
  });

  test('a mail server that is down and comes back gets the mail once', async () => {
    const port = await freePort();
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'apply.example');
    cleanUp.push(() => mailer.close());
    const handler = handlerWith(mailer);
    const id = await queued('down.testperson@mail.example');
    await expect(handler.run({ mail_id: id }, run())).rejects.toThrow();
    await expect(handler.run({ mail_id: id }, run())).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ sent_at: null, attempts: 2, last_error: 'ESOCKET' });
    const inbox = await smtpServer(port);
    cleanUp.push(() => mailer.close());
    await handler.run({ mail_id: id }, run());
    await handler.run({ mail_id: id }, run());
    expect(inbox.received).toHaveLength(1);
    expect((await rowOf(id)).last_error).toBeNull();
  });

  test('a mail to a missing mailbox is retried only when an operator requests it', async () => {
    const port = await freePort();
    const known = new Set<string>();
    let code = 549;
    const inbox = await smtpServer(port, (recipient) => (known.has(recipient) ? undefined : code));
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'apply.example');
    cleanUp.push(() => mailer.close());
    const id = await queued('nobody.testperson@mail.example', undefined, 'receipt');
    await expect(handlerWith(mailer).run({ mail_id: id }, run()), 'what may pass is tried again').rejects.toThrow();
    code = 550;
    await handlerWith(mailer).run({ mail_id: id }, run());
    expect(await rowOf(id)).toMatchObject({ sent_at: null, last_error: 'MailRefused' });
    expect(await listUnsent(operator(), 100)).toMatch(new RegExp(`^refused\treceipt\tnobody.testperson.*${id}$`, 'm'));
    const other = await queued('noone.testperson@mail.example', undefined, 'receipt');
    const count = (await listUnsent(operator(), 100)).split('\n').length - 1;
    expect(await listUnsent(operator(), count - 1)).toMatch(/\nMore are older\.$/);
    expect(await listUnsent(operator(), count)).not.toContain('More are older.');
    for (const one of [id, other]) await forgetJobs(one);
    expect(await sendAgain(operator(), [id, other])).toBe('2 emails are sent as soon as the worker is there.');
    expect([await jobsOf(id), await jobsOf(other)].map((jobs) => jobs.length)).toEqual([1, 1]);
    known.add('nobody.testperson@mail.example');
    await handlerWith(mailer).run({ mail_id: id }, run());
    expect(inbox.received).toHaveLength(1);
    expect(await sendAgain(operator(), [id])).toContain('0 emails are sent');
  });

  test('without a mail server, each kind of mail waits as long as it is useful, then its text is deleted', async () => {
    const mailer = smtpMailer(`smtp://127.0.0.1:${await freePort()}`, 'apply.example');
    cleanUp.push(() => mailer.close());
    const handler = handlerWith(mailer);
    const code = await queued('code.testperson@mail.example');
    const receipt = await queued('receipt.testperson@mail.example', 'Your receipt', 'receipt');
    t.clock.advance(MAIL_LIFE_MS.code - 1);
    await expect(handler.run({ mail_id: code }, run())).rejects.toThrow();
    t.clock.advance(1);
    const isGivenUp = async () =>
      expect(await listUnsent(operator(), 100)).toMatch(new RegExp(`^given up\tcode\tcode.testperson.*${code}$`, 'm'));
    await isGivenUp();
    expect(await sendAgain(operator(), [code])).toMatch(/^0 emails are sent .* The others were sent/);
    await handler.run({ mail_id: code }, run());
    expect(await rowOf(code)).toMatchObject({ sent_at: null, body_text: null });
    await isGivenUp();
    t.clock.advance(29 * DAY_MS);
    await expect(handler.run({ mail_id: receipt }, run(true))).rejects.toThrow();
    expect(await rowOf(receipt)).toMatchObject({ body_text: 'Your receipt', last_error: 'ESOCKET' });
    await dropExpiredTexts(t.db, t.clock.now());
    expect(await rowOf(receipt)).toMatchObject({ body_text: 'Your receipt' });
    t.clock.advance(DAY_MS);
    await dropExpiredTexts(t.db, t.clock.now());
    expect(await rowOf(receipt)).toMatchObject({ body_text: null });
  });

  test('a mail that waits for its next try is sent at once when an operator requests it, and its job stays the only one', async () => {
    const ids = [
      await queued('later.testperson@mail.example', undefined, 'receipt'),
      await queued('last.testperson@mail.example', undefined, 'receipt'),
    ];
    await t.database.pool.query(
      "update pgboss.job set start_after = now() + interval '10 minutes' where data ->> 'mail_id' = any($1)",
      [ids],
    );
    const jobs = async () => (await Promise.all(ids.map(jobsOf))).flat();
    expect(await jobs()).toEqual([{ isDue: false }, { isDue: false }]);
    expect(await sendAgain(operator(), ids)).toMatch(/^2 emails are sent/);
    expect(await jobs()).toEqual([{ isDue: true }, { isDue: true }]);
  });
});

describe('into the outbox folder', () => {
  test('each mail is one .eml file, the names sort by time, and resending makes no second file', async () => {
    const folder = await outbox();
    const handler = handlerWith(folderMailer(folder, 'localhost'));
    const first = await queued('first.testperson@mail.example', 'one');
    t.clock.advance(1_000);
    const second = await queued('second.testperson@mail.example', 'two');
    await handler.run({ mail_id: second }, run());
    await handler.run({ mail_id: first }, run());
    await handler.run({ mail_id: first }, run());
    const files = (await readdir(folder)).sort();
    const mails = await Promise.all(
      files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
    );
    expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
    expect(mails.map((mail) => mail.to?.[0]?.address)).toEqual([
      'first.testperson@mail.example',
      'second.testperson@mail.example',
    ]);
  });

  test('markup and line breaks in an address or a subject add no recipient and no header', async () => {
    const folder = await outbox();
    const mailer = folderMailer(folder, 'localhost');
    await mailer.send({
      id: 'x',
      from: 'Admissions <a@larkmoor.example>',
      to: 'one@mail.example, two@mail.example\r\nBcc: three@mail.example',
      subject: 'Hello\r\nBcc: four@mail.example',
      text: '<script>alert(1)</script>',
      date: t.clock.now(),
    });
    const [file = ''] = await readdir(folder);
    const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
    expect([mail.bcc, mail.html]).toEqual([undefined, undefined]);
    expect(mail.to?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

test('[API-08] a sign-up is mailed by the worker as soon as it is stored', async () => {
  const log = createLog('silent');
  const mailer = mailerOf(t.deps.config);
  const queue = await openJobQueue(t.database.url, log);
  cleanUp.push(() => queue.stop());
  await queue.work([handlerWith(mailer)]);
  const folder = path.join(t.deps.config.dataDir, 'outbox');
  await t
    .client()
    .call(signup, { payload: { username: 'eml.testperson@mail.example', password: 'Violet-Lantern-42' } });
  const mail = await eventually(async () => {
    const files = await readdir(folder);
    const all = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))));
    const found = all.find((item) => item.to?.[0]?.address === 'eml.testperson@mail.example');
    if (!found) throw new Error('not there yet');
    return found;
  });
  expect(codeIn({ kind: 'code', subject: mail.subject ?? '', text: mail.text ?? '' })).toMatch(/^\d{6}$/);
});

test('a mail whose transaction is rolled back is never sent', async () => {
  const recipient = 'undone.testperson@mail.example';
  const mail = { kind: 'code', recipient, subject: 'x', text: 'x' } as const;
  const jobs = () => t.database.pool.query("select count(*) as count from pgboss.job where name = 'send-mail'");
  const before = (await jobs()).rows;
  const undone = inTransaction(t.db, async (tx) => {
    await queueMail(tx, t.jobs, mail, t.clock.now());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await jobs()).rows).toEqual(before);
  await expect(lastMailTo(t.db, recipient)).rejects.toThrow('no mail');
});
