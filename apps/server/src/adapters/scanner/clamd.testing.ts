import net from 'node:net';

/** ClamAV's own test word, in two parts so that no scanner stumbles over this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Speaks INSTREAM as ClamAV's daemon does, since the real one needs hundreds of megabytes of signatures. */
export async function fakeClamd(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = net.createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      const command = 'zINSTREAM\0';
      if (received.length < command.length) return;
      if (received.toString('latin1', 0, command.length) !== command) {
        socket.end('UNKNOWN COMMAND\0');
        return;
      }
      let at = command.length;
      const parts: Buffer[] = [];
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          const found = Buffer.concat(parts).includes(EICAR);
          socket.end(found ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
          return;
        }
        if (at + 4 + length > received.length) return;
        parts.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    address: `127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
