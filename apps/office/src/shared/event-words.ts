import type { AuditKind } from '@firstyear/api-contract/desk';
import { useWords } from '@firstyear/ui/words.ts';
import { officeEvents } from '@firstyear/words/office-events';

/** The words for an audit event. An event that only a newer server knows keeps its name. */
export function useEventWords(): (kind: string) => string {
  // Type check: every kind of event has words.
  const known: Readonly<Record<AuditKind, string>> = useWords(officeEvents);
  const words: Readonly<Record<string, string>> = known;
  return (kind) => words[kind] ?? kind;
}
