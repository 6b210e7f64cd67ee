import { repeater, row, section, text } from '@firstyear/form-engine';

const job = <const K extends string>(key: K) =>
  [
    row(
      text({ key, wordsId: 'job', label: 'Job', hint: 'What you do or did, and where.' }),
      text({ key: `${key}_hours`, wordsId: 'hours', label: 'Hours per week', inputMode: 'numeric' }),
    ),
  ] as const;

export const employment = () =>
  section({ id: 'work', title: 'Work' }, [
    repeater({ id: 'jobs', noun: 'Job' }, [
      job('employment'),
      job('employment_2'),
      job('employment_3'),
      job('employment_4'),
    ]),
  ]);
