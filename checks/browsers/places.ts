import { freePort } from '../../apps/server/src/process/free-port.ts';
import { startWhole } from '../support/product.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** A product that was started for the walk, and how it is reached. */
export interface Place {
  readonly scheme: Scheme;
  readonly origin: string;
  readonly outbox: string;
  stop(): Promise<unknown>;
}

export const SCHEMES = ['http', 'https'] as const;
export type Scheme = (typeof SCHEMES)[number];

async function startPlain(dataDir: string): Promise<Place> {
  const { url, outbox, stop } = await startWhole(dataDir);
  return { scheme: 'http', origin: url, outbox, stop };
}

async function startBehindTls(dataDir: string): Promise<Place> {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const product = await startWhole(dataDir, { env: { PUBLIC_URL: origin, TRUSTED_PROXY: '127.0.0.1,::1' } });
  const proxy = await startTlsProxy(port, new URL(product.url)).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  const stop = async () => {
    proxy.stop();
    await product.stop();
  };
  return { scheme: 'https', origin, outbox: product.outbox, stop };
}

export const startPlace: Readonly<Record<Scheme, (dataDir: string) => Promise<Place>>> = {
  http: startPlain,
  https: startBehindTls,
};
