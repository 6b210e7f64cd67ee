import { argon2id, type HashRequest, type HashResponse, hashRequest } from './argon2id.ts';

/** Hashes passwords for the process that started it (hash-process.ts), and ends with it. */
async function respond({ id, password, stored }: HashRequest): Promise<HashResponse> {
  try {
    if (stored === undefined) return { id, hash: await argon2id.hash(password) };
    return { id, isMatch: await argon2id.verify(stored, password) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.name : 'unknown' };
  }
}

process.on('message', async (message) => {
  const response = await respond(hashRequest.parse(message));
  if (process.connected) process.send?.(response);
});
process.on('disconnect', () => process.exit(0));
// A terminal or a supervisor also signals this process, but the web server's last calls still need it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
