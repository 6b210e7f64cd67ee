/** A scenario of docs/reliability.md that tests of `npm test` cover, by file and title. */
export interface Covered {
  readonly number: number;
  readonly title: string;
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

const SERVER = 'apps/server/src/modules';

const covered = (number: number, title: string, tests: Covered['tests']): Covered => ({ number, title, tests });

export const COVERED: readonly Covered[] = [
  covered(2, 'Two tabs save different answers, and the same one', {
    [`${SERVER}/application/answers/answers.test.ts`]: [
      'two tabs that edit different answers keep both, and saves that arrive late change nothing',
      'whatever two tabs send at once, in any order, each answer ends as it was typed last',
    ],
  }),
  covered(3, 'One application is submitted 20 times at once', {
    [`${SERVER}/application/submission/submission.test.ts`]: [
      '20 submissions at once are one submission, one number, one receipt, and all succeed',
    ],
  }),
  covered(4, 'A response is lost, and the browser sends again', {
    [`${SERVER}/application/answers/merge-save.test.ts`]: ['a save that is sent again changes nothing'],
    [`${SERVER}/application/submission/submission.test.ts`]: [
      'a submission that is sent again later gives the first result',
    ],
    [`${SERVER}/accounts/identity/confirm-signup.test.ts`]: [
      'however confirmations are lost and repeated, one account and one outcome',
    ],
    'apps/web/src/autosave/autosave-faults.test.ts': [
      'whatever is typed, lost and repeated, the server ends with the newest values',
    ],
  }),
  covered(5, 'Saves arrive out of order', {
    [`${SERVER}/application/answers/merge-save.test.ts`]: [
      'a save of the same tab that was overtaken never overwrites the later one',
      'of two tabs the answer that was typed last stays, whichever arrives last',
      'however the saves of two tabs interleave, each answer ends as it was typed last',
    ],
  }),
  covered(13, 'An applicant with unsaved text is logged out', {
    'e2e/session.e2e.ts': ['a session that ends in the middle of typing'],
  }),
];
