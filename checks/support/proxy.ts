import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { CannotRun, type Run } from './command.ts';
import { kill, makeCertificate, waitFor } from './processes.ts';

/** Reads HAProxy's statistics: one object for each server. */
async function readStatistics(socket: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const line = net.connect(socket, () => line.end('show stat\n'));
  const [names = [], ...rows] = (await text(line)).split('\n').map((row) => row.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])));
}

/** Starts HAProxy until the run ends, and waits until `usable` of its servers are up. It can be killed and started again. */
export async function startProxy(run: Run, name: string, config: readonly string[], usable = 1) {
  const program = findOnPath(['haproxy'], `${process.env.PATH}${path.delimiter}/usr/sbin`);
  if (program === undefined) throw new CannotRun('HAProxy is not installed. On Debian: apt-get install haproxy');
  const file = (extension: string) => path.join(run.folder, `${name}.${extension}`);
  const lines = ['global', `  stats socket ${file('sock')} mode 600`, ...config, ''];
  fs.writeFileSync(file('cfg'), lines.join('\n'), { mode: 0o600 });
  let child: ChildProcess | undefined;
  const isReady = async () => {
    const servers = (await readStatistics(file('sock')).catch(() => [])).filter(({ type }) => type === '2');
    // Before its first health check, a server counts as up.
    const areChecked = servers.every(({ check_status = '' }) => !/^(INI|\* |$)/.test(check_status));
    const up = servers.filter(({ status }) => status?.startsWith('UP'));
    return areChecked && up.length === usable ? true : undefined;
  };
  const killChild = async () => {
    if (child) await kill(child);
  };
  const start = async () => {
    const log = fs.openSync(file('log'), 'a');
    child = spawn(program, ['-db', '-f', file('cfg')], { stdio: ['ignore', log, log] });
    fs.closeSync(log);
    await waitFor(`The servers of the proxy ${name}`, isReady, { withinMs: 30_000, everyMs: 20 });
  };
  run.onEnd(killChild);
  await start();
  return { kill: killChild, start };
}

/**
 * Starts the proxy before web servers, on a port of localhost: it ends TLS, sends applicants only to servers that are ready, and
 * retries a request without a response on another server, unless it is a POST. Returns it with its certificate.
 */
export async function startFrontProxy(run: Run, port: number, webPorts: readonly number[]) {
  const { key, certificate } = makeCertificate(run.folder);
  const [pem, certificateText] = [path.join(run.folder, 'front.pem'), fs.readFileSync(certificate, 'utf8')];
  fs.writeFileSync(pem, certificateText + fs.readFileSync(key, 'utf8'), { mode: 0o600 });
  const config = [
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
    ...webPorts.map((web, place) => `  server web${place + 1} 127.0.0.1:${web}`),
  ];
  return { ...(await startProxy(run, 'front', config, webPorts.length)), certificate: certificateText };
}
