import * as z from 'zod';

/** The S3 server that npm run test:s3 has started; see tools/s3. */
export const s3Settings = z
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
