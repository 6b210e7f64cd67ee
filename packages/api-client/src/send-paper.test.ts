import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError, ServerError } from './errors.ts';
import { sendPaper } from './send-paper.ts';

test.each([
  ['the server refused it', new ServerError('', { status: 409 }), 2],
  ['the server had a fault', new ServerError('', { status: 500 }), 1],
  ['the connection was lost', new ConnectionError(''), 1],
])('a second try, after %s, sends the file anew only if it was refused', async (_, error, uploads) => {
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.error());
  onTestFinished(() => send.mockRestore());
  const allow = async () => ({ paper_id: 'one', url: 'https://store.example', fields: { key: 'uploads/one' } });
  const take = vi.fn(async () => {}).mockRejectedValueOnce(error);
  const paper = { file: new File(['%PDF-'], 'record.pdf') };
  await expect(sendPaper(paper, { allow, take })).rejects.toBe(error);
  await sendPaper(paper, { allow, take });
  expect([send.mock.calls.length, take.mock.calls.length]).toEqual([uploads, 2]);
});
