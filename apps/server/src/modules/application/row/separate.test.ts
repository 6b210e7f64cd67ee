import {
  answer,
  lastPage,
  putAddAnother,
  putTabs,
  seeChanges,
  submit,
  validations,
} from '@firstyear/api-contract/application';
import { sendCorrection } from '@firstyear/api-contract/corrections';
import * as desk from '@firstyear/api-contract/desk';
import { deleteConversion, deleteDocument } from '@firstyear/api-contract/documents';
import { itemReply } from '@firstyear/api-contract/items';
import { expect, test } from 'vitest';
import { selectRows } from '../../../db/listed-tables.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { asks, PDF, sendHelp, tokenTo } from '../helpers/helpers.testing.ts';
import { itemsOf, sendPaper } from '../items/items.testing.ts';
import { endConversion, KEY_PARAMS, upload } from '../uploads/uploading.testing.ts';
import { type Applicant, fillIn, newApplicant } from './applicant.testing.ts';

const server = await suiteApp();
const director = await newColleague(server, 'director');
const TABLES = [
  ...(['application_status', 'submission', 'reopened_submission', 'document', 'document_upload'] as const),
  ...(['office_application', 'item', 'helper_request', 'answer_attic'] as const),
];
const SEALED = { citizenship_type: 'permanent_resident', alien_registration_number: 'A123-456-789' };

/** Everything that is stored for an application. */
async function storedOf({ applicationId }: Applicant) {
  const ids = [applicationId];
  const rows = await Promise.all(TABLES.map((table) => selectRows(server.db, table, 'application_id', ids)));
  const items = (await selectRows(server.db, 'item', 'application_id', ids)).map(({ id }) => id);
  const papers = await selectRows(server.db, 'paper', 'item_id', items);
  return [await selectRows(server.db, 'application', 'id', ids), ...rows, papers];
}

/** Goes through everything from the first answer to a correction; returns who has. */
async function goThrough(): Promise<Applicant> {
  const email = `casey.${crypto.randomUUID()}@school.example`;
  const reason = { payload: { reason: 'The applicant asked for it.' } };
  const ada = await asks(server, email, SEALED);
  const params = { id: ada.applicationId };
  const item = (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '';
  await sendPaper(server, ada, item, PDF);
  await sendHelp(server, server.client(), { token: await tokenTo(server, email), item });
  expect((await director.call(desk.reopen, { params, ...reason })).status).toBe(200);
  const change = { last_page: '/education' };
  expect((await ada.call(lastPage, { payload: change })).status).toBe(200);
  await ada.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } });
  await ada.call(putAddAnother, { payload: { button_id: 'jobs', num_components: 3 } });
  await ada.call(validations, { payload: { first_name: ['Please answer this.'] } });
  await ada.call(seeChanges);
  for (const call of [deleteConversion, deleteDocument]) {
    await upload(server, ada, PDF, 'record.pdf');
    expect((await ada.call(call, KEY_PARAMS)).status).toBe(200);
  }
  await fillIn(server, ada, { ...SEALED, city: 'Sampleton' });
  // The same answer again has a newer version only.
  server.clock.advance(1);
  expect((await ada.call(answer, { payload: { city: 'Sampleton' } })).status).toBe(200);
  expect((await ada.call(submit)).status).toBe(200);
  for (const request of ['explanation', 'correction'] as const) {
    const id = crypto.randomUUID();
    const asked = { id, request, title: 'Your name', text: '', due_on: null };
    const keys = request === 'correction' ? { keys: ['first_name'] } : {};
    expect((await director.call(desk.requestItem, { params, payload: { ...asked, ...keys } })).status).toBe(200);
    const sent =
      request === 'correction'
        ? await ada.call(sendCorrection, { params: { id }, payload: { answers: { first_name: 'Adelaide' } } })
        : await ada.call(itemReply, { params: { id }, payload: { text: 'I worked.' } });
    expect(sent.status).toBe(200);
  }
  return ada;
}

test('whatever becomes of one application leaves what is stored for others as it was', async () => {
  const other = await goThrough();
  const draft = await newApplicant(server);
  await draft.call(answer, { payload: { first_name: 'Bo', ...SEALED } });
  await upload(server, draft, PDF, 'record.pdf');
  await endConversion(server, draft.applicationId);
  const before = [await storedOf(other), await storedOf(draft)];
  server.clock.advance(1000);
  await goThrough();
  expect([await storedOf(other), await storedOf(draft)]).toEqual(before);
});
