import { type ListFilter, SORTS } from '@firstyear/api-contract/desk';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import * as z from 'zod';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { createDatabase, createPool } from '../../apps/server/src/db/database.ts';
import { recordInList } from '../../apps/server/src/modules/application/row/list-row.ts';
import { countViews, findNeighbors, listPage } from '../../apps/server/src/modules/office/list/service.ts';
import { readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { percentile, timeOf } from '../support/numbers.ts';
import { startDatabase } from '../support/product.ts';
import { fillSeason } from './season.ts';

const options = z.object({
  rows: wholeNumber(200_000, 1, 5_000_000),
  times: wholeNumber(40, 1, 10_000),
  saves: wholeNumber(50, 0, 10_000),
});

/**
 * `npm run bench:office [-- --rows NUMBER] [--times NUMBER] [--saves PER_SECOND]`: the times of the office's list with made-up
 * applications while applicants save answers that it shows: searches, misspellings, neighbors, the last page, sorts, filters, what
 * waits to be checked, and the counts of the views.
 */
await runCommand(async (run) => {
  const { rows, times, saves } = readOptions(options);
  const { url, client } = await startDatabase(run);
  await fillSeason(client, rows);
  const pool = createPool(url, { connections: 2 });
  const db = createDatabase(pool);
  run.onEnd(() => db.destroy());
  const deps = {
    db,
    clock: () => new Date(),
    ...(await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' })),
  };
  const viewer = {
    staffId: '00000000-0000-4000-8000-000000000000',
    role: 'clerk',
    condition: undefined,
    newSince: new Date(Date.now() - 86_400_000),
  } as const;

  const { rows: ids } = await client.query<{ application_id: string; name_key: string }>(
    'select application_id, name_key from office_application order by md5(application_id::text) limit 2000',
  );
  const saver = createDatabase(createPool(url, { connections: 2 }));
  run.onEnd(() => saver.destroy());
  let [saved, failed] = [0, 0];
  const save = async () => {
    const id = ids[saved++ % ids.length];
    if (!id) return;
    const [last_name = '', first_name = ''] = id.name_key.split(' ');
    const answers = { first_name, last_name, hs_name: `School ${saved}` };
    await recordInList(saver, { form: deps.forms.first.form, partner: deps.partner }, id.application_id, answers);
  };
  const saving = saves > 0 ? setInterval(() => void save().catch(() => (failed += 1)), 1000 / saves) : undefined;
  run.onEnd(() => clearInterval(saving));

  const measure = async (work: () => Promise<unknown>) => {
    await work();
    const durations: number[] = [];
    while (durations.length < times) durations.push(await timeOf(work));
    return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) };
  };
  const formatMs = (ms: number) => ms.toFixed(1).padStart(7);
  const show = async (name: string, work: () => Promise<unknown>) => {
    const { p50, p95 } = await measure(work);
    console.log(`${name.padEnd(28)} p50 ${formatMs(p50)} p95 ${formatMs(p95)} ms`);
  };
  const list = (filter: ListFilter & { last?: '1' }) => () => listPage(deps, viewer, filter);
  console.log(`${rows} made-up applications, ${times} times each, beside ${saves} saves a second`);
  for (const q of ['Maria Garcia', 'garc', 'Maira Gracia', 'Garsia']) await show(`search "${q}"`, list({ q }));
  const [first] = ids;
  const q = first?.name_key.split(' ')[0]?.slice(0, 4) ?? '';
  await show('neighbors in a search', () => findNeighbors(deps, viewer, first?.application_id ?? '', { q }));
  await show('search "ma" sorted by name', list({ q: 'ma', sort: 'name' }));
  await show('search "garc", last page', list({ q: 'garc', last: '1' }));
  await show('last page', list({ last: '1' }));
  for (const sort of SORTS) await show(`sort by ${sort}`, list({ sort }));
  await show('filter by label (none)', list({ label: 'x' }));
  await show('filter by residence (many)', list({ residence: 'in_state' }));
  await show('filter by residence (few)', list({ residence: 'international' }));
  await show('filter by failed documents', list({ document: 'failed' }));
  await show('filter by language', list({ language: 'es' }));
  await show('filter by checklist', list({ checklist: 'waiting_others' }));
  await show('filter by stage', list({ stage: 'in_review' }));
  await show('what is complete', list({ view: 'complete' }));
  await show('what is to be checked', list({ view: 'to-check' }));
  await show('counts of the views', () => countViews(deps, viewer, new Date()));
  clearInterval(saving);
  console.log(`${saved} saves, of which ${failed} failed`);
});
