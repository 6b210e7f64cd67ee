import { answer, profile, submit } from '@firstyear/api-contract/application';
import { expect, test } from 'vitest';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp();

test('a call for an unknown form is not found, and a call for two forms is refused', async () => {
  const ada = await newApplicant(server);
  const { path } = profile;
  const statusOf = async (query: string) => (await ada.open(`${path}?${query}`)).statusCode;
  expect([await statusOf(''), await statusOf('form=none'), await statusOf('form=a&form=b')]).toEqual([200, 404, 400]);
});

test('acknowledged saves and submissions are counted, refused ones are not', async () => {
  const { saves, submissions } = server.deps.metrics;
  const counts = async () =>
    (await Promise.all([saves.get(), submissions.get()])).map(({ values }) => values[0]?.value ?? 0);
  const [saved = 0, sent = 0] = await counts();
  const ada = await submitted(server, { first_name: 'Ada' });
  await ada.call(profile);
  expect(await counts()).toEqual([saved + 1, sent + 1]);
  await ada.call(answer, { payload: { first_name: 'Bo' } });
  await (await newApplicant(server)).call(submit);
  expect(await counts()).toEqual([saved + 1, sent + 1]);
});
