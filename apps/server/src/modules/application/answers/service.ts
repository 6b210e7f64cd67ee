import {
  type AnswerProblem,
  type Answers,
  answerOf,
  type Form,
  holds,
  isAnswered,
  isDocument,
  parseAnswers,
} from '@firstyear/form-engine';
import { type AtticEntry, idsOf } from '@firstyear/form-engine/releases';
import { QUEUES } from '../../../config/limits.ts';
import type { AnswerVersion } from '../../../db/columns.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import type { ErrorMessage } from '../../../plugins/error-words.ts';
import { ApiError, overloaded } from '../../../plugins/errors.ts';
import { fairTurns } from '../../../process/fair-turns.ts';
import { utcMoment } from '../../../process/utc-moment.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { draftMigrator } from '../releases/migrate-draft.ts';
import { comparePage, newerForm } from '../releases/page-release.ts';
import { isListChanged, recordInList } from '../row/list-row.ts';
import { findAnswerVersions, lockForSave, noteAnswerVersions, saveAnswers } from '../row/saved-answers.ts';
import { type Merged, mergeSave, questionsOf, sameAnswers, versionsOfCleared } from './merge-save.ts';
import type { AnswerReader, AnswerSealer } from './sealed-answers.ts';

export interface SaveOrigin {
  /** Ids of the migrations of the page's form, separated by commas. */
  readonly release?: string;
  /** The browser tab. */
  readonly client: string;
  /** The number of the save in its tab. */
  readonly sequence: number;
  /** Age of the newest answer, in milliseconds. */
  readonly ageMs: number;
}

/** The problems of answers that were not saved, by key. */
type RefusedAnswers = Readonly<Record<string, ErrorMessage>>;

type AnswerDependencies = Pick<AppDependencies, 'db' | 'clock'> & {
  readonly sealer: AnswerSealer;
  readonly read: AnswerReader['read'];
  /** Removes the documents of questions that a save has hidden (AMB-120), in its transaction. */
  readonly onDocumentsHidden: (tx: Tx, applicationId: string, keys: readonly string[]) => Promise<void>;
};

const MESSAGE_IDS = {
  unknown: 'bad_answer_unknown',
  'wrong-type': 'bad_answer_wrong_type',
  'too-long': 'bad_answer_too_long',
} as const satisfies Record<AnswerProblem, string>;

/** Longer keys are cut in messages and responses. */
const MAX_KEY_LENGTH = 80;

function requireAnswers(form: Form, input: Readonly<Record<string, unknown>>) {
  const { answers, refused } = parseAnswers(form, input);
  const messages = refused.map(({ key, problem }): [string, ErrorMessage] => {
    const shownKey = key.slice(0, MAX_KEY_LENGTH);
    const name = form.byStoredKey.get(key)?.question.label ?? shownKey;
    return [shownKey, { id: MESSAGE_IDS[problem], values: { name } }];
  });
  const [first] = messages;
  if (first && Object.keys(answers).length === 0) throw new ApiError('bad_answer', { words: first[1] });
  const problems: RefusedAnswers = Object.fromEntries(messages);
  return { answers, refused: problems };
}

/** The document questions that these answers hide. */
function hiddenDocuments(form: Form, answers: Answers): readonly string[] {
  return form.fields
    .filter(
      ({ question, gates }) =>
        isDocument(question) && gates.some((gate) => gate.kind === 'condition' && !holds(gate.when, answers)),
    )
    .map(({ question }) => question.key);
}

/** Answers from a page of another form to questions that these answers hide. */
function hiddenBy(
  { answers, written }: Merged,
  given: Answers,
  migration: string,
  version: AnswerVersion,
): readonly AtticEntry<AnswerVersion>[] {
  const hidden = Object.entries(given).filter(
    ([key, value]) => isAnswered(value) && Object.hasOwn(written, key) && !isAnswered(answerOf(answers, key)),
  );
  return hidden.map(([key, value]) => ({
    migration,
    place: -1,
    key,
    reason: 'hidden',
    values: { [key]: value },
    version,
  }));
}

export type AnswerService = ReturnType<typeof answerService>;

/**
 * Reads and saves answers. Saves of one account run one at a time, and wait without a connection to the database; across web servers
 * the lock of the row orders them.
 */
export function answerService(deps: AnswerDependencies) {
  const { sealer, read } = deps;
  const drafts = draftMigrator(deps);
  const turns = fairTurns({
    ...QUEUES.saves,
    places: Number.POSITIVE_INFINITY,
    placesOfOne: 1,
    refusal: () => overloaded(),
    now: () => performance.now(),
  });
  return {
    read,
    drafts,
    /**
     * Merges answers into an application; see mergeSave(). Saves the valid answers and returns the problems of the others. 400 bad_answer
     * when no answer is valid, 409 locked, form_changed for a page of an unknown release, 503 where only a newer server can save them.
     */
    async save(
      applicant: OwnApplication,
      input: Readonly<Record<string, unknown>>,
      origin: SaveOrigin,
    ): Promise<RefusedAnswers> {
      const { client, sequence, release = '' } = origin;
      const { served } = applicant;
      const versionAt = (now: Date): AnswerVersion => ({ client, sequence, edited_at: now.getTime() - origin.ageMs });
      const isSame = comparePage(served, release) === 'same';
      const newer = isSame ? await newerForm(deps.db, served, release, Object.keys(input)) : undefined;
      const ownForm = newer?.form ?? served.form;
      const own = { form: ownForm, ...requireAnswers(ownForm, isSame ? input : {}) };
      const end = await turns.take(applicant.accountId);
      const saving = inTransaction(deps.db, async (tx) => {
        const lock = ({ form, answers }: Pick<typeof own, 'form' | 'answers'>) =>
          lockForSave(tx, applicant, questionsOf(form, answers), deps.clock());
        let application = await lock(own);
        if (await drafts.migrate(tx, application, served)) application = await lock(own);
        const save = { release, input, version: versionAt(deps.clock()) };
        const brought = await drafts.bringSave(tx, application, served, save);
        const { form, answers, refused } = brought
          ? { ...brought, ...requireAnswers(brought.form, brought.input) }
          : own;
        if (brought) application = await lock({ form, answers });
        // After the row is locked, so that times grow in the order of the saves.
        const now = deps.clock();
        const version = versionAt(now);
        const stored = { answers: read(application), versions: application.versions };
        const merged = mergeSave(form, stored, { answers, version }, utcMoment(now));
        if (brought && !brought.isAhead) {
          const attic = [...brought.attic, ...hiddenBy(merged, answers, idsOf(form).at(-1) ?? '', version)];
          await drafts.keepFromPage(tx, application, served, release, attic);
        }
        const { cleared } = merged;
        const before = cleared.length > 0 ? await findAnswerVersions(tx, application.id, cleared) : {};
        const recent = {
          ...application.recent_versions,
          ...merged.written,
          ...versionsOfCleared(cleared, before, version, now.getTime()),
        };
        if (sameAnswers(merged.answers, stored.answers)) {
          await noteAnswerVersions(tx, application.id, recent);
          return refused;
        }
        const sealed = sealer.seal(form, application.id, merged.answers, { ...application, answers: stored.answers });
        const saved = {
          answers: JSON.stringify(sealed.answers),
          sealed_answers: JSON.stringify(sealed.sealed_answers),
          release_id: brought?.isAhead ? application.release_id : served.releaseId,
        };
        await saveAnswers(tx, application.id, saved, recent, now);
        if (isListChanged(form, stored.answers, merged.answers)) {
          await recordInList(tx, { ...served, form }, application.id, merged.answers);
        }
        const hidden = hiddenDocuments(form, merged.answers);
        if (hidden.length > 0) await deps.onDocumentsHidden(tx, application.id, hidden);
        return refused;
      });
      return saving.finally(end);
    },
  };
}
