import type { Role } from './form.ts';
import type { Form } from './index-form.ts';
import { choiceTraitsOf, isChoice } from './kinds/index.ts';
import { fixedOptions, type Option } from './options.ts';

/** The fixed choices of the question with a role; none where no question has it, and where its choices vary. */
export function optionsOfRole(form: Pick<Form, 'roles' | 'byKey'>, role: Role): readonly Option[] {
  const question = form.byKey.get(form.roles[role] ?? '')?.question;
  const [list] = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  return (list && fixedOptions(list)) ?? [];
}
