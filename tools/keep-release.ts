import fs from 'node:fs';
import path from 'node:path';
import { type Answers, type FormDefinition, parseAnswers } from '@firstyear/form-engine';
import { outlineOf } from '@firstyear/form-engine/releases';
import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers, longestAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { DEFAULT_PARTNER, importPartnerFile, partnerFolder, partnerGiven } from '@firstyear/processes/partner-folder';

/** node tools/keep-release.ts SLUG|FOLDER: stores the current form as the next file of the partner's releases/, with six sample applications. */
const [given = DEFAULT_PARTNER] = process.argv.slice(2);
const folder = partnerFolder(partnerGiven(given));
const { definition }: { readonly definition: FormDefinition } = await importPartnerFile(folder, 'form.ts');
const form = englishForm(definition);
const moment = { now: Date.UTC(2026, 10, 25, 12), today: '2026-11-25' };

const complete = completeAnswers(form, {}, moment);
const filterAnswers = (answers: Answers, keep: (place: number) => boolean): Answers =>
  Object.fromEntries(Object.entries(answers).filter((_, place) => keep(place)));
const samples: Readonly<Record<string, Answers>> = {
  'just begun': filterAnswers(complete, (place) => place < 3),
  'the first half': filterAnswers(complete, (place) => place < Object.keys(complete).length / 2),
  'every other answer': filterAnswers(complete, (place) => place % 2 === 0),
  'the fewest answers': minimalAnswers(form, {}, moment),
  'everything answered': complete,
  'the longest answers': longestAnswers(form, {}, moment),
};

const releases = path.join(folder, 'releases');
fs.mkdirSync(releases, { recursive: true });
const number = String(fs.readdirSync(releases).length + 1).padStart(4, '0');
const release = {
  outline: outlineOf(form),
  samples: Object.entries(samples).map(([name, answers]) => ({ name, answers: parseAnswers(form, answers).answers })),
};
const file = path.join(releases, `${number}.json`);
fs.writeFileSync(file, `${JSON.stringify(release)}\n`);
process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
