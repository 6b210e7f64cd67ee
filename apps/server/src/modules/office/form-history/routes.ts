import { type FormChangeShown, formHistory } from '@firstyear/api-contract/desk';
import type { Form } from '@firstyear/form-engine';
import { choiceTraitsOf, fixedOptions, isChoice } from '@firstyear/form-engine';
import type { Change, Difference } from '@firstyear/form-engine/releases';
import { route } from '../../../plugins/call.ts';
import { type ReleaseInHistory, readHistory } from '../../application/releases/history.ts';
import type { Module } from '../../module.ts';
import { idsInScope } from '../list/service.ts';

/** A question's label in the first of these forms that has the question. */
const labelIn = (key: string, ...forms: readonly (Form | undefined)[]): string =>
  forms.flatMap((form) => form?.byKey.get(key)?.question.label ?? [])[0] ?? key;

function choiceIn(form: Form | undefined, key: string, value: string): string {
  const question = form?.byKey.get(key)?.question;
  const lists = question && isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  return lists.flatMap((list) => fixedOptions(list) ?? []).find((item) => item.value === value)?.label ?? value;
}

function showDifference(difference: Difference, { form, before }: ReleaseInHistory): FormChangeShown {
  const { id: kind } = difference;
  const sizes = () => 'before' in difference && { before: String(difference.before), after: String(difference.after) };
  switch (difference.id) {
    case 'key_gone':
    case 'document_gone':
    case 'required_now':
    case 'condition_narrower':
      return { kind, name: labelIn(difference.key, before, form) };
    case 'choice_gone':
      return {
        kind,
        name: labelIn(difference.key, form),
        before: choiceIn(before, difference.key, difference.choice),
      };
    case 'kind_changed':
    case 'limit_shorter':
      return { kind, name: labelIn(difference.key, form), ...sizes() };
    case 'tabs_gone':
      return { kind, name: before?.tabGroups.get(difference.group)?.legend ?? difference.group };
    case 'tab_gone': {
      const tabs = before?.tabGroups.get(difference.group)?.tabs ?? [];
      return { kind, name: tabs.find(({ id }) => id === difference.tab)?.label ?? difference.tab };
    }
    case 'repeater_gone':
      return { kind, name: before?.repeaters.get(difference.repeater)?.noun ?? difference.repeater };
    case 'repeater_shorter':
      return { kind, name: form.repeaters.get(difference.repeater)?.noun ?? difference.repeater, ...sizes() };
    case 'page_gone':
      return { kind, name: before?.pages.find(({ id }) => id === difference.page)?.title ?? difference.page };
  }
}

const showRenamed = (change: Change, form: Form): readonly FormChangeShown[] =>
  change.change === 'renamed'
    ? [{ kind: 'renamed', name: labelIn(change.to, form), before: change.from, after: change.to }]
    : [];

/** GET /office/api/form-history. */
export const formHistoryRoutes: Module = (deps) => async (app) => {
  route(app, deps, formHistory, async ({ staff }) => ({
    forms: await Promise.all(
      deps.forms.all.map(async (served) => ({
        form: served.id,
        releases: (await readHistory(deps.db, served, idsInScope(deps, staff))).map((release) => ({
          number: release.number,
          released_at: release.releasedAt.toISOString(),
          serves: release.serves,
          drafts: release.drafts,
          changes: [
            ...release.added.map((key) => ({ kind: 'added' as const, name: labelIn(key, release.form) })),
            ...release.differences.map((difference) => showDifference(difference, release)),
            ...release.changes.flatMap((change) => showRenamed(change, release.form)),
          ],
        })),
      })),
    ),
  }));
};
