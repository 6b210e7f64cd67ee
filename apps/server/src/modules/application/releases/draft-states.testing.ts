import { PDFDocument } from '@cantoo/pdf-lib';
import { answer, putTabs } from '@firstyear/api-contract/application';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import { type Applicant, fillIn } from '../row/applicant.testing.ts';
import { endConversion, upload } from '../uploads/uploading.testing.ts';
import { BEFORE } from './next-release.testing.ts';

/** Drafts in five states, with the calls that produce them. */
export const STATES: Readonly<Record<string, (server: TestApp, applicant: Applicant) => Promise<unknown>>> = {
  'just made': async () => {},
  'half filled in': (_, applicant) => applicant.call(answer, { payload: BEFORE }),
  'ready to submit': (server, applicant) => fillIn(server, applicant, BEFORE),
  'with a document and tabs': async (server, applicant) => {
    await applicant.call(answer, { payload: BEFORE });
    await applicant.call(putTabs, { payload: { tab_id: 'hs_record', chosen_tab: 'upload' } });
    const scan = await PDFDocument.create();
    scan.addPage();
    expect((await upload(server, applicant, await scan.save(), 'record.pdf')).status).toBe(200);
    await endConversion(server, applicant.applicationId);
  },
  'emptied again': async (_, applicant) => {
    await applicant.call(answer, { payload: BEFORE });
    await applicant.call(answer, { payload: Object.fromEntries(Object.keys(BEFORE).map((key) => [key, ''])) });
  },
};
