import net from 'node:net';
import { joinPhotos } from '@firstyear/api-contract/photo-pages';
import { afterAll, expect, test } from 'vitest';
import { clamavScanner, ScannerUnavailable } from './clamav-scanner.ts';
import { clamdForTests, EICAR, MALWARE } from './clamd.testing.ts';

const clamd = await clamdForTests();
afterAll(() => clamd.close());
const { signal } = new AbortController();
/** How every photo of a phone begins. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

test('a file of any length is sent whole and gets its verdict', async () => {
  const scanner = clamavScanner(clamd.address);
  expect(await scanner.scan(Buffer.from('harmless'), signal)).toBe('clean');
  expect(await scanner.scan(new Uint8Array(), signal)).toBe('clean');
  expect(await scanner.scan(Buffer.from(EICAR), signal)).toBe('infected');
  const large = Buffer.concat([JPEG, Buffer.alloc(700_000, 'x'), Buffer.from(MALWARE), Buffer.alloc(300_000, 'y')]);
  expect(await scanner.scan(large, signal)).toBe('infected');
});

test('malware in a photo is found when the photo is scanned alone, but not within joined photos', async () => {
  const scanner = clamavScanner(clamd.address);
  const infected = Buffer.concat([JPEG, Buffer.from(MALWARE)]);
  expect(await scanner.scan(infected, signal)).toBe('infected');
  expect(await scanner.scan(joinPhotos([JPEG, infected]), signal)).toBe('clean');
});

test('a scanner that is down, silent or responds with nonsense is unavailable, never "clean"', async () => {
  await expect(clamavScanner('127.0.0.1:9').scan(Buffer.from('x'), signal)).rejects.toThrow(ScannerUnavailable);
  await expect(clamavScanner('/nowhere/clamd.ctl').scan(Buffer.from('x'), signal)).rejects.toThrow(ScannerUnavailable);
  for (const response of ['stream: OKAY\0', 'INSTREAM size limit exceeded. ERROR\0', '', undefined]) {
    const server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', () => {
        if (response !== undefined) socket.end(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const scan = clamavScanner(`127.0.0.1:${port}`, 300).scan(Buffer.from('x'), signal);
    await expect(scan, String(response)).rejects.toThrow(ScannerUnavailable);
    server.close();
  }
});
