import net from 'node:net';

/** Scans uploads for malware. */
export interface Scanner {
  /** @throws ScannerUnavailable when it cannot be reached now */
  scan(content: Uint8Array, signal: AbortSignal): Promise<'clean' | 'infected'>;
}

/** The scanner does not respond: the file waits for it, since unscanned files are never converted. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

const TIMEOUT_MS = 20_000;
/** clamd's StreamMaxLength is larger; pieces of this size are well below its limits. */
const PIECE_BYTES = 64 * 1024;
const MAX_RESPONSE_BYTES = 4096;

function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

function* pieces(content: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const piece = content.subarray(at, at + PIECE_BYTES);
    yield lengthOf(piece);
    yield piece;
  }
  yield lengthOf(new Uint8Array());
}

function verdictOf(response: string): 'clean' | 'infected' {
  if (/^stream: OK\0?$/.test(response)) return 'clean';
  if (/^stream: .+ FOUND\0?$/.test(response)) return 'infected';
  throw new ScannerUnavailable("The virus scanner's response holds no verdict.");
}

function connect(address: string): net.Socket {
  if (address.startsWith('/')) return net.connect({ path: address });
  const colon = address.lastIndexOf(':');
  return net.connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)) });
}

/** ClamAV's daemon, through its command INSTREAM. The address is host:port, or the path of its socket. */
export function clamavScanner(address: string, timeoutMs = TIMEOUT_MS): Scanner {
  return {
    scan: (content, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const socket = connect(address);
        let response = '';
        const fail = (error: unknown) => {
          socket.destroy();
          reject(error);
        };
        const onAbort = () => fail(signal.reason);
        signal.addEventListener('abort', onAbort);
        socket.setTimeout(timeoutMs, () => fail(new ScannerUnavailable('The virus scanner is not responding.')));
        socket.on('error', (cause) => fail(new ScannerUnavailable('The virus scanner cannot be reached.', { cause })));
        socket.on('connect', () => {
          for (const piece of pieces(content)) socket.write(piece);
        });
        socket.on('data', (data: Buffer) => {
          response += data.toString('utf8');
          if (response.length > MAX_RESPONSE_BYTES)
            fail(new ScannerUnavailable("The virus scanner's response is too long."));
        });
        socket.on('close', () => {
          signal.removeEventListener('abort', onAbort);
          try {
            resolve(verdictOf(response.trim()));
          } catch (error) {
            reject(error);
          }
        });
      }),
  };
}
