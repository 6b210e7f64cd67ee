import type { Survivor } from './results.ts';

export interface Reason {
  readonly file: string;
  /** A part of one line, or whole lines on one; the reason is for every defect inside it, wherever the line moves. */
  readonly code: string;
  /** What was tried, where other defects at the same place have no such excuse. */
  readonly replacement?: string;
  readonly reason: string;
}

const ENGINE = 'packages/form-engine/src';
const ANSWERS = 'apps/server/src/modules/application/answers';
const SESSION = 'apps/web/src/session';
const IDENTITY = 'apps/server/src/modules/accounts/identity';
const DOCUMENTS = 'apps/server/src/modules/documents/uploads';
const SUBMISSION = 'apps/server/src/modules/application/submission';

const NO_LIMIT = 'For the compiler only: nothing is above or below a limit that is not there.';
const NO_STORAGE =
  'Changes nothing: without a storage the call fails inside the try, and the tab goes by its own record.';

/** Why some defects may stay unnoticed. Every other survivor is missing a test. */
export const REASONS: readonly Reason[] = [
  {
    file: `${ENGINE}/rules.ts`,
    code: 'if (year === undefined || month === undefined || day === undefined) return false;',
    reason: 'For the compiler only: where the pattern matches, its three groups are there.',
  },
  {
    file: `${ENGINE}/rules.ts`,
    code: 'typeof value',
    reason: 'Changes nothing: an answer that is no text is true or false, and neither reads as a day or digits.',
  },
  {
    file: `${ENGINE}/answers.ts`,
    code: "(answers[key] ?? '')",
    reason: 'For the compiler only: a key that is there has a value.',
  },
  {
    file: `${ENGINE}/change-answers.ts`,
    code: "stored === '' ? ''",
    reason: 'Changes nothing: an answer that is empty has an empty label.',
  },
  {
    file: `${ENGINE}/change-answers.ts`,
    code: 'if (!isChoice(question)) return false;',
    reason: 'For the compiler only: what follows another answer is a choice.',
  },
  {
    file: `${ENGINE}/check-form.ts`,
    code: 'question.rules ?? []',
    reason: 'Changes nothing: what was tried is no rule and reads no key.',
  },
  {
    file: `${ENGINE}/check-form.ts`,
    code: 'list === undefined',
    reason: 'For the compiler only: a choice has at least one list.',
  },
  {
    file: `${ENGINE}/index-form.ts`,
    code: "case 'notice': break;",
    reason: 'Changes nothing: it is the last of the cases.',
  },
  {
    file: `${ENGINE}/kinds/number.ts`,
    code: "typeof question.unit === 'string'",
    reason: 'Changes nothing: a number whose unit is always the same has no limits by unit.',
  },
  { file: `${ENGINE}/kinds/number.ts`, code: 'minimum !== undefined && given < minimum', reason: NO_LIMIT },
  { file: `${ENGINE}/kinds/number.ts`, code: 'maximum !== undefined && given > maximum', reason: NO_LIMIT },
  {
    file: `${ENGINE}/kinds/number.ts`,
    code: 'minimum !== undefined && maximum !== undefined && minimum > maximum',
    reason: NO_LIMIT,
  },
  {
    file: `${ENGINE}/kinds/number.ts`,
    code: 'Math.abs(steps - Math.round(steps)) <= ROUNDING * Math.max(1, Math.abs(steps))',
    replacement: 'Math.abs(steps - Math.round(steps)) < ROUNDING * Math.max(1, Math.abs(steps))',
    reason: 'Changes nothing: what a division leaves over is never exactly the tolerance.',
  },
  {
    file: `${ENGINE}/options.ts`,
    code: 'index * step',
    reason: 'Changes nothing: a step is one year, forward or back.',
  },
  {
    file: `${ENGINE}/parse-answers.ts`,
    code: 'key === question.key',
    reason: 'Changes nothing: questions that store a label beside their answer read both as a line of text.',
  },
  {
    file: `${ENGINE}/parse-answers.ts`,
    code: "typeof value === 'string'",
    reason: 'For the compiler only: true and false have no length.',
  },
  {
    file: `${ENGINE}/visibility.ts`,
    code: '?.tabs ?? []',
    reason: 'Changes nothing: what was tried is no tab and has no id.',
  },
  {
    file: `${ANSWERS}/sealed-answers.ts`,
    code: "'A sealed answer does not hold an answer.'",
    reason: 'Nobody reads it: the error only ends the reading, and the answer counts as damaged.',
  },
  {
    file: `${ANSWERS}/sealed-answers.ts`,
    code: "'utf8'",
    reason: 'Changes nothing: bytes are read as UTF-8 when nothing is said.',
  },
  {
    file: `${ANSWERS}/sealed-answers.ts`,
    code: 'bytes.length < IV_BYTES + TAG_BYTES',
    replacement: 'bytes.length <= IV_BYTES + TAG_BYTES',
    reason: 'Changes nothing: a ciphertext of nothing holds no answer.',
  },
  { file: `${SUBMISSION}/content.ts`, code: 'part !== null', reason: 'For the compiler only: nothing in it is null.' },
  {
    file: `${SUBMISSION}/content.ts`,
    code: 'left < right',
    replacement: 'left <= right',
    reason: 'Changes nothing: no two keys of an object are the same.',
  },
  {
    file: `${SUBMISSION}/content.ts`,
    code: 'Object.keys(sealed).sort()',
    reason: 'Changes nothing: one question of the form is sealed, and one key has no order.',
  },
  {
    file: `${SUBMISSION}/service.ts`,
    code: 'form.byKey.get(first)?.question',
    reason: 'For the compiler only: the key of a document is one of the form.',
  },
  { file: `${SESSION}/inactivity.ts`, code: 'storage?.getItem', reason: NO_STORAGE },
  { file: `${SESSION}/inactivity.ts`, code: 'storage?.setItem', reason: NO_STORAGE },
  { file: `${SESSION}/inactivity.ts`, code: 'storage?.removeItem', reason: NO_STORAGE },
  {
    file: `${SESSION}/session.ts`,
    code: 'failed !== undefined',
    reason: 'Changes nothing: the place for the error is empty already.',
  },
  {
    file: `${SESSION}/carrier.ts`,
    code: '} catch { return undefined; }',
    reason: 'Changes nothing: a function that returns nothing returns undefined.',
  },
  {
    file: `${SESSION}/hooks.ts`,
    code: 'export function useSnapshot(): Snapshot { return useValue(useSnapshotStore()); }',
    reason:
      'Every page that is drawn in a browser test reads the snapshot; there is no way to draw it without a browser.',
  },
  {
    file: `${IDENTITY}/repository.ts`,
    code: "await db.deleteFrom('pending_signup').where('created_at', '<', createdBefore).execute();",
    reason: 'Noticed by the tests of retention, which this part does not ask.',
  },
  {
    file: `${DOCUMENTS}/service.ts`,
    code: 'const found = size <= MAX_FILE_BYTES ? await objects.get(fileKey) : undefined;',
    replacement: 'true',
    reason: 'Changes nothing that is told: a file that is too large is refused afterwards, it is only not read.',
  },
  {
    file: `${DOCUMENTS}/convert-one.ts`,
    code: `super(\`A document is refused: \${problem}.\`);`,
    reason: 'For developers: what is said of a refused document goes by its problem.',
  },
  {
    file: `${DOCUMENTS}/convert-one.ts`,
    code: "if (canceled.aborted) end = { outcome: 'CANCELED' };",
    replacement: 'false',
    reason: 'Changes nothing: whoever cancels has taken the document away, and an end that is not held is canceled.',
  },
  {
    file: `${DOCUMENTS}/forget-files.ts`,
    code: "override readonly name = 'BackupRunning';",
    reason: 'For developers: the name stands in the log alone.',
  },
  {
    file: `${DOCUMENTS}/service.ts`,
    code: 'page > found.thumbnail_count',
    replacement: 'false',
    reason: 'Changes nothing: no picture of such a page was stored, so none is found.',
  },
  {
    file: `${DOCUMENTS}/convert-one.ts`,
    code: `super(\`A document belongs into the lane \${lane}.\`);`,
    reason: 'For developers: where a document goes is told by its lane.',
  },
  {
    file: `${DOCUMENTS}/conversion-lanes.ts`,
    code: 'wake();',
    replacement: ';',
    reason: 'Only sooner or later: without being told, the lanes look every second.',
  },
  {
    file: `${DOCUMENTS}/signed-form.ts`,
    code: 'if (!(piece instanceof Uint8Array)) continue;',
    replacement: 'false',
    reason: 'For the compiler only: a request gives bytes.',
  },
  {
    file: `${DOCUMENTS}/give-up.ts`,
    code: 'if (!application) return false;',
    reason: 'Changes nothing: with its application a document is gone too, and nothing is found to end.',
  },
  {
    file: `${DOCUMENTS}/repository.ts`,
    code: "override readonly name = 'ApplicantServed';",
    reason: 'For developers: it is told by its class, and nobody hears of it.',
  },
  {
    file: `${DOCUMENTS}/uploads.ts`,
    code: 'awaited !== undefined',
    replacement: 'true',
    reason: 'For the compiler only: nothing of a file is read before it is known that it is awaited.',
  },
];

const onOneLine = (code: string): string => code.replace(/\s+/g, ' ');

export function reasonFor(survivor: Survivor, reasons: readonly Reason[] = REASONS): string | undefined {
  const inside = onOneLine(survivor.code);
  return reasons.find(
    ({ file, code, replacement }) =>
      file === survivor.file &&
      (survivor.source.includes(code) || code.startsWith(survivor.source)) &&
      code.includes(inside) &&
      (replacement === undefined || replacement === onOneLine(survivor.replacement)),
  )?.reason;
}
