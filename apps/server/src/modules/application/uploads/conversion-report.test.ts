import { ConversionError } from '@firstyear/document-converter';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { expect, onTestFinished, test } from 'vitest';
import { newApplicant } from '../row/applicant.testing.ts';
import { convertDependencies, converterOf, convertingServer, convertNext, takeAsPdf } from './converting.testing.ts';
import { selectDocument } from './repository.ts';
import { DOCUMENT_KEY, upload } from './uploading.testing.ts';

test('each failed file is logged in one line with its kind and size, and conversions are measured by outcome', async () => {
  const server = await convertingServer();
  onTestFinished(() => server.stop());
  const lines: object[] = [];
  const keep = (line: object | string) => void lines.push(typeof line === 'string' ? { line } : line);
  const [ada, bo] = [await newApplicant(server), await newApplicant(server)];
  const pdf = await textPdf('Ada');
  await upload(server, ada, pdf.subarray(0, pdf.length - 200), 'Ada Testperson.pdf');
  const converter = converterOf(async (content, signal) => {
    server.clock.advance(1_500);
    if (content.length < pdf.length) throw new ConversionError('damaged');
    return takeAsPdf(content, signal);
  });
  const log = { error: keep, warn: keep };
  const dependencies = convertDependencies(server, { converter, claim: server.claim, log });
  await convertNext(dependencies);
  await upload(server, bo, pdf, 'record.pdf');
  await convertNext(dependencies);
  const document = (await selectDocument(server.db, ada.applicationId, DOCUMENT_KEY))?.id;
  expect(lines).toEqual([{ document, kind: 'pdf', bytes: pdf.length - 200, seconds: 1.5, problem: 'damaged' }]);
  const measured = await server.deps.metrics.registry.metrics();
  for (const outcome of ['FAILED', 'COMPLETED']) {
    expect(measured).toContain(`firstyear_conversion_seconds_sum{kind="pdf",outcome="${outcome}"} 1.5`);
  }
});
