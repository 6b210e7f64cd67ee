import {
  type Answers,
  clearHidden,
  isAnswered,
  neededKeys,
  relevantAnswers,
  validate,
  visibleFields,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { anyAnswers, validApplication } from '@firstyear/form-engine/testing/arbitraries';
import { definition } from '@firstyear/partners/larkmoor/form';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { workerDeps } from '../office.testing.ts';
import { columnsOf, type ExportedApplication } from './columns.ts';
import { readApplicationsOf } from './read-applications.ts';

const MOMENT = { now: Date.UTC(2026, 10, 20, 12), today: '2026-11-20' };
const form = englishForm(definition);
const keys = form.fields.map(({ question }) => question.key);
const columns = columnsOf(form, { withSealed: true }).filter(({ field }) => field !== undefined);

/** Answers without the empty ones, and with all other questions empty. */
const asGiven = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value)));
const asLeftEmpty = (answers: Answers): Answers => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...asGiven(answers),
});

let draft: ExportedApplication;
const server = await suiteApp();
beforeAll(async () => {
  const { applicationId } = await newApplicant(server);
  const [exported] = await readApplicationsOf(workerDeps(server), [applicationId], false);
  if (!exported) throw new Error('The draft is not there.');
  draft = exported;
});

/** Everything that is computed from answers: what is shown, required, wrong, hidden, sent and exported. */
function computed(answers: Answers) {
  const state = { answers, tabs: {}, addAnother: {} };
  const sent = relevantAnswers(form, answers);
  const exported = { ...draft, content: { ...draft.content, answers: sent } };
  return {
    shown: visibleFields(form, state, MOMENT).map(({ question }) => question.key),
    needed: [...neededKeys(form, state, MOMENT)],
    wrong: validate(form, state, MOMENT),
    hidden: Object.keys(clearHidden(form, answers)).filter((key) => isAnswered(answers[key] ?? '')),
    sent: asGiven(sent),
    cells: columns.map(({ read }) => read(exported)),
  };
}

test('what an applicant chose and added has its columns, and a block with nothing added has one entry', () => {
  const read = (tabs: Readonly<Record<string, string>>, add_another: Readonly<Record<string, number>>) => {
    const exported = { ...draft, content: { ...draft.content, tabs, add_another } };
    const all = columnsOf(form, { withSealed: true }).filter(({ name }) => /_(tab|count)$/.test(name));
    return Object.fromEntries(all.map((column) => [column.name, column.read(exported)]));
  };
  const blocks = [...form.repeaters.keys()];
  const [group = '', [first = '', ...others]] = [[...form.tabGroups.keys()].at(-1), blocks];
  expect(read({ [group]: 'upload' }, { [first]: 3 })).toMatchObject({
    ...{ [`${group}_tab`]: 'upload', [`${first}_count`]: '3' },
    ...Object.fromEntries(others.map((block) => [`${block}_count`, '1'])),
  });
});

test('a hidden question and an empty one are equal in conditions, progress, checks, submission and export', () => {
  const given = fc.oneof(anyAnswers(form), validApplication(form, MOMENT));
  fc.assert(
    fc.property(given, (answers) => {
      expect(computed(asLeftEmpty(answers))).toEqual(computed(asGiven(answers)));
    }),
    { numRuns: 60 },
  );
});
