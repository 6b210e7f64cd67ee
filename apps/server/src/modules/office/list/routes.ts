import * as desk from '@firstyear/api-contract/desk';
import { type Form, indexForm, type Option, optionsOfRole, type Role } from '@firstyear/form-engine';
import { STATES_AND_PROVINCES } from '@firstyear/form-engine/lists/states';
import { fold } from '@firstyear/school-search/school-text';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { mayBeAssigned } from '../../accounts/staff/rights.ts';
import { listPeople } from '../../accounts/staff/service.ts';
import { listReleases } from '../../application/releases/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { Module } from '../../module.ts';
import { countLabels, labelsInScope, renameLabel } from './labels.ts';
import { readNumbers } from './numbers.ts';
import { countViews, deleteView, findNeighbors, insertView, listPage } from './service.ts';

const choices = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));

/** The forms of all releases, the newest first. */
async function earlierForms({ db, forms }: Pick<AppDependencies, 'db' | 'forms'>): Promise<readonly Form[]> {
  const releases = await Promise.all(
    forms.all.map(async (served) =>
      (await listReleases(db, served)).map(({ definition }) => indexForm(definition, served.form.words)),
    ),
  );
  return releases.flat();
}

/** The choices without those whose value an earlier one has. */
const withoutRepeats = (all: ReturnType<typeof choices>) =>
  [...Map.groupBy(all, ({ value }) => value).values()].flatMap(([first]) => first ?? []);

/** The choices of a role, those that only later forms of the list have last. */
const choicesOfRole = (forms: readonly Form[], role: Role) =>
  withoutRepeats(forms.flatMap((form) => choices(optionsOfRole(form, role))));

/** The colleagues, those of one name with their addresses. */
async function listColleagues({ db, office }: Pick<AppDependencies, 'db' | 'office'>) {
  const people = await listPeople(db);
  const byName = Map.groupBy(people, ({ name }) => fold(name));
  return people.map((person) => {
    const { id, name, email } = person;
    const label = (byName.get(fold(name))?.length ?? 0) > 1 ? `${name} (${email})` : name;
    return { id, name, label, may_be_assigned: mayBeAssigned(office, person) };
  });
}

/** Finding applications: for the admissions office. */
export const listRoutes: Module = (deps) => async (app) => {
  const { db, partner, clock } = deps;
  const { form } = deps.forms.first;

  route(app, deps, desk.applications, async ({ staff, query }) => listPage(deps, staff, query));
  route(app, deps, desk.neighbors, async ({ staff, query, params: { id = '' } }) =>
    findNeighbors(deps, staff, id, query),
  );
  route(app, deps, desk.officeChoices, async ({ staff }) => {
    const all = [...deps.forms.all.map((served) => served.form), ...(await earlierForms(deps))];
    return {
      terms: choicesOfRole(all, 'term'),
      majors: choicesOfRole(all, 'major'),
      states: choices(STATES_AND_PROVINCES),
      colleagues: await listColleagues(deps),
      labels: [...(await labelsInScope(deps, staff))],
      messages: (deps.office.messages ?? []).map(({ id, title }) => ({ value: id, label: title })),
      requests: (partner.requests ?? []).map(({ title, text, request = 'paper' as const }) => ({
        title,
        text,
        request,
      })),
      stages: (deps.office.stages ?? []).map(({ id, name }) => ({ value: id, label: name })),
      pages: form.pages.map(({ id, title }) => ({ value: `/${id}`, label: title })),
      items: withoutRepeats(
        deps.forms.all.flatMap((served) =>
          (served.partner.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
        ),
      ),
      deadlines: partner.terms.map(({ entry_term, opens, closes }) => ({ term: entry_term, opens, closes })),
    };
  });

  route(app, deps, desk.labelUses, async () => ({ labels: [...(await countLabels(db))] }));
  route(app, deps, desk.renameLabel, async ({ staff, payload }) => ({
    label: await renameLabel(deps, staff, payload),
  }));

  route(app, deps, desk.numbers, ({ staff, query }) => readNumbers(deps, staff, query));
  route(app, deps, desk.views, async ({ staff }) => countViews(deps, staff, clock()));
  route(app, deps, desk.saveView, async ({ staff, payload }) => ({
    id: await insertView(db, {
      staff_id: staff.staffId,
      name: payload.name,
      filter: JSON.stringify(payload.filter),
      created_at: clock(),
    }),
  }));
  route(app, deps, desk.deleteView, async ({ staff, params: { id = '' } }) => {
    if (!(await deleteView(db, staff.staffId, id))) throw new ApiError('not_found');
    return {};
  });
};
