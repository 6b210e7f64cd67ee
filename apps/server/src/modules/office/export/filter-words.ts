import { optionsOfRole, type Role } from '@firstyear/form-engine';
import { STATES_AND_PROVINCES } from '@firstyear/form-engine/lists/states';
import { ENGLISH } from '@firstyear/words';
import { officeList } from '@firstyear/words/office-list';
import { staffNames } from '../../accounts/staff/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { selectViews } from '../list/service.ts';

/** A filter by its names and values, as in the address of the list. */
export type FilterEntries = readonly (readonly [name: string, value: string])[];

/** A filter as its list shows it: the words of choices, of views and of colleagues instead of their ids. */
export async function filterInWords(
  { db, forms, office }: Pick<AppDependencies, 'db' | 'forms' | 'office'>,
  staffId: string,
  filter: FilterEntries,
): Promise<FilterEntries> {
  const { filter: names, view, search, views, me, nobody, noStage, ...words } = officeList.in(ENGLISH);
  const inForms = (role: Role) => forms.all.flatMap(({ form }) => optionsOfRole(form, role));
  const labelsOf = (options: readonly { readonly value: string; readonly label: string }[]) =>
    Object.fromEntries(options.map(({ value, label }) => [value, label]));
  const assigned = filter.flatMap(([name, value]) => (name === 'assigned' ? [value] : []));
  const colleagues = await staffNames(
    db,
    assigned.filter((id) => !['me', 'nobody'].includes(id)),
  );
  const saved = await selectViews(db, staffId);
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    term: labelsOf(inForms('term')),
    major: labelsOf(inForms('major')),
    state: labelsOf(STATES_AND_PROVINCES),
    residence: words.residence,
    language: words.language,
    document: words.documents,
    status: words.status,
    checklist: words.checklist,
    stage: { none: noStage, ...Object.fromEntries((office.stages ?? []).map(({ id, name }) => [id, name])) },
    view: { ...view, ...Object.fromEntries(saved.map(({ id, name }) => [id, name])) },
    assigned: { me: (await staffNames(db, [staffId])).get(staffId) ?? me, nobody, ...Object.fromEntries(colleagues) },
  };
  const titles: Readonly<Record<string, string>> = { ...names, q: search, view: views };
  return filter.map(([name, value]) => [titles[name] ?? name, choices[name]?.[value] ?? value]);
}
