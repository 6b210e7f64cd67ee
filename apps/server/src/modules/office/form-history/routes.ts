import { formHistory } from '@firstyear/api-contract/desk';
import { type Form, indexForm } from '@firstyear/form-engine';
import { changesSince, choiceLabel, type Difference, outlineOf } from '@firstyear/form-engine/releases';
import { ENGLISH } from '@firstyear/words';
import { officeFormHistory } from '@firstyear/words/office-form-history';
import { route } from '../../../plugins/call.ts';
import { hashOf, listReleases } from '../../application/releases/service.ts';
import type { Module } from '../../module.ts';

const words = officeFormHistory.in(ENGLISH).changes;

/** What people call a part of a form. */
const nameIn = (form: Form, key: string): string | undefined =>
  form.byKey.get(key)?.question.label ??
  form.tabGroups.get(key)?.legend ??
  form.repeaters.get(key)?.noun ??
  form.pages.find(({ id }) => id === key)?.title;

function describe(difference: Difference, name: string, earlier: Form): string {
  if (difference.id === 'choice_gone') {
    return words.choice_gone({ name, before: choiceLabel(earlier, difference.key, difference.choice) });
  }
  const { before, after } = 'before' in difference ? difference : { before: '', after: '' };
  return words[difference.id]({ name, before: String(before), after: String(after) });
}

/** What a release changed, in sentences. */
function changesOf(form: Form, earlier: Form): string[] {
  const { added, differences, changes } = changesSince(outlineOf(earlier), form);
  const nameOf = (key: string) => nameIn(form, key) ?? nameIn(earlier, key) ?? key;
  return [
    ...added.map((key) => words.added({ name: nameOf(key) })),
    ...differences.map((difference) => describe(difference, nameOf(difference.key), earlier)),
    ...changes.flatMap(({ change, from: [before = ''], into: [after = ''] }) =>
      change === 'renamed' ? [words.renamed({ name: nameOf(after), before, after })] : [],
    ),
  ];
}

/** GET /office/api/form-history. */
export const formHistoryRoutes: Module = (deps) => async (app) => {
  route(app, deps, formHistory, async () => ({
    forms: await Promise.all(
      deps.forms.all.map(async (served) => {
        const releases = await listReleases(deps.db, served);
        const forms = releases.map(({ definition }) => indexForm(definition, served.form.words));
        return {
          form: served.id,
          releases: releases.map(({ number, released_at, hash }, index) => {
            const [form, earlier] = [forms[index], forms[index + 1]];
            return {
              number,
              released_at: released_at.toISOString(),
              serves: hash === hashOf(served.form),
              changes: form && earlier ? changesOf(form, earlier) : [],
            };
          }),
        };
      }),
    ),
  }));
};
