import type { ResponseOf } from '@firstyear/api-contract/call';
import type { officeChoices } from '@firstyear/api-contract/desk';

export type Choices = ResponseOf<typeof officeChoices>;

/** The name of a colleague by id; '' for nobody, and for somebody who has left. */
export const colleagueName = (choices: Choices | undefined, id: string | null | undefined): string =>
  choices?.colleagues.find((colleague) => colleague.id === id)?.name ?? '';

/** The words of stored values; the value itself where the form does not offer it. */
export function choiceWords(choices: Choices | undefined) {
  return (list: 'terms' | 'majors' | 'states' | 'pages', value: string | undefined): string =>
    choices?.[list].find((choice) => choice.value === value)?.label ?? value ?? '';
}
