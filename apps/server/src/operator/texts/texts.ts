import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { BYTE_ORDER_MARK, csvLine } from '../../modules/office/export/csv.ts';
import { FILE_PROBLEMS } from '../../process/failure.ts';
import { writeNewFile } from '../new-file.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { counted } from '../words.ts';
import {
  draftFile,
  type Entry,
  entriesOf,
  type Forms,
  hashFile,
  isOutside,
  type Place,
  readHashes,
  readSources,
  valueProblems,
} from './catalog.ts';
import { writeSource, writeSpanishModule } from './write-texts.ts';

const COLUMNS = ['id', 'english', 'translation', 'seen', 'state'] as const;

const record = z.record(z.string(), z.string());
const draftSchema = z.object({ texts: z.record(z.string(), record), hashes: record });

function readDraft(place: Place): z.infer<typeof draftSchema> {
  const file = draftFile(place);
  if (!fs.existsSync(file)) return { texts: {}, hashes: {} };
  return draftSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

/** The texts of a language, including its draft's, by id. */
async function readTranslation(place: Place) {
  const sources = await readSources(place);
  const { entries, leftOver } = entriesOf(sources);
  const draft = readDraft(place);
  const written = entries.flatMap(({ id, translated }) => (translated ? [[id, translated] as const] : []));
  const texts: ReadonlyMap<string, Forms> = new Map([...written, ...Object.entries(draft.texts)]);
  const hashes: Readonly<Record<string, string>> = { ...readHashes(place), ...draft.hashes };
  return { sources, entries, leftOver, texts, hashes, isDraft: entries.some(({ id }) => !texts.has(id)) };
}

type Translation = Awaited<ReturnType<typeof readTranslation>>;

/** 'changed': translated from an earlier English text. */
function stateOf({ texts, hashes }: Translation, { id, hash }: Entry): 'missing' | 'changed' | 'done' {
  if (!texts.has(id)) return 'missing';
  return hashes[id] === undefined || hashes[id] === hash ? 'done' : 'changed';
}

/** Ids of the texts whose English has changed since they were translated. */
export async function findStaleTexts(place: Place): Promise<readonly string[]> {
  const translation = await readTranslation(place);
  return translation.entries.filter((entry) => stateOf(translation, entry) === 'changed').map(({ id }) => id);
}

/** More problems aren't listed. */
const LISTED = 50;

/** Reports that a language is complete. Throws OperatorError with the texts that are missing, left over, or wrong. */
export async function checkTexts(place: Place): Promise<string> {
  const translation = await readTranslation(place);
  const { entries, leftOver, texts } = translation;
  const found = entries.flatMap((entry) => {
    const state = stateOf(translation, entry);
    if (state === 'missing') return [`${entry.id}: not translated`];
    const wrong = Object.values(texts.get(entry.id) ?? {}).flatMap((text) => valueProblems(entry.english, text));
    const all = [...(state === 'changed' ? ['its English has changed since'] : []), ...new Set(wrong)];
    return all.map((problem) => `${entry.id}: ${problem}`);
  });
  const problems = [...found, ...leftOver.map((id) => `${id}: translated, but there is no such text`)];
  const state = translation.isDraft ? 'a draft, which is not offered' : 'whole';
  const title = `${place.language} is ${state}: ${texts.size} of ${counted(entries.length, 'text')}.`;
  const more = problems.length - LISTED;
  const shown = [...problems.slice(0, LISTED), ...(more > 0 ? [`… and ${more} more`] : [])];
  if (problems.length > 0) throw new OperatorError([title, ...shown].join('\n'));
  return title;
}

/** The forms that a translation of a text has, or needs. */
const formsOf = ({ english }: Entry, translated: Forms | undefined) =>
  Object.keys({ ...english, ...translated }).map((form) => ({
    form,
    english: english[form] ?? english.other ?? '',
    translated: translated?.[form] ?? '',
  }));

const lineId = (id: string, form: string) => (form === '' ? id : `${id}#${form}`);

/** Writes every text into a new CSV file for translators, a line for each plural form. */
export async function exportTexts(place: Place, file: string): Promise<string> {
  const translation = await readTranslation(place);
  const lines = translation.entries.flatMap((entry) =>
    formsOf(entry, translation.texts.get(entry.id)).map(({ form, english, translated }) =>
      csvLine([lineId(entry.id, form), english, translated, entry.seen, stateOf(translation, entry)]),
    ),
  );
  await writeNewFile(file, Buffer.from([BYTE_ORDER_MARK, csvLine(COLUMNS), ...lines].join('')));
  return `Wrote ${counted(lines.length, 'line')} to ${file}.`;
}

/** A cell as it was before csvLine() marked it for spreadsheet programs. */
const unmarked = (cell: string) => cell.replace(/^'/, '');

const cell = z.pipe(z.string(), z.transform(unmarked));
const lineSchema = z.object({ id: cell, english: cell, translation: cell, state: cell });
const recordSchema = z.object({ record: lineSchema, info: z.object({ lines: z.number() }) });
type Line = z.infer<typeof lineSchema> & { readonly number: number };

function readFile(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (cause) {
    const code = errorCode(cause) ?? '';
    throw new UsageError(`${file} can't be read: ${FILE_PROBLEMS[code] ?? code}.`, { cause });
  }
}

function readLines(file: string): readonly Line[] {
  const content = readFile(file);
  try {
    const rows: unknown = parse(content, {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
    });
    const records = z.array(recordSchema).check(z.minLength(1)).parse(rows);
    return records.map(({ record, info }) => ({ ...record, number: info.lines }));
  } catch (error) {
    if (error instanceof z.core.$ZodError)
      throw new OperatorError(`${file} needs the columns ${COLUMNS.join(', ')}, and a line for each text.`);
    throw new OperatorError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Why a line can't be taken; undefined if it can. */
function lineProblem(translation: Translation, language: string, line: Line, entry: Entry | undefined, form: string) {
  if (entry === undefined) return 'there is no such text';
  const isPlain = '' in entry.english;
  const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  if (isPlain ? form !== '' : !rules.some((rule) => rule === form)) return `it has no form "${form}"`;
  const current = formsOf(entry, translation.texts.get(entry.id)).find((item) => item.form === form)?.english;
  if (line.english !== (current ?? entry.english.other)) return 'its English has changed since the file was written';
  const before = translation.texts.get(entry.id)?.[form];
  if (stateOf(translation, entry) === 'changed' && line.state === 'changed' && before === line.translation) {
    return 'its English has changed: bring it up to date, or empty its state if it still holds';
  }
  return valueProblems(entry.english, line.translation)[0];
}

/** The new translations in a file, and the lines that don't fit. */
function collectTexts(translation: Translation, language: string, lines: readonly Line[]) {
  const entries = new Map(translation.entries.map((entry) => [entry.id, entry]));
  const texts = new Map<string, Forms>();
  const problems: string[] = [];
  for (const line of lines) {
    const [id = '', form = ''] = line.id.split('#');
    const entry = entries.get(id);
    if (entry !== undefined && line.translation === '' && Object.values(entry.english).some(Boolean)) continue;
    const problem = lineProblem(translation, language, line, entry, form);
    if (problem !== undefined) problems.push(`Line ${line.number}, ${line.id}: ${problem}.`);
    else texts.set(id, { ...(texts.get(id) ?? translation.texts.get(id)), [form]: line.translation });
  }
  for (const [id, forms] of texts) {
    if ('' in forms || 'other' in forms) continue;
    problems.push(`${id}: it needs the form "other".`);
    texts.delete(id);
  }
  const isNew = (id: string, forms: Forms) => {
    const entry = entries.get(id);
    const isSame = JSON.stringify(forms) === JSON.stringify(translation.texts.get(id));
    return !isSame || (entry !== undefined && stateOf(translation, entry) === 'changed');
  };
  return { texts: new Map([...texts].filter(([id, forms]) => isNew(id, forms))), problems };
}

const writeJson = (file: string, content: unknown) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
};

/** Writes translations into the files of the language, or into its draft while some are missing. Returns whether it is complete. */
function writeTexts(place: Place, before: Translation, taken: ReadonlyMap<string, Forms>): boolean {
  const texts = new Map([...before.texts, ...taken]);
  const { entries, sources, isDraft } = before;
  const isOurs = (id: string) => isOutside(place) || id in before.hashes || !id.startsWith(`${place.partner}:`);
  const hashes = Object.fromEntries(
    entries
      .filter(({ id }) => texts.has(id) && (isOurs(id) || isDraft))
      .map(({ id, hash }) => [id, taken.has(id) ? hash : (before.hashes[id] ?? hash)]),
  );
  const isWhole = entries.every(({ id }) => texts.has(id));
  if (!isWhole) {
    writeJson(draftFile(place), { texts: Object.fromEntries(texts), hashes });
    return false;
  }
  for (const source of sources) {
    const isChanged = entriesOf([source]).entries.some(({ id }) => taken.has(id));
    if (isChanged || isDraft) writeSource(place.root, source, (id) => texts.get(id) ?? {});
  }
  writeJson(hashFile(place), hashes);
  fs.rmSync(draftFile(place), { force: true });
  if (isOutside(place) && place.language === 'es') writeSpanishModule(place.partner);
  return true;
}

/**
 * Takes translations from a file that exportTexts() wrote. Throws OperatorError with the lines that don't fit, once the
 * others are taken.
 */
export async function importTexts(place: Place, file: string): Promise<string> {
  const before = await readTranslation(place);
  const { texts, problems } = collectTexts(before, place.language, readLines(file));
  const isWhole = writeTexts(place, before, texts);
  const state = isWhole ? 'whole' : 'a draft, which is not offered';
  const summary = `Took ${counted(texts.size, 'text')}. ${place.language} is ${state}.`;
  if (problems.length === 0) return summary;
  const lines = `${counted(problems.length, 'line does', 'lines do')} not fit:`;
  throw new OperatorError([summary, lines, ...problems].join('\n'));
}
