import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { type Form, type FormDefinition, indexForm } from '../index.ts';

/** A definition laid out by key, in English. */
export const englishForm = (definition: FormDefinition): Form => indexForm(definition, formKinds.in(ENGLISH));
