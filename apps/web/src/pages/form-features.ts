import { AddAnotherButton } from '../add-another/add-another-button.tsx';
import { DocumentQuestion } from '../documents/document-question.tsx';
import type { FormFeatures } from '../form/form-view.ts';
import { TabList } from '../tabs/tab-list.tsx';

/** The features that the form is drawn with. */
export const formFeatures: FormFeatures = { TabList, AddAnother: AddAnotherButton, Document: DocumentQuestion };
