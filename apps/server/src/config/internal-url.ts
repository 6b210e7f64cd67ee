import type { Config } from './config.ts';

/** Where this machine reaches its own web server, without a closing slash. */
export function internalUrlOf(config: Pick<Config, 'host' | 'port'>): string {
  const everywhere = ['localhost', '0.0.0.0', '::', ''];
  const host = everywhere.includes(config.host) ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}
