import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file from the object store, open to be read. */
interface OpenFile {
  readonly info: { readonly size: number };
  readonly stream: Readable;
}

/** Sends a stored file to an authorized caller, uncached. The name is used when it is saved. */
export function sendStored(
  reply: FastifyReply,
  { info, stream }: OpenFile,
  { type, name }: { readonly type: string; readonly name?: string },
): FastifyReply {
  if (name !== undefined) reply.header('content-disposition', `inline; filename="${name}"`);
  return reply.header('content-length', info.size).header('cache-control', 'no-store').type(type).send(stream);
}
