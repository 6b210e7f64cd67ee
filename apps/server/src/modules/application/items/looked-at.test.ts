import { myItems } from '@firstyear/api-contract/items';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../process/durations.ts';
import { testApp } from '../../../testing/app.ts';
import { PDF } from '../helpers/helpers.testing.ts';
import { type Applicant, submitted } from '../row/applicant.testing.ts';
import { itemsOf, sendPaper } from './items.testing.ts';

test('what was checked until is not held back by test accounts', async () => {
  const tested = await testApp({ deps: { office: { test_email_domains: ['trial.example'] } } });
  const send = async (applicant: Applicant) => {
    const id = (await itemsOf(tested, applicant.applicationId)).get('transcript')?.id ?? '';
    await sendPaper(tested, applicant, id, PDF);
  };
  const grace = await submitted(tested);
  await send(grace);
  tested.clock.advance(5 * DAY_MS);
  const ada = await submitted(tested);
  await send(ada);
  const until = async () => (await ada.call(myItems)).body.looked_at_until;
  const heldBack = await until();
  const update = tested.db.updateTable('office_application').set({ email: 'grace@trial.example' });
  await update.where('application_id', '=', grace.applicationId).execute();
  expect(await until()).not.toBe(heldBack);
  await tested.stop();
});
