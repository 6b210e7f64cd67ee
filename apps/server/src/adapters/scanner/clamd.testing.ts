import net from 'node:net';

/** ClamAV's test string, in two parts so that no scanner flags this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Invented malware: the signatures below find it in a picture or a PDF, anywhere in the file. */
export const MALWARE = 'FIRSTYEAR-MALWARE-FOR-TESTS';

/**
 * Each signature is for one type of file and one offset in it. The real ones are as narrow, so malware in a file that ClamAV
 * can't recognize goes unnoticed.
 */
const SIGNATURES = [
  { name: 'Eicar', content: EICAR, type: 0, offset: '0', starts: [EICAR] },
  { name: 'Picture', content: MALWARE, type: 5, offset: '*', starts: ['\xff\xd8\xff', '\x89PNG'] },
  { name: 'Pdf', content: MALWARE, type: 10, offset: '*', starts: ['%PDF-'] },
] as const;

/** The same signatures as a database of the real ClamAV (.ndb). */
export const SIGNATURE_DATABASE = SIGNATURES.map(
  ({ name, content, type, offset }) => `Firstyear.${name}:${type}:${offset}:${Buffer.from(content).toString('hex')}\n`,
).join('');

function verdictOn(file: Buffer): string {
  const start = file.toString('latin1', 0, EICAR.length);
  const found = SIGNATURES.find(
    ({ content, starts }) => starts.some((item) => start.startsWith(item)) && file.includes(content),
  );
  return found ? `stream: Firstyear.${found.name}.UNOFFICIAL FOUND\0` : 'stream: OK\0';
}

/**
 * Speaks INSTREAM as ClamAV's daemon does, since a fresh machine doesn't have the real one. `npm run test:clamav` runs
 * the same tests with the real one, whose address is in TEST_CLAMD.
 */
export async function clamdForTests(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const real = process.env.TEST_CLAMD;
  if (real) return { address: real, close: async () => {} };
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
          socket.end(verdictOn(Buffer.concat(parts)));
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
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    address: `127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
