import * as desk from '@firstyear/api-contract/desk';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';

const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"/>';
const TRANSCRIPT: desk.OfficeApplication['documents'][number] = {
  ...{ key: 'transcript', label: 'Transcript', file_name: 'record.pdf', file_size: 1000, state: 'ready' },
  ...{ page_count: 1, href: '/office/api/applications/ada/documents/transcript', thumbnails: [picture] },
};
const WAITING: typeof TRANSCRIPT = {
  ...{ ...TRANSCRIPT, key: 'essay', label: 'Essay', file_name: 'essay.docx', state: 'waiting' },
  ...{ page_count: null, href: null, thumbnails: [] },
};
const documents = page.getByRole('region', { name: 'Documents' });
const link = (name: string) => documents.getByRole('link', { name, exact: true });

async function open(search: string, ...shown: (typeof TRANSCRIPT)[]) {
  vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true);
  await drawOffice(
    `/applications/ada${search}`,
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, documents: shown })),
  );
  await expect.element(link(shown[0]?.label ?? '')).toBeVisible();
}

test('the first document is open beside the answers, and another is when the address names it', async () => {
  await open('', TRANSCRIPT, WAITING);
  expect(
    documents
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Transcript record.pdf · 1 page Download', 'Essay essay.docx ']);
  await expect.element(link('Transcript')).toHaveAttribute('aria-current', 'true');
  expect(documents.getByTitle('Transcript').element().getAttribute('src')).toContain(`${TRANSCRIPT.href}#page=1`);
  expect(documents.getByText(/shows no documents/).query()).toBeNull();
  await link('Essay').click();
  await expect.element(documents.getByText('Being prepared')).toBeVisible();
  await expect.element(link('Essay')).toHaveAttribute('aria-current');
  await expect.element(link('Transcript')).not.toHaveAttribute('aria-current');
  expect(documents.getByTitle('Transcript').query()).toBeNull();
});

test('the pages of a document are opened by their pictures, and one page has none to choose', async () => {
  await open('?doc=long', TRANSCRIPT, {
    ...TRANSCRIPT,
    key: 'long',
    label: 'Record',
    thumbnails: [picture, `${picture}#2`],
  });
  await documents.getByRole('button', { name: 'Page 2' }).click();
  await expect.element(documents.getByTitle('Record')).toHaveAttribute('src', expect.stringContaining('#page=2&'));
  await link('Transcript').click();
  await expect.element(documents.getByTitle('Transcript')).toBeVisible();
  expect(documents.getByRole('button').elements()).toEqual([]);
});
