/** Looks for malware in what comes from outside. */
export interface Scanner {
  /** @throws ScannerUnavailable when it cannot be asked now */
  scan(content: Uint8Array, signal: AbortSignal): Promise<'clean' | 'infected'>;
}

/** The scanner does not respond: the file waits for it, unscanned files are never converted. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}
