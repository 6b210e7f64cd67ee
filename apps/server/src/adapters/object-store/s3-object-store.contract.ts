import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { s3ObjectStore } from './s3-object-store.ts';
import { describeStore } from './store-contract.testing.ts';

/** Run by npm run test:s3 against a real S3 server of its own; see tools/s3. */
const settings = z
  .object({
    S3_ENDPOINT: z.string(),
    S3_BUCKET: z.string(),
    S3_REGION: z.string(),
    S3_ACCESS_KEY_ID: z.string(),
    S3_SECRET_ACCESS_KEY: z.string(),
  })
  .transform((env) => ({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }))
  .parse(process.env);

describeStore('an S3-compatible server', async () => ({
  store: s3ObjectStore(settings),
  post: async (url, form) => (await fetch(url, { method: 'POST', body: form })).status,
  // The server's clock cannot be moved: a form that lasts one second stands for one that lasts 300.
  expired: async (key) => {
    const upload = await s3ObjectStore(settings, { uploadSeconds: 1 }).presignUpload(key);
    await setTimeout(2_500);
    return upload;
  },
}));
