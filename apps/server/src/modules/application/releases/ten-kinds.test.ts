import { answer, profile } from '@firstyear/api-contract/application';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import type { Answers } from '@firstyear/form-engine';
import {
  type Change,
  choiceReplaced,
  choiceWithdrawn,
  dropped,
  joined,
  known,
  renamed,
  split,
  tabsRenamed,
} from '@firstyear/form-engine/releases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suiteApp, type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { newApplicant, submitted } from '../row/applicant.testing.ts';
import { STATES } from './draft-states.testing.ts';
import { at, BEFORE, changed } from './next-release.testing.ts';

type Texts = readonly (readonly [string, string])[];

/** A change, the texts of the form that it changes, the migrated answers, and an answer of an old tab with its migration. */
interface Kind {
  readonly change: Change;
  readonly texts: Texts;
  readonly gone: readonly string[];
  readonly after: Answers;
  readonly typed: Answers;
  readonly arrives: Answers;
}

const TEN: Readonly<Record<string, Kind>> = {
  'a question is renamed': {
    change: renamed('preferred_name', 'called_name'),
    texts: [['"preferred_name"', '"called_name"']],
    gone: ['preferred_name'],
    after: { called_name: 'Addie' },
    typed: { preferred_name: 'Ads' },
    arrives: { called_name: 'Ads' },
  },
  'an answer is split': {
    change: split('birth_city', ['birth_town', 'birth_region'], 'words'),
    texts: [
      [
        '{"kind":"text","key":"birth_city"',
        '{"kind":"text","key":"birth_region","label":"Region"},{"kind":"text","key":"birth_town"',
      ],
    ],
    gone: ['birth_city'],
    after: { birth_town: 'Sampleton', birth_region: 'Kentucky' },
    typed: { birth_city: 'Testville Ohio' },
    arrives: { birth_town: 'Testville', birth_region: 'Ohio' },
  },
  'two answers are joined': {
    change: joined(['counselor_first_name', 'counselor_last_name'], 'counselor_name', 'words'),
    texts: [
      ['{"kind":"text","key":"counselor_first_name"', '{"gone":true,"key":"counselor_first_name"'],
      ['"key":"counselor_last_name"', '"key":"counselor_name"'],
    ],
    gone: ['counselor_first_name', 'counselor_last_name'],
    after: { counselor_name: 'Casey Counselor' },
    typed: { counselor_first_name: 'Sam' },
    arrives: { counselor_name: 'Sam Counselor' },
  },
  'a choice is replaced': {
    change: choiceReplaced('applied_major', { biology: 'life_sciences' }),
    texts: [['"value":"biology"', '"value":"life_sciences"']],
    gone: [],
    after: { applied_major: 'life_sciences' },
    typed: { applied_major: 'biology' },
    arrives: { applied_major: 'life_sciences' },
  },
  'a choice is withdrawn': {
    change: choiceWithdrawn('marital_status', ['widowed']),
    texts: [['{"value":"widowed","label":"Widowed"}', '{"gone":true}']],
    gone: ['marital_status'],
    after: {},
    typed: { marital_status: 'single' },
    arrives: { marital_status: 'single' },
  },
  'a question is dropped': {
    change: dropped('toefl_score'),
    texts: [['{"kind":"text","key":"toefl_score"', '{"gone":true,"key":"toefl_score"']],
    gone: ['toefl_score'],
    after: { toefl_taken: 'yes' },
    typed: { toefl_score: '101', toefl_taken: 'yes' },
    arrives: { toefl_taken: 'yes' },
  },
  'an answer is required now': {
    change: known('marital_status', 'required'),
    texts: [['"key":"marital_status"', '"key":"marital_status","required":true']],
    gone: [],
    after: { marital_status: 'widowed' },
    typed: { marital_status: 'single' },
    arrives: { marital_status: 'single' },
  },
  'a condition is narrower': {
    change: known('alien_registration_number', 'condition'),
    texts: [['["permanent_resident","refugee_asylee"]', '["refugee_asylee"]']],
    gone: ['alien_registration_number'],
    after: { citizenship_type: 'permanent_resident' },
    typed: { citizenship_type: 'permanent_resident', alien_registration_number: '111111111' },
    arrives: { citizenship_type: 'permanent_resident' },
  },
  'a document question is renamed': {
    change: renamed('transcript', 'school_record'),
    texts: [['"transcript"', '"school_record"']],
    gone: ['transcript'],
    after: { preferred_name: 'Addie' },
    typed: { preferred_name: 'Ads' },
    arrives: { preferred_name: 'Ads' },
  },
  'tabs are renamed': {
    change: tabsRenamed('hs_record', 'record', { upload: 'send' }),
    texts: [
      ['"id":"hs_record"', '"id":"record"'],
      ['"id":"upload"', '"id":"send"'],
    ],
    gone: [],
    after: { preferred_name: 'Addie' },
    typed: { preferred_name: 'Ads' },
    arrives: { preferred_name: 'Ads' },
  },
};
/** Released after each of them, so that an old tab is two releases behind. */
const LATER: Change = renamed('city', 'home_city');

const first = await suiteApp();

const answersAt = async (server: TestApp, applicant: Client): Promise<Answers> => {
  const { answer: answers = {} } = (await at(server, applicant).call(profile)).body;
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));
};
const tabsOf = (id: string) =>
  first.db.selectFrom('application').select('tabs').where('id', '=', id).executeTakeFirstOrThrow();

describe.each(Object.entries(TEN))('%s', (name, kind) => {
  let second: TestApp;
  beforeAll(async () => {
    const id = `kind-${Object.keys(TEN).indexOf(name)}`;
    const migrations = [
      { id, changes: [kind.change] },
      { id: `${id}-later`, changes: [LATER] },
    ];
    const form = changed(migrations, ...kind.texts, ['"key":"city"', '"key":"home_city"']);
    second = await testApp({ database: first.database, config: first.deps.config, clock: first.clock, form });
  });
  afterAll(async () => {
    await second.app.close();
    await second.jobs.stop();
  });

  test.each(Object.entries(STATES))(
    'a draft that is %s moves over two releases, and comes back as it was',
    async (state, make) => {
      const ada = await newApplicant(first);
      await make(first, ada);
      const before = await answersAt(first, ada);
      const { tabs } = await tabsOf(ada.applicationId);
      const after = await answersAt(second, ada);
      if ('preferred_name' in before) expect(after).toMatchObject(kind.after);
      for (const key of [...kind.gone, 'city']) expect(after).not.toHaveProperty(key);
      expect(after.home_city).toBe(before.city);
      const open = state === 'with a document and tabs' && name === 'tabs are renamed' ? { record: 'send' } : tabs;
      expect(await tabsOf(ada.applicationId)).toEqual({ tabs: open });
      expect(await answersAt(first, ada)).toEqual(before);
      expect(await tabsOf(ada.applicationId)).toEqual({ tabs });
    },
  );

  test('a tab that was left open during two releases saves, and a late save loses', async () => {
    const ada = await newApplicant(first);
    await ada.call(answer, { payload: BEFORE });
    first.clock.advance(1000);
    const tab = at(second, ada);
    const { status, body } = await tab.call(answer, { payload: { ...kind.typed, city: 'Testville' } });
    expect([status, body.refused, body.form_changed]).toEqual([200, undefined, true]);
    expect(await answersAt(second, ada)).toMatchObject({ ...kind.arrives, home_city: 'Testville' });
    first.clock.advance(60_000);
    const release = second.form.migrations?.map(({ id }) => id).join() ?? '';
    await tab.call(answer, { payload: { home_city: 'Newest' }, headers: { [FORM_RELEASE_HEADER]: release } });
    await tab.call(answer, { payload: { city: 'Late' }, headers: { 'save-age': '30000' } });
    expect(await answersAt(second, ada)).toMatchObject({ home_city: 'Newest' });
    expect(await answersAt(first, ada)).toMatchObject({ ...kind.typed, city: 'Newest' });
  });

  test('a submission stays unchanged', async () => {
    const applicant = await submitted(first, BEFORE);
    const before = await answersAt(first, applicant);
    expect(await answersAt(second, applicant)).toEqual(before);
    expect(before).toMatchObject({ preferred_name: 'Addie', marital_status: 'widowed' });
  });
});
