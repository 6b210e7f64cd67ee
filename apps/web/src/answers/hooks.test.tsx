import { equals } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QueryClientProvider, useQueryClientRef } from '../api/query-client-ref.ts';
import { createAnswerStore } from './answer-store.ts';
import { createFoldedSections, FoldedSectionsContext, useFold } from './folded-sections.ts';
import {
  AnswerStoreProvider,
  useAnswer,
  useComponentCount,
  useErrors,
  useHolds,
  useInputValue,
  useOpenTab,
} from './hooks.ts';
import { useLeftWords } from './page-progress.ts';

const form = englishForm(definition);
const isConvicted = equals('conviction', 'yes');
const read: unknown[] = [];

function Reader(): ReactNode {
  read.push(
    [useAnswer('first_name'), useAnswer('last_name'), useAnswer('birth_date'), useInputValue('birth_date')],
    [useErrors('birth_date', true), useErrors('last_name', false)],
    useHolds(isConvicted),
    [useOpenTab('hs_record'), useComponentCount('jobs')],
    [useFold('about/name')[0], useFold('about/other')[0]],
    [useLeftWords(null), useLeftWords(0), useLeftWords(1), useLeftWords(2)],
    useQueryClientRef(),
  );
  return null;
}

test('a component reads answers, drafts, errors, tabs, entries, folds and progress of its page', () => {
  const store = createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'));
  store.changeMany({ first_name: 'Ada', birth_date: '2021-05-17', conviction: 'yes' });
  store.setAddAnother({ jobs: 3 });
  store.setTabs({ hs_record: 'counselor' });
  const folded = createFoldedSections(null);
  folded.set('about/name', true);
  const queries = { current: null };
  renderToStaticMarkup(
    <QueryClientProvider value={queries}>
      <AnswerStoreProvider value={store}>
        <FoldedSectionsContext value={folded}>
          <Reader />
        </FoldedSectionsContext>
      </AnswerStoreProvider>
    </QueryClientProvider>,
  );
  expect(read).toEqual([
    ['Ada', '', '', '2021-05-17'],
    [['You must be 13 years or older to apply.'], []],
    true,
    ['counselor', 3],
    [true, false],
    ['', 'Complete', '1 question left', '2 questions left'],
    queries,
  ]);
});
