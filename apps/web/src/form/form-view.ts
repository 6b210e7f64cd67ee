import type * as contract from '@firstyear/api-contract';
import type {
  CheckGroup,
  Item,
  MonthYear,
  Question,
  QuestionOf,
  Repeater,
  Tab,
  TabGroup,
} from '@firstyear/form-engine';
import type { PaperTable } from '@firstyear/form-engine/paper-table';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { type ComponentType, createContext, type ReactNode } from 'react';

export type DocumentAnswers = contract.Profile['document_answer'];

/** The parts of the form that make calls of their own; each is a feature beside the form. */
export interface FormFeatures {
  /** The tabs of a group for a logged-in applicant. */
  readonly TabList: ComponentType<{ readonly group: TabGroup; readonly openTab: string }>;
  readonly AddAnother: ComponentType<{ readonly repeater: Repeater; readonly count: number }>;
  /** A document question with its label and errors. */
  readonly Document: ComponentType<{
    readonly question: QuestionOf<'file'>;
    readonly isLoggedIn: boolean;
    /** Errors and notes of the form itself. */
    readonly parts: {
      readonly errors: readonly string[];
      readonly required: boolean;
      readonly note: string | undefined;
    };
  }>;
}

/** How answers are read instead of asked for. It comes with the pages that do: reading.tsx. */
export interface Reading {
  readonly Question: ComponentType<{ readonly question: Question }>;
  readonly MonthYear: ComponentType<{ readonly pair: MonthYear }>;
  readonly CheckGroup: ComponentType<{ readonly group: CheckGroup; readonly children: ReactNode }>;
  /** The components of a repeater as a table; undefined where they do not fit into one. */
  readonly tableOf: (repeater: Repeater, count: number) => PaperTable | undefined;
  readonly Table: ComponentType<{ readonly table: PaperTable }>;
  /** Items on paper. */
  readonly Rows: ComponentType<{ readonly items: readonly Item[]; readonly draw: (item: Item) => ReactNode }>;
  /** The tab that is open. */
  readonly Tab: ComponentType<{ readonly group: TabGroup; readonly tab: Tab }>;
  /** The styles of a page of paper, and of one where answers are checked. */
  readonly paper: string | undefined;
  readonly review: string | undefined;
}

/** Where answers are checked before submitting: each leads to its question. */
export interface ReviewView {
  readonly page: string;
  /** Whether questions that were left blank are shown too. */
  readonly showsBlank: boolean;
  /** key: of a question, or the id of a tab group. */
  readonly follow: (page: string, key: string) => void;
  /** The id of a section's heading. */
  readonly anchorOf: (section: string) => string;
}

/** How the form is shown. The same for every question of a page. */
export interface FormView {
  /** The id of the page. */
  readonly page: string;
  /** How its answers are read; undefined: they are asked for. */
  readonly reading: Reading | undefined;
  readonly showErrors: boolean;
  readonly isLoggedIn: boolean;
  readonly documents: DocumentAnswers;
  readonly features: FormFeatures;
  readonly review: ReviewView | undefined;
}

const FormViewContext = createContext<FormView | null>(null);
export const FormViewProvider = FormViewContext.Provider;

export function useFormView(): FormView {
  return useRequired(FormViewContext, 'how the form is shown');
}
