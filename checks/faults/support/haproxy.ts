import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { makeCertificate } from '../../support/certificate.ts';
import { kill, waitFor } from '../../support/processes.ts';
import type { PostgresPair } from './postgres-pair.ts';

const DATABASE_EXAMPLE = path.resolve(import.meta.dirname, '../../../deploy/proxy/haproxy-database.cfg');

/** A proxy of HAProxy's that can be ended and started again. */
export interface RunningProxy {
  readonly port: number;
  /** Starts it, and returns when it knows which of its servers can be used. */
  start(): Promise<void>;
  /** Ends it without warning and starts it at once. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface ProxyOptions {
  readonly port: number;
  readonly folder: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** How many of its servers can be used when all is well. */
  readonly usable: number;
}

/** What a proxy says to a command on its socket. */
function ask(socket: string, command: string): Promise<string> {
  const line = net.connect(socket, () => line.end(`${command}\n`));
  return text(line);
}

function haproxy({ port, folder, name, lines, usable }: ProxyOptions): RunningProxy {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy');
  }
  const [file, socket] = [path.join(folder, `${name}.cfg`), path.join(folder, `${name}.sock`)];
  fs.writeFileSync(file, ['global', `  stats socket ${socket} mode 600`, ...lines, ''].join('\n'), { mode: 0o600 });
  let child: ChildProcess | undefined;
  const countUsable = async () => {
    const rows = (await ask(socket, 'show stat').catch(() => '')).split('\n').map((row) => row.split(','));
    const heads = rows[0] ?? [];
    const field = (row: readonly string[], head: string) => row[heads.indexOf(head)] ?? '';
    const servers = rows.filter((row) => field(row, 'type') === '2');
    // Before its first check, a server counts as usable.
    const areChecked = servers.every((row) => !/^(INI|\* |$)/.test(field(row, 'check_status')));
    return areChecked ? servers.filter((row) => field(row, 'status').startsWith('UP')).length : -1;
  };
  const start = async () => {
    const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
    child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] });
    fs.closeSync(log);
    const poll = async () => ((await countUsable()) === usable ? true : undefined);
    await waitFor(`The servers of the proxy ${name}`, poll, { withinMs: 30_000, everyMs: 20 });
  };
  return {
    port,
    start,
    async restart() {
      if (child) await kill(child);
      await start();
    },
    stop: async () => {
      if (child) await kill(child);
    },
  };
}

/** A file with a certificate for localhost and its key, as HAProxy wants it, and the certificate alone. */
function certificateFile(folder: string): { readonly file: string; readonly certificate: string } {
  const { key, certificate } = makeCertificate(folder);
  const [file, issued] = [path.join(folder, 'front.pem'), fs.readFileSync(certificate, 'utf8')];
  fs.writeFileSync(file, issued + fs.readFileSync(key, 'utf8'), { mode: 0o600 });
  return { file, certificate: issued };
}

/**
 * The proxy before the web servers: ends TLS, sends applicants only to servers that are ready, and repeats on another one
 * what got no response from a server, but for POST.
 */
export function frontProxy(
  folder: string,
  port: number,
  webPorts: readonly number[],
): RunningProxy & { readonly certificate: string } {
  const { file: pem, certificate } = certificateFile(folder);
  const servers = webPorts.map((web, place) => `  server web${place + 1} 127.0.0.1:${web}`);
  const lines = [
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout http-request 10s',
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    'frontend applicants',
    `  bind 127.0.0.1:${port} ssl crt ${pem}`,
    '  http-request set-header X-Forwarded-For %[src]',
    '  http-request set-header X-Forwarded-Proto https',
    '  http-request disable-l7-retry if METH_POST',
    '  default_backend web',
    'backend web',
    '  balance leastconn',
    `  option httpchk GET ${PROBE_PATHS.ready}`,
    '  default-server check inter 1s fall 2 rise 1',
    ...servers,
  ];
  return { ...haproxy({ port, folder, name: 'front', lines, usable: webPorts.length }), certificate };
}

/** The proxy before the databases, which leads to the primary: the example that docs/deploying.md names, with our ports. */
export function databaseProxy(folder: string, port: number, pair: PostgresPair): RunningProxy {
  const example = fs.readFileSync(DATABASE_EXAMPLE, 'utf8');
  const adapted = example
    .replace('10.0.0.5:5432', `127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${pair.primary.port}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${pair.standby.port}`)
    .replace(/^global$/m, '');
  return haproxy({ port, folder, name: 'database', lines: [adapted], usable: 1 });
}
