/** The problems of the ids in a list of a partner's file: those that are no names, and those that stand twice. */
export const idProblems = (list: string, ids: readonly string[]): readonly string[] => [
  ...ids
    .filter((id) => !/^[a-z][a-z0-9_]{0,39}$/.test(id))
    .map((id) => `${list}: '${id}' is no id in lower-case letters.`),
  ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${list}: '${id}' stands there twice.`),
];
