import { expect, test } from 'vitest';
import { isLockedOtherwise, repairPdf } from './pdf-repair.ts';

const OBJECTS = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
const TABLE = 'xref\n0 2\ntrailer\n<< /Root 1 0 R >>';
const STREAM_TABLE = '2 0 obj\n<< /Type /XRef /Root 1 0 R >>\nendobj';
const END = `\nstartxref\n${OBJECTS.length}\n%%EOF`;
const bytesOf = (content: string) => Buffer.from(content, 'latin1');
function repaired(content: string): string | undefined {
  const pdf = repairPdf(bytesOf(content));
  return pdf && Buffer.from(pdf).toString('latin1');
}

test.each([
  ['text', TABLE],
  ['stream', STREAM_TABLE],
])('a PDF with a %s table loses what follows its end, and gets last lines that were cut off', (_, table) => {
  expect(repaired(`${OBJECTS}${table}${END}\nSent from my phone`)).toBe(`${OBJECTS}${table}${END}`);
  for (const begun of ['', '\nst', '\nstartxref', '\nstartxref\n4', `\nstartxref\n${OBJECTS.length}\n%%E`]) {
    expect(repaired(`${OBJECTS}${table}${begun}`), begun).toBe(`${OBJECTS}${table}${END}\n`);
  }
});

test.each([
  ['its table', OBJECTS],
  ['its table, though it has its trailer', `${OBJECTS}${TABLE.slice(9)}`],
  ['its table, though it has its last lines', `${OBJECTS}${TABLE.slice(9)}\nstartxref`],
  ['its trailer', `${OBJECTS}xref\n0 2\n`],
  ['the end of its trailer', `${OBJECTS}${TABLE.slice(0, -3)}`],
  ['the root in its trailer', `${OBJECTS}${TABLE.replace('/Root', '/Size')}`],
  ['its first object', '%PDF-1.4\nendobj\n'],
  ['the end of an object after its end', `${OBJECTS}${TABLE}${END}\n3 0 obj\n<<`],
  ['the end of other last lines', `${OBJECTS}${TABLE}\nstarting`],
])('a PDF without %s is cut off', (_, content) => {
  expect(repaired(content)).toBeUndefined();
});

const OPEN =
  '<< /Filter /Standard /V 4 /CF << /StdCF << /CFM /AESV2 >> >> /StmF /Identity /StrF /Identity /EFF /StdCF >>';
const CLOSED = OPEN.replace('/StmF /Identity', '/StmF /StdCF');
const lockedBy = (objects: string, encrypt = '5 0 R') =>
  repaired(`${OBJECTS}${objects}${TABLE.replace(' >>', ` /Encrypt ${encrypt} >>`)}${END}`)?.includes('/Encrypt ');

test('a PDF is unlocked when only its attachments are locked, and no other', () => {
  const lock = (dictionary: string) => lockedBy(`5 0 obj\n${dictionary}\nendobj\n`);
  expect([lock(OPEN), lock(OPEN.replace('/V 4', '/V 5')), lockedBy('', OPEN)]).toEqual([false, false, false]);
  expect(lockedBy(`5 0 obj\n${CLOSED}\nendobj\n5 0 obj\n${OPEN}\nendobj\n`), 'in a later version').toBe(false);
  const closed = [
    CLOSED,
    OPEN.replace('/StrF /Identity', '/StrF /StdCF'),
    OPEN.replace('/V 4', '/V 2'),
    OPEN.replace('/CF ', '/XX '),
  ];
  for (const dictionary of closed) expect(lock(dictionary), dictionary).toBe(true);
  expect([lockedBy('', CLOSED), lockedBy('')]).toEqual([true, true]);
});

test('a PDF is locked otherwise than by a password when another filter than the standard one locks it', () => {
  expect(isLockedOtherwise(bytesOf('/Encrypt << /Filter /Adobe.PubSec >>'))).toBe(true);
  expect(isLockedOtherwise(bytesOf('/Encrypt << /Filter /Standard >>'))).toBe(false);
  expect(isLockedOtherwise(bytesOf('/Filter /FlateDecode'))).toBe(false);
});
