import { type FormChangeShown, formHistory } from '@firstyear/api-contract/desk';
import { choiceTraitsOf, type Form, fixedOptions, isChoice } from '@firstyear/form-engine';
import type { Difference } from '@firstyear/form-engine/releases';
import { route } from '../../../plugins/call.ts';
import { readHistory } from '../../application/releases/history.ts';
import type { Module } from '../../module.ts';
import { idsInScope } from '../list/service.ts';

/** What people call a part of a form. */
const nameIn = (form: Form | undefined, key: string): string | undefined =>
  form?.byKey.get(key)?.question.label ??
  form?.tabGroups.get(key)?.legend ??
  form?.repeaters.get(key)?.noun ??
  form?.pages.find(({ id }) => id === key)?.title;

function choiceIn(form: Form | undefined, key: string, value: string): string {
  const question = form?.byKey.get(key)?.question;
  const lists = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  const tabs = form?.tabGroups.get(key)?.tabs.map(({ id, label }) => ({ value: id, label })) ?? [];
  return (
    [...lists.flatMap((list) => fixedOptions(list) ?? []), ...tabs].find((item) => item.value === value)?.label ?? value
  );
}

function showDifference(difference: Difference, form: Form, before: Form | undefined): FormChangeShown {
  const { id: kind, key } = difference;
  const name = nameIn(form, key) ?? nameIn(before, key) ?? key;
  if (difference.id === 'choice_gone') return { kind, name, before: choiceIn(before, key, difference.choice) };
  return 'before' in difference
    ? { kind, name, before: String(difference.before), after: String(difference.after) }
    : { kind, name };
}

/** GET /office/api/form-history. */
export const formHistoryRoutes: Module = (deps) => async (app) => {
  route(app, deps, formHistory, async ({ staff }) => ({
    forms: await Promise.all(
      deps.forms.all.map(async (served) => ({
        form: served.id,
        releases: (await readHistory(deps.db, served, idsInScope(deps, staff))).map(
          ({ number, releasedAt, serves, drafts, form, before, added, differences, changes }) => ({
            number,
            released_at: releasedAt.toISOString(),
            serves,
            drafts,
            changes: [
              ...added.map((key) => ({ kind: 'added' as const, name: nameIn(form, key) ?? key })),
              ...differences.map((difference) => showDifference(difference, form, before)),
              ...changes.flatMap((change) =>
                change.change === 'renamed'
                  ? [
                      {
                        kind: 'renamed' as const,
                        name: nameIn(form, change.to) ?? change.to,
                        before: change.from,
                        after: change.to,
                      },
                    ]
                  : [],
              ),
            ],
          }),
        ),
      })),
    ),
  }));
};
