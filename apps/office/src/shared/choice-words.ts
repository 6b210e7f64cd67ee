import type { ResponseOf } from '@firstyear/api-contract/call';
import type { officeChoices } from '@firstyear/api-contract/desk';

export type Choices = ResponseOf<typeof officeChoices>;

/** The name of a colleague by id; `hasLeft` for one who has left, '' for nobody and while the names are loading. */
export function colleagueName(
  choices: Pick<Choices, 'colleagues'> | undefined,
  id: string | null | undefined,
  hasLeft: string,
): string {
  if (!choices || !id) return '';
  return choices.colleagues.find((colleague) => colleague.id === id)?.label ?? hasLeft;
}

export const colleagueOptions = (choices: Pick<Choices, 'colleagues'> | undefined) =>
  (choices?.colleagues ?? []).map(({ id, label }) => ({ value: id, label }));

/** Without those who may not open applications. */
export const assigneeOptions = (choices: Pick<Choices, 'colleagues'> | undefined) =>
  colleagueOptions(choices && { colleagues: choices.colleagues.filter((colleague) => colleague.may_be_assigned) });

/** Looks up the label of a stored value; the value itself if the form no longer offers it. */
export function choiceWords(choices: Choices | undefined) {
  return (
    list: Exclude<keyof Choices, 'colleagues' | 'labels' | 'requests' | 'deadlines'>,
    value: string | undefined,
  ): string => choices?.[list].find((choice) => choice.value === value)?.label ?? value ?? '';
}
