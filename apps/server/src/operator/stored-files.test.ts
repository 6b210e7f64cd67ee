import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../config/config.ts';
import { openStoredFiles } from './stored-files.ts';

test('a missing data folder is refused and not made; with S3, none is needed', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'firstyear-files-'));
  const missing = path.join(root, 'none');
  try {
    await expect(openStoredFiles({ dataDir: missing, s3: undefined })).rejects.toThrow(
      `There is no folder ${missing}, where files are kept. Set DATA_DIR`,
    );
    expect((await openStoredFiles({ dataDir: root, s3: undefined })).get).toBeTypeOf('function');
    const { s3 } = readSettings({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect((await openStoredFiles({ dataDir: missing, s3 })).get).toBeTypeOf('function');
  } finally {
    await rm(root, { recursive: true });
  }
});
