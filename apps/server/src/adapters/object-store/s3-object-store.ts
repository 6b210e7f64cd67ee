import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/config.ts';
import { isObjectKey, type ObjectStore, UPLOAD_LIMITS } from './object-store.ts';

/** Loads the SDK at the first use of a store: an installation without S3 never does. */
async function loadClient(settings: S3Settings) {
  const [sdk, { createPresignedPost }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-presigned-post'),
  ]);
  const client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // All compatible stores support addresses with the bucket in the path, but not the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  return { sdk, client, createPresignedPost };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name);
}

/** Keeps objects in one bucket of an S3-compatible store, to which browsers post their files directly. */
export function s3ObjectStore(
  settings: S3Settings,
  { uploadSeconds = UPLOAD_LIMITS.seconds }: { readonly uploadSeconds?: number } = {},
): ObjectStore & { close(): Promise<void> } {
  const { bucket: Bucket } = settings;
  let loading: ReturnType<typeof loadClient> | undefined;
  const load = () => {
    loading ??= loadClient(settings);
    return loading;
  };
  const checked = (key: string) => {
    if (!isObjectKey(key)) throw new Error('Not an object key.');
    return { Bucket, Key: key };
  };
  const send = async <T>(request: (client: S3Client, sdk: typeof import('@aws-sdk/client-s3')) => Promise<T>) => {
    const { client, sdk } = await load();
    try {
      return await request(client, sdk);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    async put(key, content) {
      const place = checked(key);
      const ContentType = UPLOAD_LIMITS.contentType;
      await send((client, sdk) =>
        client.send(new sdk.PutObjectCommand({ ...place, Body: content, ContentType, ContentLength: content.length })),
      );
    },
    async head(key) {
      const place = checked(key);
      const found = await send((client, sdk) => client.send(new sdk.HeadObjectCommand(place)));
      return found && { size: found.ContentLength ?? 0 };
    },
    async get(key) {
      const place = checked(key);
      const found = await send((client, sdk) => client.send(new sdk.GetObjectCommand(place)));
      if (!(found?.Body instanceof Readable)) return undefined;
      return { info: { size: found.ContentLength ?? 0 }, stream: found.Body };
    },
    async delete(key) {
      const place = checked(key);
      await send((client, sdk) => client.send(new sdk.DeleteObjectCommand(place)));
    },
    async presignUpload(key) {
      const place = checked(key);
      const { client, createPresignedPost } = await load();
      const { minBytes, maxBytes, contentType } = UPLOAD_LIMITS;
      return createPresignedPost(client, {
        ...place,
        Fields: { 'Content-Type': contentType },
        Conditions: [
          ['eq', '$key', key],
          ['eq', '$Content-Type', contentType],
          ['content-length-range', minBytes, maxBytes],
        ],
        Expires: uploadSeconds,
      });
    },
    async close() {
      if (loading) (await loading).client.destroy();
    },
  };
}
