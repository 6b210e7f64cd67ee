import { freePort } from '../../apps/server/src/process/free-port.ts';
import { startProduct } from '../security/started-product.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** A product that was started for the walk, and how it is reached. */
export interface Place {
  readonly scheme: Scheme;
  readonly origin: string;
  readonly outbox: string;
  stop(): Promise<void>;
}

export const SCHEMES = ['http', 'https'] as const;
export type Scheme = (typeof SCHEMES)[number];

async function startPlain(): Promise<Place> {
  const { baseUrl, outbox, stop } = await startProduct();
  return { scheme: 'http', origin: baseUrl, outbox, stop };
}

async function startBehindTls(): Promise<Place> {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const product = await startProduct({ PUBLIC_URL: origin, TRUSTED_PROXY: '127.0.0.1,::1' });
  const proxy = await startTlsProxy(port, new URL(product.baseUrl)).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  const stop = async () => {
    proxy.stop();
    await product.stop();
  };
  return { scheme: 'https', origin, outbox: product.outbox, stop };
}

export const startPlace: Readonly<Record<Scheme, () => Promise<Place>>> = { http: startPlain, https: startBehindTls };
