import { area } from '../area.ts';

/** The labels of applications. */
export const officeLabels = area('office-labels', {
  title: 'Labels',
  intro: 'Labels are given to applications in the list and on their pages. Test accounts are counted here, too.',
  manage: 'Rename labels',
  none: 'There are no labels yet.',
  column: { label: 'Label', count: 'Applications', acts: 'Change' },
  rename: 'Rename',
  renameOf: 'Rename “{label}”',
  to: 'New name',
  toHint: 'The name of another label merges the two.',
  needed: 'Please type another name.',
  willRename: { one: 'It is renamed in 1 application.', other: 'It is renamed in {count} applications.' },
  willMerge: {
    one: "“{to}” exists already. 1 application gets it in place of “{label}”, and “{label}” is gone. This can't be undone.",
    other:
      "“{to}” exists already. {count} applications get it in place of “{label}”, and “{label}” is gone. This can't be undone.",
  },
  views: "Everybody's saved views follow.",
  confirmRename: 'Rename',
  confirmMerge: 'Merge',
});
