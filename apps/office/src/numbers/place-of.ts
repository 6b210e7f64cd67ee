import { type Form, paperLabelOf } from '@firstyear/form-engine';

/** A question by its label with its page, section, legends and entry, since labels such as “State” are not alone. */
export function placeOf(form: Form, key: string): string | undefined {
  const field = form.byKey.get(key);
  if (!field) return undefined;
  const page = form.pages.find(({ id }) => id === field.page)?.title ?? field.page;
  const entry = field.gates.find((gate) => gate.kind === 'component');
  const noun = entry && `${form.repeaters.get(entry.repeater)?.noun ?? entry.repeater} ${entry.number}`;
  const parts = [paperLabelOf(field.question), page, field.section.title, ...field.legends, noun];
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(' · ');
}
