import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadPartner } from '../config/load-partner.ts';
import { madePartner } from './made-partner.testing.ts';
import { checkPartnerFolder } from './partner.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const { made, edit } = madePartner();
const inSite = (from: string, to: string) => () => edit('site.ts', from, to);
const inForm = (from: string, to: string) => () => edit('form.ts', from, to);

/** Gives the form a prefix, changes and migrations, as the guide writes them. */
function changeForm(changes: string, prefix = 'art'): void {
  const imports = `import { file, section, text } from '@firstyear/form-engine';
import { addQuestions, addSection, changeForm, leaveOut, options } from '@firstyear/form-engine/change-form';
import { dropped } from '@firstyear/form-engine/releases';
import { site }`;
  edit('form.ts', 'import { site }', imports);
  edit('form.ts', '= freshmanForm(freshman);', `= changeForm(freshmanForm(freshman), '${prefix}', ${changes});`);
}
const withChanges = (changes: string, prefix?: string) => () => changeForm(changes, prefix);

const RELIGION = "leaveOut('religious_affiliation_other_specify'), leaveOut('religious_affiliation')";
const MOTTO = "text({ key: 'art_motto', label: 'Your motto' })";

/** The message with which a load or a check fails. */
const messageOf = (load: () => Promise<unknown>): Promise<string> =>
  load().then(
    () => 'nothing',
    (error: Error) => error.message,
  );

test.each<[string, () => void, string | RegExp]>([
  [
    'a key without the prefix',
    withChanges("[addQuestions({ after: 'employment' }, [text({ key: 'motto', label: 'Your motto' })])]"),
    "'motto' must begin with 'art_', so that no key of the product is ever the same.",
  ],
  [
    'a section with the id of another',
    withChanges(`[addSection({ after: 'education/college' }, section({ id: 'college', title: 'More' }, [${MOTTO}]))]`),
    /^A section id is used twice on education: .*college, college/,
  ],
  [
    'a missing choice that conditions expect',
    inForm('other Another scale\n', ''),
    /options\.gpa_scale must offer 'other'/,
  ],
  [
    'a choice without a label',
    inForm('with_family With my family\n', 'with_family\n'),
    "'housing_plans' offers 'with_family' without a label.",
  ],
  ['a color too light to read', inSite("primary: '#1f4d3a'", "primary: '#55aa99'"), /theme\.primary .* to 1/],
])('%s is reported in one clear sentence, at a start and by a check', async (_what, spoil, sentence) => {
  spoil();
  const start = await messageOf(() => loadPartner({ partner: made.folder, environment: 'development' }));
  expect(start).toMatch(
    /^(The configuration of the application form|\S+site\.ts or partner\.ts) has \d problem\(s\):\n- /,
  );
  const [, problem] = start.split('\n- ');
  if (typeof sentence === 'string') expect(problem).toBe(sentence);
  else expect(problem).toMatch(sentence);
  expect(await messageOf(() => checkPartnerFolder(made.folder, async () => []))).toBe(start);
});

test('a change that loses answers of an earlier release is reported until a migration covers it', async () => {
  const keep = () =>
    execFileSync(process.execPath, ['tools/keep-release.ts', made.folder], { cwd: root, encoding: 'utf8' });
  expect(keep().trim()).toMatch(/artschool\/releases\/0001\.json$/);
  const again = path.join(path.dirname(made.folder), 'later', 'artschool');
  fs.cpSync(made.folder, again, { recursive: true });
  made.folder = again;
  changeForm(`[${RELIGION}]`);
  expect((await messageOf(() => checkPartnerFolder(made.folder))).split('\n- ').slice(1)).toEqual([
    expect.stringMatching(/releases\/0001\.json: religious_affiliation is gone: write renamed\(\)/),
    expect.stringMatching(/releases\/0001\.json: religious_affiliation_other_specify is gone: write /),
  ]);
  const named = path.join(path.dirname(made.folder), 'named', 'artschool');
  fs.cpSync(made.folder, named, { recursive: true });
  made.folder = named;
  const changes = "dropped('religious_affiliation'), dropped('religious_affiliation_other_specify')";
  edit('form.ts', `'art', [${RELIGION}]`, `'art', [${RELIGION}], [{ id: 'art-2', changes: [${changes}] }]`);
  await expect(checkPartnerFolder(made.folder)).resolves.toContain('is sound');
});

test('incomplete Spanish is refused by the check, which names every text that is missing', async () => {
  fs.copyFileSync(path.join(root, 'partners/larkmoor/es.ts'), path.join(made.folder, 'es.ts'));
  fs.mkdirSync(path.join(made.folder, 'words'));
  for (const file of ['es.json', 'site.es.json']) fs.writeFileSync(path.join(made.folder, 'words', file), '{}\n');
  const check = checkPartnerFolder(made.folder, async () => []);
  await expect(check).rejects.toThrow(/es\.ts has \d+ problem\(s\):.*housing_plans\.label/s);
});
