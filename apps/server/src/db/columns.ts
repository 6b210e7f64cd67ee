import type { ManyActOf } from '@firstyear/api-contract/desk';
import type { Answers, FormDefinition } from '@firstyear/form-engine';
import type { AtticReason } from '@firstyear/form-engine/releases';

type Loss = 'linked_picture' | 'linked_document' | 'diagram' | 'picture' | 'formula' | 'cut_off';
type Hint = 'dark' | 'bright' | 'blurred' | 'comments' | 'attachment' | Loss;
/** A possible defect of an uploaded file that its applicant should check, on a page counted from 1. */
type PageHint = { readonly page: number; readonly hint: Hint };

export interface AnswerVersion {
  readonly client: string;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly edited_at: number;
}

/** What was submitted, without the sealed answers. */
export interface SubmittedContent {
  readonly answers: Answers;
  readonly tabs: Readonly<Record<string, string>>;
  readonly add_another: Readonly<Record<string, number>>;
  /** Question key to what was uploaded for it, and where its PDF lies. */
  readonly documents: Readonly<
    Record<string, { readonly file_name: string; readonly file_size: number; readonly pdf_key: string }>
  >;
}

type Texts = Readonly<Record<string, string>>;
type Versions = Readonly<Record<string, AnswerVersion>>;

export interface JsonColumns {
  'access_token.answers': Answers;
  'answer_attic.content': { readonly values?: Answers };
  'answer_attic.sealed_answers': Texts;
  'answer_attic.versions': Versions;
  'application.add_another': Readonly<Record<string, number>>;
  'application.answer_versions': Versions;
  'application.answers': Answers;
  'application.recent_versions': Versions;
  'application.reported_errors': Readonly<Record<string, readonly string[]>>;
  'application.sealed_answers': Texts;
  'application.tabs': Texts;
  'audit_event.detail': Readonly<Record<string, string | number | boolean>>;
  'document.hints': readonly PageHint[];
  'form_release.definition': FormDefinition;
  'item.asked_keys': readonly string[];
  'office_many.act': ManyActOf;
  'office_view.filter': Texts;
  'reopened_submission.changed_keys': readonly string[];
  'reopened_submission.content': SubmittedContent;
  'reopened_submission.pdf_keys': readonly string[];
  'reopened_submission.sealed_answers': Texts;
  'submission.content': SubmittedContent;
  'submission.sealed_answers': Texts;
}

/** Text columns whose values no check of the database lists. */
export interface TextColumns {
  'answer_attic.reason': AtticReason;
}
