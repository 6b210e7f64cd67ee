import { freshman } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { drawForm, smallForm } from '../draw-form.testing.tsx';

const transcript = smallForm([freshman.documents.transcript]);

test('on paper it notes that a document is attached, but not which', async () => {
  const { container } = await drawForm({
    isRead: true,
    form: transcript,
    answers: { transcript: 'ANSWERED' },
    documents: { transcript: { file_name: 'private-name.pdf', file_size: 1000 } },
  });
  expect(container.textContent).toContain('A document is attached.');
  expect(container.textContent).not.toContain('private-name');
});

test.each([
  ['an answer alone', { transcript: 'ANSWERED' }, {}, 'A document is attached.'],
  ['a listed document alone', {}, { transcript: { file_name: 'a.pdf', file_size: 1 } }, 'A document is attached.'],
  ['neither', {}, {}, '—'],
])('on paper, with %s', async (_what, answers, documents, expected) => {
  const { container } = await drawForm({ isRead: true, form: transcript, answers, documents });
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    freshman.documents.transcript.label,
    expected,
  ]);
});
