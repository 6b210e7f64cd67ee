import type { Profile } from '@firstyear/api-contract/application';
import { type Answers, answerOf, type Form, mergeAnswers, parseAnswers, traitsOf } from '@firstyear/form-engine';
import {
  type AtticEntry,
  type AtticReason,
  type Draft,
  documentMoves,
  type Migration,
  migrateDraft,
  migrationsBetween,
  newQuestions,
  outlineOf,
} from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { AnswerVersion } from '../../../db/columns.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { utcMoment } from '../../../process/utc-moment.ts';
import { type AnswerReader, type AnswerSealer, sealedKeys } from '../answers/sealed-answers.ts';
import type { ShownApplication } from '../row/application.ts';
import { recordInList } from '../row/list-row.ts';
import {
  type AtticRow,
  deleteFromAttic,
  insertIntoAttic,
  type NewAtticRow,
  readAttic,
  readVersions,
  setMigrated,
} from '../row/saved-answers.ts';
import { moveDocuments } from '../uploads/service.ts';
import { formOfPage, knownReleases, type PageSave, releaseOf } from './page-release.ts';

type Entry = AtticEntry<AnswerVersion>;

/** The form that a draft was last saved with; undefined when no migration lies between it and the served form. */
async function earlierForm(
  db: Db,
  { release_id }: Pick<ShownApplication, 'release_id'>,
  served: ServedForm,
): Promise<{ readonly migrations: readonly Migration[]; readonly form: Form | undefined } | undefined> {
  if (release_id === served.releaseId) return undefined;
  const today = served.form.migrations ?? [];
  if (release_id === null && today.length === 0) return undefined;
  const form = await releaseOf(db, release_id, served);
  const migrations = form?.migrations ?? [];
  const { undone, applied } = migrationsBetween(migrations, today);
  return undone.length + applied.length === 0 ? undefined : { migrations, form };
}

/** The answers of an entry, sealed as one text if any of them has to be sealed. */
interface Content {
  readonly values: Answers;
  readonly became: Answers;
}
/** The key that content is sealed under. No question has it. */
const CONTENT_KEY = 'attic entry';

const draftFrom = (application: ShownApplication, answers: Answers, versions: Draft<AnswerVersion>['versions']) => ({
  answers,
  versions,
  tabs: application.tabs,
  addAnother: application.add_another,
  page: application.last_page.slice(1),
});

/** Reads an application, migrated to the serving form, with its sealed answers opened. Writes nothing. */
export async function readAsServed<A extends ShownApplication>(
  db: Db,
  read: AnswerReader['read'],
  application: A,
  served: ServedForm,
): Promise<{ readonly answers: Answers; readonly tabs: A['tabs']; readonly add_another: A['add_another'] }> {
  const answers = read(application);
  const earlier = await earlierForm(db, application, served);
  if (!earlier) return { ...application, answers };
  const { draft } = migrateDraft(draftFrom(application, answers, {}), [], earlier.migrations, served.form);
  return { answers: draft.answers, tabs: draft.tabs, add_another: draft.addAnother };
}

/** An answer that no longer counts. */
interface RemovedAnswer {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly taken_at: string;
}

/** Reasons for removing an answer. With other reasons, it has another key or value. */
const REMOVED: readonly AtticReason[] = ['dropped', 'choice-withdrawn', 'unfit', 'hidden'];

/** Migrates drafts to the serving release of their form. */
export function draftMigrator({
  sealer,
  read,
  clock,
}: {
  readonly sealer: AnswerSealer;
  readonly read: AnswerReader['read'];
  readonly clock: () => Date;
}) {
  const rowOf = (
    entry: Entry,
    { id, release_id }: ShownApplication,
    forms: readonly (Form | undefined)[],
  ): NewAtticRow => {
    const { migration, place, key, reason, values, became, versions } = entry;
    const content: Content = { values, became };
    const keys = [...Object.keys(values), ...Object.keys(became)];
    // Another form may seal a key that none of these forms has.
    const isSealed = keys.some(
      (key) =>
        forms.some((form) => form && sealedKeys(form).has(key)) || !forms.some((form) => form?.byStoredKey.has(key)),
    );
    return {
      ...{ application_id: id, migration, place, key, reason, release_id, taken_at: clock() },
      content: isSealed ? '{}' : JSON.stringify(content),
      sealed_answers: JSON.stringify(isSealed ? sealer.sealAll(id, { [CONTENT_KEY]: JSON.stringify(content) }) : {}),
      versions: JSON.stringify(versions),
    };
  };
  /** Undefined for an unreadable row, which stays as it is. */
  const entryOf = (row: AtticRow): Entry | undefined => {
    const { migration, place, key, reason, versions, content, sealed_answers, application_id } = row;
    const text = sealer.open(application_id, { answers: {}, sealed_answers })[CONTENT_KEY];
    if (typeof text !== 'string' && Object.keys(sealed_answers).length > 0) return undefined;
    const { values = {}, became = {} }: Partial<Content> = typeof text === 'string' ? JSON.parse(text) : content;
    return { migration, place, key, reason, versions, values, became };
  };
  const entriesOf = async (db: Db, { id }: ShownApplication): Promise<ReadonlyMap<Entry, string>> => {
    const entries = new Map<Entry, string>();
    for (const row of await readAttic(db, id)) {
      const entry = entryOf(row);
      if (entry) entries.set(entry, row.id);
    }
    return entries;
  };
  /**
   * Converts an application at the serving release to the release of a page. Writes nothing. Undefined for a page of an unknown
   * release.
   */
  const convertToPage = async (tx: Tx, application: ShownApplication, served: ServedForm, release: string) => {
    const form = await formOfPage(tx, served, release);
    if (!form) return undefined;
    const draft = draftFrom(application, read(application), await readVersions(tx, application.id));
    const entries = await entriesOf(tx, application);
    return { form, ...migrateDraft(draft, [...entries.keys()], served.form.migrations ?? [], form) };
  };
  const listRemoved = async (
    db: Db,
    application: ShownApplication,
    served: ServedForm,
    isIncluded: (row: AtticRow) => boolean,
  ): Promise<readonly RemovedAnswer[]> => {
    const removed: RemovedAnswer[] = [];
    for (const row of await readAttic(db, application.id)) {
      const entry = REMOVED.includes(row.reason) && isIncluded(row) ? entryOf(row) : undefined;
      const form = entry && ((await releaseOf(db, row.release_id, served)) ?? served.form);
      const question = entry && form?.byStoredKey.get(entry.key)?.question;
      if (!question) continue;
      const text = traitsOf(question).toText(question, entry.values, utcMoment(clock()), form.words);
      removed.push({ key: entry.key, label: question.label, text, taken_at: row.taken_at.toISOString() });
    }
    return removed;
  };
  return {
    convertToPage,
    /**
     * Migrates the answers of a save that depend on the rest of the draft: merges them into the draft at the page's release, and
     * migrates that to the serving release. 409 form_changed for a page of an unknown release.
     */
    async migrateRest(
      tx: Tx,
      application: ShownApplication,
      served: ServedForm,
      { release, rest }: PageSave,
    ): Promise<Answers> {
      const page = await convertToPage(tx, application, served, release);
      if (!page) throw new ApiError('form_changed');
      const { form, draft, attic } = page;
      const typed = mergeAnswers(form, draft.answers, parseAnswers(form, rest).answers, utcMoment(clock()));
      const toServed = (answers: Answers) =>
        migrateDraft({ ...draft, answers }, attic, form.migrations ?? [], served.form).draft.answers;
      const [before, after] = [toServed(draft.answers), toServed(typed)];
      const changed = Object.keys({ ...before, ...after }).filter(
        (key) => answerOf(before, key) !== answerOf(after, key),
      );
      return Object.fromEntries(changed.map((key) => [key, answerOf(after, key)]));
    },
    /** Whether migrate() would change an application. */
    isDue: async (db: Db, application: ShownApplication, served: ServedForm) =>
      (await earlierForm(db, application, served)) !== undefined,
    /**
     * Migrates a locked application to the serving release: answers, versions, tabs, repeaters, documents and the last page. Removed
     * answers go to the attic. True when the application changed and has to be read again.
     */
    async migrate(tx: Tx, application: ShownApplication, served: ServedForm): Promise<boolean> {
      const earlier = await earlierForm(tx, application, served);
      if (!earlier) return false;
      const entries = await entriesOf(tx, application);
      const draft = draftFrom(application, read(application), await readVersions(tx, application.id));
      const migrated = migrateDraft(draft, [...entries.keys()], earlier.migrations, served.form);
      const restored = [...entries].flatMap(([entry, id]) => (migrated.attic.includes(entry) ? [] : [id]));
      await deleteFromAttic(tx, restored);
      const added = migrated.attic.filter((entry) => !entries.has(entry));
      await insertIntoAttic(
        tx,
        added.map((entry) => rowOf(entry, application, [earlier.form, served.form])),
      );
      const { answers, versions, tabs, addAnother, page } = migrated.draft;
      const sealed = sealer.seal(served.form, application.id, answers);
      await setMigrated(tx, application.id, {
        answers: JSON.stringify(sealed.answers),
        // Unreadable sealed answers keep their names.
        sealed_answers: JSON.stringify({ ...unreadable(application, draft.answers), ...sealed.sealed_answers }),
        answer_versions: JSON.stringify(versions),
        tabs: JSON.stringify(tabs),
        add_another: JSON.stringify(addAnother),
        last_page: page === draft.page ? application.last_page : `/${page}`,
        release_id: served.releaseId,
      });
      await moveDocuments(tx, application.id, documentMoves(earlier.migrations, served.form));
      await recordInList(tx, served, application.id, answers);
      return true;
    },
    /** The answers that changes of the form removed since a moment, in the words of the release that asked for them. */
    listRemoved: (db: Db, application: ShownApplication, served: ServedForm, since: Date) =>
      listRemoved(db, application, served, (row) => row.taken_at >= since),
    /** The changes of the form that the applicant doesn't know yet, if any. */
    async findUnseenChanges(db: Db, application: ShownApplication, served: ServedForm): Promise<Profile['changes']> {
      const notifiedOf = application.told_release_id ?? application.release_id;
      if (notifiedOf === served.releaseId) return undefined;
      const form = await releaseOf(db, notifiedOf, served);
      if (!form) return undefined;
      const { added, needed } = newQuestions(outlineOf(form), served.form);
      const isKnown = (id: string) => form.migrations?.some((migration) => migration.id === id) ?? false;
      const removed = await listRemoved(db, application, served, ({ migration }) => !isKnown(migration));
      if (added.length + needed.length + removed.length === 0) return undefined;
      return {
        added: [...added],
        needed: [...needed],
        taken: removed.map(({ key, label, text }) => ({ key, label, text })),
      };
    },
    /** Sets aside answers of a save to questions that the serving form lacks, unless the attic has newer ones. */
    async setAside(
      tx: Tx,
      application: ShownApplication,
      served: ServedForm,
      entries: readonly Entry[],
    ): Promise<void> {
      const earlier = (await readAttic(tx, application.id)).map((row) => ({ row, at: newest(row.versions) }));
      const isOutdated = (entry: Entry) =>
        earlier.some(
          ({ row, at }) =>
            row.migration === entry.migration &&
            row.place === entry.place &&
            row.key === entry.key &&
            at > newest(entry.versions),
        );
      const rows = entries.filter((entry) => !isOutdated(entry));
      await insertIntoAttic(
        tx,
        rows.map((entry) => rowOf(entry, application, [served.form, ...knownReleases(served)])),
      );
    },
  };
}

const newest = (versions: Entry['versions']): number =>
  Math.max(0, ...Object.values(versions).map(({ edited_at }) => edited_at));

/** Sealed answers that could not be opened. */
const unreadable = ({ sealed_answers }: ShownApplication, answers: Answers) =>
  Object.fromEntries(Object.entries(sealed_answers).filter(([key]) => !Object.hasOwn(answers, key)));
