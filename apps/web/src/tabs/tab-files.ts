import { type Form, isDocument, type TabGroup } from '@firstyear/form-engine';

/** The document questions inside a tab. */
export function fileKeysOf(form: Form, group: string, tab: string): readonly string[] {
  return form.fields
    .filter(({ question, gates }) => {
      const isInside = gates.some((gate) => gate.kind === 'tab' && gate.group === group && gate.tab === tab);
      return isDocument(question) && isInside;
    })
    .map(({ question }) => question.key);
}

/** The document questions of all tabs of a group. */
export function fileKeysOfGroup(form: Form, group: TabGroup): readonly string[] {
  return group.tabs.flatMap((tab) => fileKeysOf(form, group.id, tab.id));
}
