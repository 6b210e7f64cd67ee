import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { FileStore } from '../adapters/object-store/object-store.ts';

export type OpenFile = NonNullable<Awaited<ReturnType<FileStore['get']>>>;

/** The Content-Disposition of a PDF under this name, with a fallback for browsers that only know ASCII. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\/:*?<>|]/g, '-')
    .trim();
  return create(`${name}.pdf`, { fallback: `${plain || 'application'}.pdf` });
}

/** Sends a stored file to an authorized caller, uncached. `name` is for saving it. */
export function sendStored(
  reply: FastifyReply,
  { info, stream }: OpenFile,
  { type, name }: { readonly type: string; readonly name?: string },
): FastifyReply {
  if (name !== undefined) reply.header('content-disposition', `inline; filename="${name}"`);
  return reply.header('content-length', info.size).header('cache-control', 'no-store').type(type).send(stream);
}
