import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultPath, PARAMETERS } from '@firstyear/api-contract/addresses';
import {
  answer,
  profile,
  serviceApplication,
  submit,
  temporaryApplication,
  webStatus,
} from '@firstyear/api-contract/application';
import { deleteDocument, documentAnswers, presignedUrl, startConversion } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { type Answers, momentOf } from '@firstyear/form-engine';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { expect } from '@playwright/test';
import { linkIn } from '../../../e2e/support/operator.ts';
import { CannotRun } from '../../support/command.ts';
import { byTest, type Check, quick, slow } from '../check.ts';
import { insist, insistRefused, insistStatus } from '../finding.ts';
import { documentKey, objectOf, postUpload, presign, type Target, type Visitor } from '../target.ts';

export async function submitApplication(target: Target, visitor: Visitor, own: Answers = {}): Promise<void> {
  const { form } = target.options;
  const answers = minimalAnswers(form, { first_name: '<b>Ada</b>', ...own }, momentOf(new Date()));
  const saved = await visitor.exchange(answer, { payload: answers });
  insist(saved.status === 200, `sample answers get ${saved.status}: is PARTNER the one of the product?`);
  for (const web_status of ['started', 'validating'] as const)
    await visitor.exchange(webStatus, { payload: { web_status } });
  const { status, text } = await visitor.exchange(submit);
  insist(status === 200, `a complete application gets ${status}: ${text.slice(0, 100)}`);
}

const MARKUP = '<img src=x onerror="window.broken=1">';

/** The secrets in the files of a folder, as "file: first letters". */
async function findSecretsIn(folder: string, secrets: readonly string[]): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const secret of secrets) if (text.includes(secret)) leaks.push(`${name}: ${secret.slice(0, 4)}…`);
  }
  return leaks;
}

const ACCESS_TEST = 'apps/server/src/modules/application/row/access.test.ts';
const PDF_TEST = 'apps/server/src/modules/copies/pdf/pdf.night.test.ts';
const SEALED_TEST = 'apps/server/src/modules/application/answers/sealed-answers.test.ts';
const TOKENS_TEST = 'apps/server/src/modules/copies/service-view/tokens.test.ts';

export const ACCESS_CHECKS: readonly Check[] = [
  quick('B22', "another person's ids and keys give nothing", ACCESS_TEST, async (target) => {
    const [ada, bob] = [await target.person(), await target.person()];
    const key = documentKey(target);
    await ada.visitor.exchange(answer, { payload: { first_name: 'Persephone' } });
    const signed = await presign(target, ada.visitor, key);
    const { fields } = signed;
    insist((await postUpload(signed, Buffer.from('%PDF-1.7\n'))).status < 300, 'her file is not stored');
    const attempts = {
      'her upload': await bob.visitor.exchange(startConversion, {
        params: { key },
        payload: { file_key: fields.key ?? '', file_name: 'a.pdf' },
      }),
      'a made-up copy': await bob.visitor.send({
        method: 'GET',
        path: filePaths.pdfCopy('00000000-0000-4000-8000-000000000000', { expires: '9999999999999', signature: 'x' }),
      }),
      'a document': await target.get(filePaths.document(key), bob.visitor),
      'a key of the store': await target.get(filePaths.document(fields.key ?? ''), bob.visitor),
    };
    insistRefused(attempts);
    for (const call of [profile, documentAnswers])
      insist(!(await bob.visitor.exchange(call)).text.includes('Persephone'), "another's answers are in a response");
  }),
  quick('B23', 'unknown keys, __proto__, lists and status jumps are refused', async (target) => {
    const { visitor } = await target.person();
    const put = (body: string) => visitor.send({ method: 'PUT', path: answer.path, body });
    insistRefused({
      'unknown key': await put('{"no_such_question":"x"}'),
      'key __proto__': await put('{"__proto__":{"is_admin":true}}'),
      constructor: await put('{"constructor":{"prototype":{"x":1}}}'),
      'a list': await put('{"first_name":["x"]}'),
      'an object': await put('{"first_name":{"x":1}}'),
      'a number': await put('{"first_name":1}'),
      'straight to validating': await visitor.exchange(webStatus, { payload: { web_status: 'validating' } }),
      'straight to submitted': await visitor.exchange(webStatus, { payload: { web_status: 'submitted' } }),
      'submit at once': await visitor.exchange(submit),
    });
    const stored = JSON.stringify(objectOf(await visitor.exchange(profile)).answer);
    insist(stored === '{}', `the profile holds ${stored}`);
  }),
  quick('B24', 'nothing changes after the submission', async (target) => {
    const { visitor, username } = await target.person();
    await submitApplication(target, visitor);
    const key = documentKey(target);
    const attempts = {
      'a save': await visitor.exchange(answer, { payload: { first_name: 'Other' } }),
      'an upload': await visitor.exchange(presignedUrl, { payload: { answer_key: key } }),
      'a deleted document': await visitor.exchange(deleteDocument, { params: { key } }),
    };
    insistRefused(attempts, 409);
    const receipt = await target.mail(username, ({ subject }) => /received your application/i.test(subject));
    insist(!receipt.file.includes(username), 'an address is in the name of a mail');
  }),
  slow('B25', 'links: random, hashed, expiring, read only, out of the address bar', TOKENS_TEST, async (target) => {
    const stranger = target.visitor();
    const madeUp = 'A'.repeat(43);
    const refused = [
      await stranger.exchange(serviceApplication, { query: { service_token: madeUp } }),
      await stranger.exchange(temporaryApplication, { query: { token: madeUp } }),
    ];
    for (const response of refused) insistStatus(response, 404, 'a made-up token');
    const { operate } = target.options;
    // Real ones only where this command starts the product.
    if (!operate) return;
    const { visitor, username } = await target.person();
    await visitor.exchange(answer, { payload: { first_name: 'Persephone' } });
    const link = linkIn(await operate('service-link', '--application', username));
    const token = link.searchParams.get(PARAMETERS.serviceToken) ?? '';
    insist(token.length >= 22, `a service token has ${token.length} characters`);
    const read = await stranger.exchange(serviceApplication, { query: { service_token: token } });
    insist(read.status === 200 && read.text.includes('Persephone'), `a service token reads ${read.status}`);
    const other = await stranger.exchange(serviceApplication, { query: { service_token: madeUp } });
    insistStatus(other, 404, 'while a link works, a made-up token');
    const written = await stranger.send({
      method: 'PUT',
      path: `${answer.path}?${new URLSearchParams({ [PARAMETERS.serviceToken]: token })}`,
      body: '{"first_name":"Other"}',
    });
    insistStatus(written, 401, 'a service token that writes');
    const shown = await target.inBrowser(async (page) => {
      await page.goto(link.pathname + link.search);
      await page.getByText('Persephone').first().waitFor();
      return page.url();
    });
    insist(!shown.includes(token), 'the token stays in the address bar');
  }),
  slow('B26', 'markup in answers is inert', PDF_TEST, async (target) => {
    const { visitor } = await target.person();
    const saved = await visitor.exchange(answer, {
      payload: { first_name: MARKUP, last_name: '"><script>window.broken=1</script>' },
    });
    insistStatus(saved, 200, 'markup as a name');
    const response = await visitor.exchange(profile);
    insist(String(response.headers['content-type']).startsWith('application/json'), 'the profile is no JSON');
    return target.inBrowser(async (page) => {
      await target.lendCookies(page, visitor);
      await page.goto(defaultPath(target.options.form));
      await expect(page.locator('#first_name')).toHaveValue(MARKUP);
      const elements = await page.locator('img[src="x"]').count();
      const hasRun = await page.evaluate(() => 'broken' in window);
      insist(elements === 0 && !hasRun, 'markup in an answer becomes an element or runs');
    });
  }),
  byTest('B27', 'secret answers are encrypted in the database', SEALED_TEST),
  slow('B34', 'no password, code, token or address in the logs', async (target) => {
    const { logs } = target.options;
    if (logs === undefined)
      throw new CannotRun('needs the logs, which are known only where this command starts the product');
    await target.person();
    const leaks = await findSecretsIn(logs, target.secrets());
    insist(leaks.length === 0, `the logs hold ${leaks.join(', ')}`);
  }),
];
