import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type ObjectStore, type PresignedUpload, UPLOAD_LIMITS } from './object-store.ts';

/** One of the two stores, with a browser's way to upload to it. */
interface StoreUnderTest {
  readonly store: ObjectStore;
  /** Posts a form as a browser does; resolves to the status. */
  readonly post: (url: string, form: FormData) => Promise<number>;
  /** A form that was presigned five minutes ago. */
  readonly expired: (key: string) => Promise<PresignedUpload>;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function formOf(upload: PresignedUpload, content: Uint8Array, changes: Readonly<Record<string, string | null>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...upload.fields, ...changes })) {
    if (value !== null) form.append(name, value);
  }
  form.append('file', new Blob([new Uint8Array(content)]), 'transcript.pdf');
  return form;
}

/** The tests that both stores must pass. A refused upload leaves nothing behind. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} as a store`, async () => {
    const { store, post, expired } = await open();
    let count = 0;
    const newKey = () => {
      count += 1;
      return `uploads/contract/${process.pid}-${count}`;
    };
    const contentOf = async (key: string) => {
      const found = await store.get(key);
      return found && (await buffer(found.stream));
    };
    const expectRefused = async (upload: PresignedUpload, form: FormData, key: string) => {
      expect(await post(upload.url, form)).toBeGreaterThanOrEqual(400);
      expect(await store.head(key)).toBeUndefined();
    };

    test('an object is read back as it was put, replaced as a whole, and gone once deleted', async () => {
      const key = newKey();
      await store.put(key, bytes('first'));
      await store.put(key, bytes('second, and longer'));
      expect(await store.head(key)).toEqual({ size: 18 });
      expect((await contentOf(key))?.toString()).toBe('second, and longer');
      await store.delete(key);
      await store.delete(key);
      expect(await store.head(key)).toBeUndefined();
      expect(await store.get(key)).toBeUndefined();
    });

    test('keys in another format than the server makes are refused', async () => {
      for (const key of ['../secret', '/etc/hostname', '', 'a//b', 'a/../b', 'A b']) {
        await expect(store.put(key, bytes('x')), key).rejects.toThrow('Not an object key');
        await expect(store.get(key), key).rejects.toThrow('Not an object key');
        await expect(store.head(key), key).rejects.toThrow('Not an object key');
        await expect(store.delete(key), key).rejects.toThrow('Not an object key');
        await expect(store.presignUpload(key), key).rejects.toThrow('Not an object key');
      }
    });

    test('[API-20, API-21, DATA-18] a presigned form uploads a file of 1 byte to 1 MB under its key', async () => {
      for (const size of [UPLOAD_LIMITS.minBytes, 340_000, UPLOAD_LIMITS.maxBytes]) {
        const key = newKey();
        const upload = await store.presignUpload(key);
        expect(upload.fields.key).toBe(key);
        const content = new Uint8Array(size).fill(65);
        const status = await post(upload.url, formOf(upload, content));
        expect(status, `${size} bytes`).toBeLessThan(300);
        expect(await store.head(key)).toEqual({ size });
        expect((await contentOf(key))?.equals(content)).toBe(true);
      }
    });

    test('[VAL-67] a file over 1 MB is refused', async () => {
      const key = newKey();
      const upload = await store.presignUpload(key);
      await expectRefused(upload, formOf(upload, new Uint8Array(UPLOAD_LIMITS.maxBytes + 1)), key);
      await expectRefused(upload, formOf(upload, new Uint8Array(3 * UPLOAD_LIMITS.maxBytes)), key);
    });

    test('[VAL-70] an empty file is refused', async () => {
      const key = newKey();
      const upload = await store.presignUpload(key);
      await expectRefused(upload, formOf(upload, new Uint8Array()), key);
    });

    test('another key, another type, a changed or missing policy or signature are refused', async () => {
      const key = newKey();
      const other = newKey();
      const upload = await store.presignUpload(key);
      const { fields } = upload;
      const policyName = Object.keys(fields).find((field) => field.toLowerCase() === 'policy') ?? 'policy';
      const signatureName = Object.keys(fields).find((field) => /signature$/i.test(field)) ?? 'signature';
      const widened = Buffer.from(
        Buffer.from(fields[policyName] ?? '', 'base64')
          .toString()
          .replaceAll(key, other),
      ).toString('base64');
      for (const changes of [
        { key: other },
        { 'Content-Type': 'text/html' },
        { 'Content-Type': null },
        { [policyName]: widened, key: other },
        { [policyName]: null },
        { [signatureName]: '0'.repeat(64) },
        { [signatureName]: null },
      ]) {
        await expectRefused(upload, formOf(upload, bytes('x'), changes), other);
        expect(await store.head(key)).toBeUndefined();
      }
    });

    test('a form expires after five minutes', async () => {
      const key = newKey();
      const upload = await expired(key);
      await expectRefused(upload, formOf(upload, bytes('x')), key);
    });
  });
}
