import path from 'node:path';
import { webStatus } from '@firstyear/api-contract/application';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { withRun } from '../../checks/support/command.ts';
import { end, ROOT } from '../../checks/support/processes.ts';
import { startWhole } from '../../checks/support/product.ts';
import { beginSession, createAccount, loadProfile, saveAnswers } from '../support/applicant.ts';
import { makeCall } from '../support/call.ts';
import { outboxOf } from '../support/mail.ts';
import { makeNextRelease } from '../support/next-release.ts';
import { form, newAddress, now } from '../support/product.ts';
import { appArrived, menu } from '../support/shell.ts';

const CHANGED = 'We changed the form while you had it open';
const NOT_SUBMITTED = "Your application isn't submitted yet";

/** Makes an applicant in a browser of their own, who has answered everything and is about to submit. */
async function arrive(page: Page, dataDir: string): Promise<void> {
  const username = newAddress();
  await createAccount(page.request, username, outboxOf(dataDir));
  await beginSession(page.request, username);
  await saveAnswers(page, completeAnswers(form, { email_address: username, preferred_name: 'Addie' }, now()));
  await makeCall(page.request, webStatus, { payload: { web_status: 'started' } });
}

test('tabs that stay open over two releases save, get the new form with everything typed, and submit with it', async ({
  browser,
}) => {
  await withRun(async (run) => {
    const next = path.join(run.folder, 'next');
    makeNextRelease(ROOT, next);
    const { url, dataDir, child } = await startWhole(run);
    const newPage = () => browser.newPage({ baseURL: url, serviceWorkers: 'block' });
    const [typing, submitting] = [await newPage(), await newPage()];
    await arrive(typing, dataDir);
    await typing.goto('/about');
    await appArrived(typing);
    await expect(typing.locator('#preferred_name')).toHaveValue('Addie');
    await arrive(submitting, dataDir);
    await submitting.goto('/final-steps');
    await appArrived(submitting);
    await expect(submitting.getByRole('button', { name: 'Submit Application' })).toBeVisible();

    await end(child);
    await startWhole(run, { root: next, url });

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
    await Promise.all([typing.close(), submitting.close()]);
  });
});
