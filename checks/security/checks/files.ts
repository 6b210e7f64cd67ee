import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { conversionStatus, pdf, startConversion } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { pixelFlood, wordBomb, wordFile } from '@firstyear/document-converter/testing/corpus';
import { words } from '@firstyear/document-converter/testing/word-corpus';
import { CannotRun } from '../../support/command.ts';
import { portOf } from '../../support/http.ts';
import { byTest, type Check, quick, slow } from '../check.ts';
import { insist, insistRefused, insistStatus, statusOfBeginning } from '../finding.ts';
import { documentKey, objectOf, postUpload, presign, type Target, type Visitor } from '../target.ts';

const MB = 1_048_576;
const WITHIN_MS = 90_000;
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Uploads a file and waits for the end of its conversion. */
async function convert(target: Target, visitor: Visitor, content: Uint8Array, name: string) {
  const key = documentKey(target);
  const signed = await presign(target, visitor, key);
  const stored = await postUpload(signed, content);
  insist(stored.status < 300, `${name} is not stored: ${stored.status}`);
  const started = await visitor.exchange(startConversion, {
    params: { key },
    payload: { file_key: signed.fields.key ?? '', file_name: name },
  });
  if (started.status !== 200) return { status: 'REFUSED', message: String(objectOf(started).message ?? '') };
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(150)) {
    const { status, message } = objectOf(await visitor.exchange(conversionStatus, { params: { key } }));
    if (status === 'UNPROCESSED' && message !== undefined) throw new CannotRun(`no converter: ${String(message)}`);
    if (status === 'COMPLETED' || status === 'FAILED') return { status, message: String(message ?? '') };
  }
  return { status: 'still open', message: '' };
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const LINKED_PICTURE =
  '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:50pt;height:50pt"><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r></w:p>';

/** A Word file that loads a picture and a template from another server. */
function callingWordFile(origin: string): Promise<Buffer> {
  const link = (id: string, kind: string, file: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${origin}/${file}" TargetMode="External"/>`;
  const relations = link('rId9', 'image', 'picture.png') + link('rId8', 'attachedTemplate', 'template.dotx');
  return wordFile({ body: words('Words that stay') + LINKED_PICTURE, relations });
}

function encrypted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
  }
  return copy;
}

const CONVERTER_TEST = 'packages/document-converter/src/local-converter.night.test.ts';
const ISOLATION_TEST = 'packages/document-converter/src/isolation.night.test.ts';
const SCANNER_TEST = 'apps/server/src/adapters/scanner/clamav-scanner.test.ts';

export const FILE_CHECKS: readonly Check[] = [
  quick('B29', 'an upload is bound to its key, type, size, five minutes', async (target) => {
    const { visitor } = await target.person();
    const key = documentKey(target);
    const signed = await presign(target, visitor, key);
    const policyField = Object.keys(signed.fields).find((name) => name.toLowerCase() === 'policy') ?? '';
    const signature = Object.keys(signed.fields).find((name) => /signature$/i.test(name)) ?? '';
    const { expiration } = JSON.parse(Buffer.from(signed.fields[policyField] ?? '', 'base64').toString());
    const seconds = Math.round((Date.parse(String(expiration)) - Date.now()) / 1_000);
    insist(seconds > 0 && seconds <= 305, `an upload may begin for ${seconds} s`);
    const content = bytes('%PDF-1.7\n');
    const other = signed.fields.key?.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) ?? '';
    const attempts = {
      'another key': await postUpload(signed, content, { key: other }),
      'another type': await postUpload(signed, content, { 'Content-Type': 'text/html' }),
      'a changed signature': await postUpload(signed, content, { [signature]: 'AAAA' }),
      'over 1 MB': await postUpload(signed, new Uint8Array(MB + 1)),
      'empty file': await postUpload(signed, new Uint8Array()),
      'path out of the store': await postUpload(signed, content, { key: '../../secret-key' }),
    };
    insistRefused(attempts);
    const good = await postUpload(await presign(target, visitor, key), content);
    insist(good.status >= 200 && good.status < 300, `a good upload gets ${good.status}`);
  }),
  slow('B30', 'files that lie or explode end FAILED with a message', CONVERTER_TEST, async (target) => {
    const { visitor } = await target.person();
    const files: Readonly<Record<string, Uint8Array>> = {
      'renamed.pdf': bytes('GIF89a this is no PDF'),
      'truncated.pdf': bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'),
      'flood.png': await pixelFlood(),
      'bomb.docx': await wordBomb(),
      'locked.docx': encrypted(await wordFile()),
    };
    for (const [name, content] of Object.entries(files)) {
      const { status, message } = await convert(target, visitor, content, name);
      insist(status === 'FAILED' || status === 'REFUSED', `${name} ends ${status}`);
      insist(message.length > 20, `${name} fails without a message to the applicant`);
    }
    const health = await target.get(HEALTH_PATH, visitor);
    insistStatus(health, 200, 'afterward the health check');
  }),
  byTest('B31', 'a malware scanner can be plugged in', SCANNER_TEST),
  slow('B32', 'printer and converter reach no network and no file', ISOLATION_TEST, async (target) => {
    if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(target.baseUrl).hostname)) {
      throw new CannotRun('needs a product on this machine: a file has to call back to this command');
    }
    const fetched: string[] = [];
    const listener = http.createServer((request, response) => {
      fetched.push(request.url ?? '');
      response.end();
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    try {
      const { visitor } = await target.person();
      const file = await callingWordFile(`http://127.0.0.1:${portOf(listener)}`);
      await convert(target, visitor, file, 'calling.docx');
      insist(fetched.length === 0, `a Word file made the converter fetch ${fetched[0] ?? ''}`);
    } finally {
      listener.close();
    }
  }),
  slow('B33', 'download links are signed, short, bound to the owner', async (target) => {
    const [ada, bob] = [await target.person(), await target.person()];
    let url = '';
    for (const until = performance.now() + WITHIN_MS; url === '' && performance.now() < until; await sleep(200)) {
      const { status, url: link } = objectOf(await ada.visitor.exchange(pdf));
      if (status === 'FAILED') throw new CannotRun('the product could not print: is there a Chromium?');
      url = String(link ?? '');
    }
    if (url === '') throw new CannotRun(`no PDF copy within ${WITHIN_MS / 1_000} s: is there a Chromium?`);
    const { pathname, searchParams, search } = new URL(url, target.baseUrl);
    const read = (visitor: Visitor, path: string) => target.get(path, visitor);
    const download = await read(ada.visitor, pathname + search);
    insistStatus(download, 200, 'the owner');
    insist(
      /^attachment/.test(String(download.headers['content-disposition'])),
      'the copy is not sent as an attachment',
    );
    const minutes = Math.round((Number(searchParams.get('expires')) - Date.now()) / 60_000);
    insist(minutes <= 15, `a link works for ${minutes} minutes`);
    const extended = new URLSearchParams(searchParams);
    extended.set('expires', '9999999999999');
    const attempts = {
      "another's session": await read(bob.visitor, pathname + search),
      'no session': await read(target.visitor(), pathname + search),
      'a later expiry': await read(ada.visitor, `${pathname}?${extended}`),
      'no document': await read(ada.visitor, filePaths.document('transcript')),
    };
    insistRefused(attempts);
  }),
  /** Sends the beginnings of forms with a Content-Length of a megabyte. */
  quick('11.1', 'forms are refused at their first excess', async (target) => {
    const { host, origin } = new URL(target.baseUrl);
    const head = [
      `POST ${filePaths.uploads} HTTP/1.1`,
      `host: ${host}`,
      `origin: ${origin}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 1048576',
      '',
      '',
    ].join('\r\n');
    const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
    const many = await statusOfBeginning(target.baseUrl, head + part('k').repeat(100));
    insist(many >= 400 && many < 500, `a form of tiny parts gets ${many || 'no response'} after its first bytes`);
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx';
    const early = await statusOfBeginning(target.baseUrl, head + file);
    insist(early >= 400 && early < 500, `a file before its signed fields gets ${early || 'no response'}`);
    const signed = ['key', 'Content-Type', 'policy', 'signature'].map(part).join('');
    const forged = await statusOfBeginning(target.baseUrl, head + signed + file);
    insist(forged === 403, `a form with a made-up signature gets ${forged || 'no response'} before its file is read`);
  }),
];
