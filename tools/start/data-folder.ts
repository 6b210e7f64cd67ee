import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '@firstyear/processes/error-code';
import { ConfigError } from '../../apps/server/src/config/config.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';

/** Makes DATA_DIR and its folders, and checks that they can be written to. */
export function prepareDataFolder(dataDir: string): void {
  try {
    // If this is root, the database runs as another user, who has to pass through. The folders inside are private.
    fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    for (const name of ['logs', 'outbox']) fs.mkdirSync(path.join(dataDir, name), { recursive: true, mode: 0o700 });
    const probe = path.join(dataDir, `.probe-${randomBytes(4).toString('hex')}`);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new ConfigError(
      `The data folder ${dataDir} cannot be written to (${reason}). Give this user the right to write there, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Keeps a second supervisor away from this data folder. The holder of the lock listens on a loopback port and sends the token of
 * the lock file, since its process id may have been reused.
 */
export async function lockDataFolder(dataDir: string): Promise<{ release(): void }> {
  const file = path.join(dataDir, 'running.json');
  const token = randomBytes(16).toString('hex');
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(token);
  });
  server.unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const draft = `${file}.${token}`;
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, port, token }), { mode: 0o600 });
  try {
    for (let tries = 0; ; tries++) {
      try {
        fs.linkSync(draft, file);
        break;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST' || tries > 2) throw error;
      }
      const holder = readLock(file);
      if (holder && (await readToken(holder.port)) === holder.token) {
        server.close();
        throw new StartProblem(
          `Firstyear is already running on the data folder ${dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      fs.rmSync(file, { force: true });
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return {
    release: () => {
      server.close();
      fs.rmSync(file, { force: true });
    },
  };
}

function readLock(file: string): { pid: number; port: number; token: string } | undefined {
  try {
    const { pid, port, token } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return { pid: Number(pid), port: Number(port), token: String(token) };
  } catch {
    return undefined;
  }
}

/** Reads the text that a program sends from a loopback port; empty if there is none, or it takes too long. */
function readToken(port: number): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.setTimeout(2000, () => socket.destroy());
  return text(socket).catch(() => '');
}
