import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { webStatus } from '@firstyear/api-contract/application';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import { completeAnswers } from '@firstyear/freshman/testing';
import { productEnvironment } from '@firstyear/processes/child-environment';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, saveAnswers } from '../support/applicant.ts';
import { makeCall } from '../support/call.ts';
import { codeIn, nthMail, outboxOf } from '../support/mail.ts';
import { makeNextRelease } from '../support/next-release.ts';
import { form, newAddress, now, PASSWORD } from '../support/product.ts';
import { appArrived, menu } from '../support/shell.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHANGED = 'We changed the form while you had it open';
const NOT_SUBMITTED = "Your application isn't submitted yet";

/** A product for this walk alone, which can be replaced by another version with the same address and data. */
class OwnProduct {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-release-'));
  readonly data = path.join(this.folder, 'data');
  readonly url: string;
  #child: ChildProcess | undefined;

  constructor(port: number) {
    this.url = `http://localhost:${port}`;
  }

  async start(root: string): Promise<void> {
    const { port } = new URL(this.url);
    const env = productEnvironment({ PORT: port, DATA_DIR: this.data, PUBLIC_URL: this.url });
    const log = fs.openSync(path.join(this.folder, 'log'), 'a');
    this.#child = spawn(process.execPath, ['tools/start.mjs'], { cwd: root, env, stdio: ['ignore', log, log] });
    const isReady = () =>
      fetch(this.url + HEALTH_PATH).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 180_000, intervals: [500] }).toBe(true);
  }

  async stop(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Makes an applicant in a browser of their own, who has answered everything and is about to submit. */
async function arrive(page: Page, product: OwnProduct): Promise<void> {
  const username = newAddress();
  const { request } = page;
  await makeCall(request, signup, { payload: { username, password: PASSWORD } });
  const code = codeIn(await nthMail(outboxOf(product.data), username, 1));
  await makeCall(request, confirm, { payload: { username, code } });
  await makeCall(request, login, { payload: { username, password: PASSWORD } });
  await saveAnswers(page, completeAnswers(form, { email_address: username, preferred_name: 'Addie' }, now()));
  await makeCall(request, webStatus, { payload: { web_status: 'started' } });
}

test('tabs that stay open over two releases save, get the new form with everything typed, and submit with it', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const product = new OwnProduct(await freePort());
  const next = path.join(product.folder, 'next');
  makeNextRelease(ROOT, next);
  await product.start(ROOT);
  const contexts = await Promise.all(
    [0, 1].map(() => browser.newContext({ baseURL: product.url, serviceWorkers: 'block' })),
  );
  const [typing, submitting] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!typing || !submitting) throw new Error('There are not two pages.');
  try {
    await arrive(typing, product);
    await typing.goto('/about');
    await appArrived(typing);
    await expect(typing.locator('#preferred_name')).toHaveValue('Addie');
    await arrive(submitting, product);
    await submitting.goto('/final-steps');
    await appArrived(submitting);
    await expect(submitting.getByRole('button', { name: 'Submit Application' })).toBeVisible();

    await product.stop();
    await product.start(next);

    // Answers typed into the old form are still saved, under the new key.
    await typing.locator('#preferred_name').fill('Adelaide');
    await expect.poll(async () => (await loadProfile(typing)).answer.short_name).toBe('Adelaide');
    await expect(typing.locator('#preferred_name')).toHaveValue('Adelaide');
    await menu(typing).getByRole('link', { name: 'Your Education' }).click();
    await expect(typing.getByRole('heading', { name: 'Your Education' })).toBeVisible();
    await expect(typing.getByText(CHANGED)).toBeVisible();
    await typing.getByRole('button', { name: 'Got it' }).click();
    await menu(typing).getByRole('link', { name: 'Your Information' }).click();
    await expect(typing.locator('#short_name')).toHaveValue('Adelaide');
    await expect(typing.locator('#motto')).toBeVisible();

    await submitting.getByRole('button', { name: 'Submit Application' }).click();
    await expect(submitting.getByText(NOT_SUBMITTED)).toBeVisible();
    await submitting.getByRole('button', { name: 'Got it' }).click();
    await expect(submitting.getByText(NOT_SUBMITTED)).toHaveCount(0);
    await submitting.getByRole('link', { name: /motto/i }).first().click();
    await expect(submitting.locator('#short_name')).toHaveValue('Addie');
    await submitting.locator('#motto').fill('Onward');
    await menu(submitting).getByRole('link', { name: 'Submit' }).click();
    await submitting.getByRole('button', { name: 'Submit Application' }).click();
    await expect(submitting).toHaveURL(/\/completion$/);
    expect((await loadProfile(submitting)).answer).toMatchObject({ motto: 'Onward', short_name: 'Addie' });
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await product.stop();
    fs.rmSync(product.folder, { recursive: true, force: true });
  }
});
