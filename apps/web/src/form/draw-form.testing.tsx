import type { Answers, Form, FormDefinition, FormState, Item } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { render } from 'vitest-browser-react';
import { type AnswerStore, createAnswerStore } from '../answers/answer-store.ts';
import { createFoldedSections, FoldedSectionsContext } from '../answers/folded-sections.ts';
import { AnswerStoreProvider, useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { QueryClientProvider, type QueryClientRef } from '../api/query-client-ref.ts';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/global.css';
import type { ReadApplication } from '@firstyear/form-reading/read-application.ts';
import { ReadPage } from '@firstyear/form-reading/read-page.tsx';
import { FormRenderer, type FormRendererProps } from './form-renderer.tsx';
import { ValidationSummary, type ValidationSummaryProps } from './validation-summary.tsx';

export const NOW = new Date('2026-11-20T12:00:00');
export const wholeForm: Form = englishForm(definition);

/** A form of one page with these items. */
export function smallForm(items: readonly Item[]): Form {
  const definition: FormDefinition = {
    pages: [{ id: 'about', navLabel: 'Your Information', title: 'Your Information', items }],
  };
  return englishForm(definition);
}

interface Shown extends Partial<FormRendererProps> {
  /** Answers as text instead of inputs. */
  readonly isRead?: boolean;
  /** Documents on the server, which are noted where answers are read. */
  readonly documents?: ReadApplication['documents'];
  readonly summary?: ValidationSummaryProps;
}

interface Drawing extends Shown {
  readonly form?: Form;
  readonly answers?: Answers;
  readonly tabs?: FormState['tabs'];
  readonly addAnother?: FormState['addAnother'];
  readonly clock?: () => Date;
  /** Wraps the store, to watch the form's calls. */
  readonly watch?: (store: AnswerStore) => AnswerStore;
}

export function storeOf({ form = wholeForm, answers, tabs, addAnother, clock = () => NOW }: Drawing): AnswerStore {
  const store = createAnswerStore(form, clock);
  if (answers) store.loadSaved(answers);
  if (tabs) store.setTabs(tabs);
  if (addAnother) store.setAddAnother(addAnother);
  return store;
}

/** The store's answers as text. */
function ReadStore({ page, documents = {} }: Pick<Shown, 'documents'> & { readonly page: string }) {
  const { form, moment } = useAnswerStore();
  const state = useFromStore((store) => store.getState());
  return <ReadPage page={page} application={{ ...state, form, moment, documents }} />;
}

/** Draws one page in the real browser; answers come from a store of its own. */
export async function drawForm(drawing: Drawing = {}) {
  const made = storeOf(drawing);
  const store = drawing.watch?.(made) ?? made;
  const { page = 'about', isRead = false, showErrors = false, isLoggedIn = true } = drawing;
  const draw = ({ isRead: isReadNow = isRead, summary = drawing.summary, ...changed }: Shown = {}) => (
    <QueryClientProvider value={queries}>
      <AnswerStoreProvider value={store}>
        <FoldedSectionsContext value={foldedSections}>
          <main>
            {summary && <ValidationSummary {...summary} />}
            {isReadNow ? (
              <ReadStore page={page} {...(drawing.documents && { documents: drawing.documents })} {...changed} />
            ) : (
              <FormRenderer page={page} showErrors={showErrors} isLoggedIn={isLoggedIn} {...changed} />
            )}
          </main>
        </FoldedSectionsContext>
      </AnswerStoreProvider>
    </QueryClientProvider>
  );
  const queries: QueryClientRef = { current: null };
  const foldedSections = createFoldedSections(null);
  const screen = await render(draw());
  return {
    store,
    screen,
    container: screen.container,
    answers: () => store.getState().answers,
    redraw: (changed: Shown) => screen.rerender(draw(changed)),
  };
}

/** The control with this id; fails when it is not on the screen. */
export function control(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no element with the id ${id}.`);
  return element;
}

/** The value of the input with this id. */
export function valueIn(id: string): string {
  const element = control(id);
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element.value;
  if (element instanceof HTMLTextAreaElement) return element.value;
  throw new Error(`${id} has no value.`);
}

/** The options of the select with this id, as value and label. */
export function optionsIn(id: string): readonly (readonly [value: string, label: string])[] {
  const element = control(id);
  if (!(element instanceof HTMLSelectElement)) throw new Error(`${id} is no select.`);
  return [...element.options].filter((option) => option.value !== '').map(({ value, label }) => [value, label]);
}
