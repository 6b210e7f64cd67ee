import { officePaths } from '@firstyear/api-contract/desk';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { expect, test } from 'vitest';
import { CALL_LIMITS } from '../config/limits.ts';
import { newColleague } from '../modules/accounts/staff/staff.testing.ts';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp({ deps: { callLimits: { ...CALL_LIMITS, session: 2 } } });
const ID = '11111111-1111-4111-8111-111111111111';
const filled = (route: string) => route.replace(':key', 'transcript').replace(':page', '1').replace(/:\w+/g, ID);

test.each([
  filePaths.documentRoute,
  filePaths.thumbnailRoute,
  filePaths.pdfCopyRoute,
  filePaths.calendar,
  officePaths.copyRoute,
  officePaths.documentRoute,
  officePaths.thumbnailRoute,
  officePaths.exportRoute,
])('files count toward the calls of a session: %s', async (route) => {
  const isOffice = route.startsWith(officePaths.home);
  const client = isOffice ? await newColleague(server, 'director') : await newApplicant(server);
  const statuses: number[] = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await client.open(filled(route))).statusCode);
  expect(statuses).toEqual([404, 404, 429]);
});
