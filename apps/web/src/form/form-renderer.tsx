import type { documentAnswersSchema } from '@firstyear/api-contract';
import type { PageId } from '@firstyear/application-form';

type DocumentAnswers = (typeof documentAnswersSchema)['_zod']['output'];

export interface FormRendererProps {
  readonly page: PageId;
  /** Inputs for an applicant or a visitor, plain text for the service view and the PDF. */
  readonly mode: 'interactive' | 'service';
  /** Field errors are shown only while web_status is validating (STATE-13). */
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  /** Documents on the server by question key; the service view notes them. */
  readonly documents?: DocumentAnswers;
}

/** One page of the form from its definition. Reads and changes answers through AnswerStoreProvider (answers/hooks.ts). */
export function FormRenderer(_: FormRendererProps) {
  return null;
}
