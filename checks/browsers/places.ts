import { freePort } from '../../apps/server/src/process/free-port.ts';
import type { Run } from '../support/command.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { startWhole } from '../support/product.ts';
import { startFrontProxy } from '../support/proxy.ts';

export const SCHEMES = ['http', 'https'] as const;
type Scheme = (typeof SCHEMES)[number];

/** The product that was started for the walk. */
export interface Place {
  readonly scheme: Scheme;
  readonly origin: string;
  readonly mailbox: Mailbox;
}

/** Starts the product, behind a TLS proxy for https. */
export async function startPlace(run: Run, scheme: Scheme): Promise<Place> {
  if (scheme === 'http') {
    const { url, mailbox } = await startWhole(run);
    return { scheme, origin: url, mailbox };
  }
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const { url, mailbox } = await startWhole(run, { env: { PUBLIC_URL: origin, TRUSTED_PROXY: '127.0.0.1,::1' } });
  await startFrontProxy(run, port, [Number(new URL(url).port)]);
  return { scheme, origin, mailbox };
}
