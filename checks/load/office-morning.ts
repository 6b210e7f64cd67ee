import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import { officeLinks } from '@firstyear/api-contract/office-addresses';
import type pg from 'pg';
import type { Browser, Locator, Page } from 'playwright';
import * as z from 'zod';
import { hashToken, newToken } from '../../apps/server/src/crypto/tokens.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { timeOf } from '../support/numbers.ts';
import { connect, startPostgres, startWhole } from '../support/product.ts';
import { fillSeason } from './storm/season.ts';
import { launchBrowser } from './web/built-web.ts';

const LABELED = 200;
const PAGE_ROWS = 50;

interface Morning {
  readonly clerk: Page;
  readonly director: Page;
  readonly office: string;
  /** An application to find: its id and family name. */
  readonly id: string;
  readonly name: string;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openPage = (page: Page, url: string, result: Locator) => page.goto(url).then(() => result.waitFor());
const press = (control: Locator, result: Locator) => control.click().then(() => result.waitFor());

/** The timed steps, each from its first press to its result. */
function stepsOf({ clerk, director, office, id, name }: Morning): Readonly<Record<string, () => Promise<unknown>>> {
  const search = clerk.getByRole('searchbox', { name: 'Search' });
  const rows = clerk.locator('[data-row-link]');
  const link = clerk.locator(`a[href*="${id}"]`);
  const dialog = clerk.getByRole('dialog');
  return {
    'open the list': () => openPage(clerk, office, rows.first()),
    'find by half a name': async () => {
      await search.fill(name.slice(0, -1));
      await search.press('Enter');
      await clerk.waitForURL(/[?&]q=/);
      await link.waitFor();
    },
    'read it': () => press(link, clerk.getByRole('heading', { name: 'Your Education' })),
    'mark it as looked at': () => press(button(clerk, 'Mark as looked at'), clerk.getByText('✓ Looked at')),
    'write a note': async () => {
      await clerk.getByLabel('New note').fill('Called about the transcript.');
      await clerk.getByText(/^Saved at/).waitFor();
    },
    'assign it': async () => {
      await clerk.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: 'Grace Director' });
      await clerk.getByRole('region', { name: 'History' }).getByText('Assigned', { exact: true }).waitFor();
    },
    'back to the list': () => press(clerk.getByRole('link', { name: 'Back to the list' }), link),
    [`select ${LABELED} on ${LABELED / PAGE_ROWS} pages`]: async () => {
      await clerk.goto(`${office}/applications?status=submitted&sort=name`);
      for (let count = PAGE_ROWS; count <= LABELED; count += PAGE_ROWS) {
        await clerk.getByRole('checkbox', { name: 'Select all on this page' }).setChecked(true);
        await clerk.getByText(`${count} selected`).waitFor();
        if (count === LABELED) return;
        const first = await rows.first().getAttribute('href');
        await clerk.getByRole('link', { name: 'Next 50' }).click();
        await clerk.locator(`[data-row-link]:not([href="${first}"])`).first().waitFor();
        await clerk.locator('table[aria-busy=false]').waitFor();
      }
    },
    'see what labeling them will do': async () => {
      await button(clerk, 'Label…').click();
      await dialog.getByLabel('Label').fill('scholarship');
      const preview = dialog.getByText(`This will label ${LABELED} applications “scholarship”.`);
      await press(button(clerk, 'See what will happen'), preview);
    },
    'label them': async () => {
      await press(button(clerk, 'Add the label'), dialog.getByText(`Done: ${LABELED} applications were changed.`));
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    },
    'export them as a workbook': async () => {
      await director.goto(`${office}/exports?label=scholarship`);
      await director.getByLabel('What is it for?').fill('For the scholarship committee.');
      const row = director.getByRole('row', { name: /For the scholarship committee/ });
      await press(button(director, 'Start the export'), row.getByRole('link', { name: 'Download' }));
    },
    'open the numbers': () =>
      openPage(director, `${office}/numbers`, director.getByRole('heading', { name: 'By day' })),
  };
}

/** Opens a page with a session of a new colleague. The walks test signing in itself. */
async function openSignedIn(
  { url, operate }: Awaited<ReturnType<typeof startWhole>>,
  { browser, client, name }: { readonly browser: Browser; readonly client: pg.Client; readonly name: string },
): Promise<Page> {
  const role = name.split(' ').at(-1)?.toLowerCase() ?? '';
  const email = `grace.${role}@office.example`;
  await operate('staff', 'add', email, '--name', name, '--role', role);
  const token = newToken();
  await client.query(
    `insert into staff_session (token_hash, staff_id, created_at, last_seen_at)
     select $1, id, now(), now() from staff_person where email = $2`,
    [hashToken(token), email],
  );
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  // Set as if from https: browsers accept this cookie from no other origin, but do send it to localhost.
  const secureUrl = url.replace('http:', 'https:');
  await context.addCookies([{ name: STAFF_COOKIE, value: token, url: secureUrl, secure: true, httpOnly: true }]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

const options = z.object({ applications: wholeNumber(2_000, 500, 200_000) });

/**
 * `npm run bench:office-morning [-- --applications NUMBER]`: a morning at the office with made-up applications, in a real
 * browser. A clerk finds, reads, notes and assigns one, and labels 200; a director exports those. Prints a table with the seconds
 * of each step.
 */
await runCommand(async (run) => {
  const { applications } = readOptions(options);
  const dataDir = path.join(run.folder, 'data');
  await mkdir(dataDir);
  const { url: databaseUrl } = await startPostgres(run);
  await fillSeason({ databaseUrl, dataDir, season: applications });
  const product = await startWhole(run, { dataDir, env: { DATABASE_URL: databaseUrl } });
  await product.operate('office', 'rebuild');
  const client = await connect(run, databaseUrl);
  const browser = await launchBrowser(run);
  const clerk = await openSignedIn(product, { browser, client, name: 'Grace Clerk' });
  const director = await openSignedIn(product, { browser, client, name: 'Grace Director' });
  const { rows } = await client.query<Pick<Morning, 'id' | 'name'>>(
    `select application_id as id, family_name as name from office_application
     where status = 'submitted' order by length(family_name) desc, md5(application_id::text) limit 1`,
  );
  const [subject] = rows;
  if (!subject) throw new Error('No application has been submitted.');
  console.log(`${applications} made-up applications\n\n| Step | Seconds |\n|---|---|`);
  const steps = stepsOf({ clerk, director, office: officeLinks.home(product.url), ...subject });
  for (const [name, work] of Object.entries(steps))
    console.log(`| ${name} | ${((await timeOf(work)) / 1000).toFixed(2)} |`);
});
