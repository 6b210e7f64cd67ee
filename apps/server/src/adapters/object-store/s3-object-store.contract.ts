import { setTimeout } from 'node:timers/promises';
import { s3ObjectStore } from './s3-object-store.ts';
import { s3Settings } from './s3-settings.testing.ts';
import { describeStore } from './store-contract.testing.ts';

/** Run by npm run test:s3 against a real S3 server of its own; see tools/s3. */
describeStore('an S3-compatible server', async () => ({
  store: s3ObjectStore(s3Settings),
  post: async (url, form) => (await fetch(url, { method: 'POST', body: form })).status,
  // The server's clock cannot be moved: a form that lasts one second stands for one that lasts 300.
  expired: async (key) => {
    const upload = await s3ObjectStore(s3Settings, { uploadSeconds: 1 }).presignUpload(key);
    await setTimeout(2_500);
    return upload;
  },
}));
