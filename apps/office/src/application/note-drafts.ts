/**
 * Notes that are being typed, by person, application and note ('' is a new one). They outlive the page and a sign-out in the
 * same window, so that nothing typed is lost; they are never stored.
 */
const drafts = new Map<string, string>();

const keyOf = (person: string, application: string, note: string) => `${person} ${application} ${note}`;

export function readDraft(person: string, application: string, note: string): string | undefined {
  return drafts.get(keyOf(person, application, note));
}

export function keepDraft(person: string, application: string, note: string, text: string): void {
  drafts.set(keyOf(person, application, note), text);
}

export function dropDraft(person: string, application: string, note: string): void {
  drafts.delete(keyOf(person, application, note));
}
