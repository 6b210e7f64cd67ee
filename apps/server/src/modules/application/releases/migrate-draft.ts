import type { Profile } from '@firstyear/api-contract/application';
import { type Answers, type Form, releaseOf as nameOf, traitsOf } from '@firstyear/form-engine';
import {
  type AtticEntry,
  changesSince,
  type Draft,
  documentMoves,
  idsOf,
  migrateDraft,
  migrateSave,
  outlineOf,
  REMOVED,
} from '@firstyear/form-engine/releases';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { AnswerVersion } from '../../../db/columns.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import { ApiError, overloaded } from '../../../plugins/errors.ts';
import { utcMoment } from '../../../process/utc-moment.ts';
import { type AnswerReader, type AnswerSealer, isSealedBy } from '../answers/sealed-answers.ts';
import { noteOnApplication, type ShownApplication } from '../row/application.ts';
import { recordInList } from '../row/list-row.ts';
import { type AtticRow, insertIntoAttic, readAttic, readVersions, setMigrated } from '../row/saved-answers.ts';
import { moveDocuments } from '../uploads/service.ts';
import { comparePage, draftForm, formOfPage, idsIn, releaseOf } from './page-release.ts';
import { listReleases, storedForm } from './service.ts';

type Entry = AtticEntry<AnswerVersion>;

const draftFrom = (application: ShownApplication, answers: Answers, versions: Draft<AnswerVersion>['versions']) => ({
  answers,
  versions,
  tabs: application.tabs,
  addAnother: application.add_another,
  page: application.last_page.slice(1),
});

/** The answers of an entry are sealed as one text, under a key that no question has. */
const CONTENT_KEY = 'attic entry';

/** An answer that no longer counts. */
interface RemovedAnswer {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly taken_at: string;
}

type Input = Readonly<Record<string, unknown>>;

/** A save of a page with another form than the server's, in the form of its draft. */
interface SaveFromPage {
  /** The form to parse and merge it with. */
  readonly form: Form;
  readonly input: Input;
  /** Answers that the form has no place for. */
  readonly attic: readonly Entry[];
  /** Whether draft and page are of the same newer release, which a newer server has begun to serve. */
  readonly isAhead?: true;
}

/** Splits a save into answers that a migration can read and others, which are refused later. */
function splitByType(input: Input): { readonly answers: Answers; readonly others: Input } {
  const answers: Record<string, string | boolean> = {};
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'boolean') answers[key] = value;
    else if (value === null) answers[key] = '';
    else others[key] = value;
  }
  return { answers, others };
}

/** Sealed answers that could not be opened. */
const unreadable = ({ sealed_answers }: ShownApplication, answers: Answers) =>
  Object.fromEntries(Object.entries(sealed_answers).filter(([key]) => !Object.hasOwn(answers, key)));

/** The form that asked for an answer in the attic: that of its draft, today's, or one in between, where it had another key. */
async function formThatAsked(db: Db, served: ServedForm, { release_id, key }: AtticRow): Promise<Form | undefined> {
  const has = ({ byKey }: Form) => byKey.has(key);
  const near = [...(release_id === null ? [] : [await releaseOf(db, release_id, served)]), served.form].find(has);
  return near ?? (await listReleases(db, served)).map((item) => storedForm(item, served.form.words)).find(has);
}

/** Reads an application, migrated to the serving form, with its sealed answers opened. Writes nothing. */
export async function readAsServed<A extends ShownApplication>(
  db: Db,
  read: AnswerReader['read'],
  application: A,
  served: ServedForm,
): Promise<{ readonly answers: Answers; readonly tabs: A['tabs']; readonly add_another: A['add_another'] }> {
  const answers = read(application);
  const { age, form } = await draftForm(db, application, served);
  if (age !== 'older') return { ...application, answers };
  const { draft } = migrateDraft(draftFrom(application, answers, {}), [], idsOf(form), served.form);
  return { answers: draft.answers, tabs: draft.tabs, add_another: draft.addAnother };
}

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
  /** Undefined for an unreadable row. */
  const entryOf = (row: AtticRow): Entry | undefined => {
    const { migration, place, key, reason, versions, content, sealed_answers, application_id } = row;
    const text = sealer.open(application_id, { answers: {}, sealed_answers })[CONTENT_KEY];
    if (typeof text !== 'string' && Object.keys(sealed_answers).length > 0) return undefined;
    const { values = {} }: { readonly values?: Answers } = typeof text === 'string' ? JSON.parse(text) : content;
    return { migration, place, key, reason, values, version: versions[key] };
  };
  const entriesOf = async (db: Db, { id }: ShownApplication): Promise<readonly Entry[]> =>
    (await readAttic(db, id)).flatMap((row) => entryOf(row) ?? []);

  /** Keeps removed answers, unless the attic has newer ones from the same change. forms: those that may have asked for them. */
  async function putIntoAttic(
    tx: Tx,
    { id, release_id }: ShownApplication,
    entries: readonly Entry[],
    forms: readonly Form[],
  ): Promise<void> {
    if (entries.length === 0) return;
    const earlier = await readAttic(tx, id);
    const isOutdated = ({ migration, place, key, version }: Entry) =>
      earlier.some(
        (row) =>
          [row.migration, row.place, row.key].join() === [migration, place, key].join() &&
          (row.versions[key]?.edited_at ?? 0) > (version?.edited_at ?? 0),
      );
    const isSealed = (key: string) =>
      forms.some((form) => isSealedBy(form, key)) || !forms.some((form) => form.byStoredKey.has(key));
    const rows = entries.filter((entry) => !isOutdated(entry));
    await insertIntoAttic(
      tx,
      rows.map(({ migration, place, key, reason, values, version }) => {
        const content = JSON.stringify({ values });
        const sealed = Object.keys(values).some(isSealed);
        return {
          application_id: id,
          migration,
          place,
          key,
          reason,
          release_id,
          taken_at: clock(),
          content: sealed ? '{}' : content,
          sealed_answers: JSON.stringify(sealed ? sealer.sealAll(id, { [CONTENT_KEY]: content }) : {}),
          versions: JSON.stringify(version ? { [key]: version } : {}),
        };
      }),
    );
  }

  async function listRemoved(
    db: Db,
    application: ShownApplication,
    served: ServedForm,
    isIncluded: (row: AtticRow) => boolean,
  ): Promise<readonly RemovedAnswer[]> {
    const today = read(application);
    const removed: RemovedAnswer[] = [];
    for (const row of await readAttic(db, application.id)) {
      const entry = REMOVED.includes(row.reason) && isIncluded(row) ? entryOf(row) : undefined;
      const form = entry && (await formThatAsked(db, served, row));
      const question = form?.byKey.get(row.key)?.question;
      const isBack = entry?.values[row.key] === today[row.key];
      if (!entry || !form || !question || isBack) continue;
      const text = traitsOf(question).toText(question, entry.values, utcMoment(clock()), form.words);
      removed.push({ key: row.key, label: question.label, text, taken_at: row.taken_at.toISOString() });
    }
    return removed;
  }

  return {
    /**
     * Migrates a locked application to the serving release: answers, versions, tabs, repeaters, documents and the last page. Removed
     * answers go to the attic. True when the application changed and has to be read again.
     */
    async migrate(tx: Tx, application: ShownApplication, served: ServedForm): Promise<boolean> {
      const { age, form } = await draftForm(tx, application, served);
      if (age !== 'older') return false;
      const draft = draftFrom(application, read(application), await readVersions(tx, application.id));
      const migrated = migrateDraft(draft, await entriesOf(tx, application), idsOf(form), served.form);
      await putIntoAttic(tx, application, migrated.attic, [form, served.form]);
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
      await moveDocuments(tx, application.id, documentMoves(idsOf(form), served.form));
      await recordInList(tx, served, application.id, answers);
      return true;
    },

    /**
     * Brings a save to the form of a draft that was migrated; undefined where page, draft and server have the same. 409 form_changed for an unknown release; 503
     * where only a newer server can do it, to which the page's next try may come.
     */
    async bringSave(
      tx: Tx,
      application: ShownApplication,
      served: ServedForm,
      save: { readonly release: string; readonly input: Input; readonly version: AnswerVersion },
    ): Promise<SaveFromPage | undefined> {
      const { release, input, version } = save;
      const draft = await draftForm(tx, application, served);
      const age = comparePage(served, release);
      if (age === 'same' && draft.age === 'same') return undefined;
      if (age === 'newer' || draft.age === 'newer') {
        const page = await formOfPage(tx, served, release, Object.keys(input));
        if (!page) throw new ApiError('form_changed');
        if (nameOf(draft.form) !== release) throw overloaded();
        return { form: page.form, input, attic: [], isAhead: true };
      }
      const { answers, others } = splitByType(input);
      const known = { draft: read(application), attic: await entriesOf(tx, application) };
      const moved = migrateSave(answers, version, known, idsIn(release), served.form);
      return { form: served.form, input: { ...others, ...moved.answers }, attic: moved.attic };
    },

    /** Keeps answers of a save from an older page that the serving form has no place for, and shows them to the applicant. */
    async keepFromPage(
      tx: Tx,
      application: ShownApplication,
      served: ServedForm,
      release: string,
      entries: readonly Entry[],
    ): Promise<void> {
      if (entries.length === 0) return;
      const page = await formOfPage(tx, served, release);
      await putIntoAttic(tx, application, entries, page ? [served.form, page.form] : [served.form]);
      const isTold = application.told_release_id === served.releaseId;
      if (page && isTold && entries.some(({ reason }) => REMOVED.includes(reason)))
        await noteOnApplication(tx, application.id, { told_release_id: page.releaseId });
    },

    /** Whether the serving form wants no answers but those that an older page doesn't know, or that the release removed. */
    async isNewToPage(
      tx: Tx,
      application: ShownApplication,
      served: ServedForm,
      release: string,
      missing: readonly string[],
    ): Promise<boolean> {
      const page = await formOfPage(tx, served, release);
      if (!page) return false;
      const { added, needed } = changesSince(outlineOf(page.form), served.form);
      const removed = (await readAttic(tx, application.id)).map(({ key }) => key);
      return missing.every((key) => added.includes(key) || needed.includes(key) || removed.includes(key));
    },

    /** The answers that changes of the form removed since a moment, in the words of the release that asked for them. */
    listRemoved: (db: Db, application: ShownApplication, served: ServedForm, since: Date) =>
      listRemoved(db, application, served, (row) => row.taken_at >= since),

    /** The changes of the form that the applicant doesn't know yet, if any. */
    async findUnseenChanges(db: Db, application: ShownApplication, served: ServedForm): Promise<Profile['changes']> {
      const told = application.told_release_id ?? application.release_id;
      if (told === null || told === served.releaseId) return undefined;
      const form = await releaseOf(db, told, served);
      const { added, needed } = changesSince(outlineOf(form), served.form);
      const known = idsOf(form);
      const removed = await listRemoved(db, application, served, ({ migration }) => !known.includes(migration));
      if (added.length + needed.length + removed.length === 0) return undefined;
      return { added, needed, taken: removed.map(({ key, label, text }) => ({ key, label, text })) };
    },
  };
}
