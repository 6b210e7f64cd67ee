import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { startMailServer } from '../../support/mailbox.ts';
import {
  end,
  kill,
  makeCertificate,
  ROOT,
  runServerProgram,
  startProgram,
  waitFor,
  waitUntilReady,
} from '../../support/processes.ts';
import { startPostgresPair } from './postgres-pair.ts';

/** Reads HAProxy's statistics: one object for each server. */
async function readStatistics(socket: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const line = net.connect(socket, () => line.end('show stat\n'));
  const [names = [], ...rows] = (await text(line)).split('\n').map((row) => row.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])));
}

/** Starts HAProxy until the run ends, and waits until `usable` of its servers are up. It can be killed and restarted. */
async function startProxy(run: Run, name: string, config: readonly string[], usable: number) {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy');
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
  const stop = async () => {
    if (child) await kill(child);
  };
  const restart = async () => {
    await stop();
    const log = fs.openSync(file('log'), 'a');
    child = spawn('haproxy', ['-db', '-f', file('cfg')], { stdio: ['ignore', log, log] });
    fs.closeSync(log);
    await waitFor(`The servers of the proxy ${name}`, isReady, { withinMs: 30_000, everyMs: 20 });
  };
  run.onEnd(stop);
  await restart();
  return { restart };
}

/**
 * The proxy before the web servers: ends TLS, sends applicants only to servers that are ready, and retries a request without a
 * response on another server, unless it is a POST.
 */
function frontConfig(port: number, webPorts: readonly number[], pem: string): readonly string[] {
  return [
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
}

/** The proxy before the databases, which connects to the primary: the example of docs/deploying.md with our ports. */
function databaseConfig(port: number, primary: number, standby: number): readonly string[] {
  const example = fs.readFileSync(path.join(ROOT, 'deploy/proxy/haproxy-database.cfg'), 'utf8');
  const ourConfig = example
    .replace('10.0.0.5:5432', `127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${primary}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${standby}`);
  return [ourConfig.replace(/^global$/m, '')];
}

interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of another version of the product. */
  readonly root?: string;
}

interface InstanceOptions {
  readonly name: string;
  readonly isWeb: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
}

/** Starts a web server or a worker until the run ends. It can be stopped, killed and started again. */
async function startInstance(run: Run, { name, isWeb, env, root: firstRoot }: InstanceOptions) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const portEnv = isWeb ? { PORT: String(port) } : { METRICS_PORT: String(port), METRICS_HOST: '127.0.0.1' };
  const log = path.join(run.folder, 'logs', `${name}.log`);
  let child: ChildProcess | undefined;
  const instance = {
    /** The web server's own address; applicants use the proxy's. */
    url,
    port,
    /** Starts it, with more variables or as another version; returns when it is ready. */
    start: async ({ env: added = {}, root = firstRoot }: StartOptions = {}) => {
      child = startProgram(isWeb ? 'server.ts' : 'worker.ts', { ...env, ...portEnv, ...added }, { log, root });
      await waitUntilReady(url + (isWeb ? PROBE_PATHS.ready : '/metrics'), child).catch((error: unknown) => {
        const lines = fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ');
        throw new Error(`${name} did not become ready: ${String(error)} ${lines}`);
      });
    },
    /** Ends it with SIGTERM; returns the milliseconds that it took. */
    stop: async () => (child ? end(child) : 0),
    kill: async () => {
      if (child) await kill(child);
    },
  };
  run.onEnd(instance.stop);
  await instance.start();
  return instance;
}

export type TwoOfEverything = Awaited<ReturnType<typeof startTwoOfEverything>>;

/**
 * Starts the product as a university runs it, on loopback: two web servers and two workers, a mail server, a PostgreSQL primary
 * with a synchronous standby, a proxy that connects to the primary, and a proxy that ends TLS, whose certificate this process
 * then trusts.
 *
 * @param firstRoot the folder of the version that it starts with
 */
export async function startTwoOfEverything(run: Run, firstRoot: string) {
  const { folder } = run;
  fs.chmodSync(folder, 0o711);
  const [dataDir, logs] = [path.join(folder, 'data'), path.join(folder, 'logs')];
  for (const subfolder of [dataDir, logs]) fs.mkdirSync(subfolder, { recursive: true });
  const [frontPort, databasePort] = [await freePort(), await freePort()];
  const mail = await startMailServer(run);
  const databases = await startPostgresPair(run);
  const { primary, standby } = databases;
  const toDatabase = databaseConfig(databasePort, primary.port, standby.port);
  const databaseProxy = await startProxy(run, 'database', toDatabase, 1);
  const { serving, owner } = databases.urlsThrough(databasePort);
  const url = `https://localhost:${frontPort}`;
  /** The variables of every process, without its port. */
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: serving,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUSTED_PROXY: '127.0.0.1',
    SMTP_URL: mail.url,
    LOG_LEVEL: 'info',
  };
  /** The same for commands of the owning role. */
  const ownerEnv = { ...env, DATABASE_MIGRATION_URL: owner };
  const migrate = (root = ROOT) =>
    runServerProgram('migrate.ts', ownerEnv, { log: path.join(logs, 'migrate.log'), root });
  await migrate(firstRoot);
  const start = (name: string, isWeb: boolean) => startInstance(run, { name, isWeb, env, root: firstRoot });
  const [web1, web2, worker1, worker2] = await Promise.all([
    start('web1', true),
    start('web2', true),
    start('worker1', false),
    start('worker2', false),
  ]);
  const { key, certificate } = makeCertificate(folder);
  const [pem, certificateText] = [path.join(folder, 'front.pem'), fs.readFileSync(certificate, 'utf8')];
  fs.writeFileSync(pem, certificateText + fs.readFileSync(key, 'utf8'), { mode: 0o600 });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificateText]);
  const front = await startProxy(run, 'front', frontConfig(frontPort, [web1.port, web2.port], pem), 2);
  const [webs, workers] = [[web1, web2] as const, [worker1, worker2] as const];
  return { url, dataDir, folder, env, ownerEnv, mail, databases, front, databaseProxy, webs, workers, migrate };
}
