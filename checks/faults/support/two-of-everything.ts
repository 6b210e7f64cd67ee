import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { type MailServer, startMailServer } from '../../support/mailbox.ts';
import { end, kill, ROOT, runServerProgram, startProgram, waitUntilReady } from '../../support/processes.ts';
import { databaseProxy, frontProxy, type RunningProxy } from './haproxy.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';

/** A web server or a worker. */
export interface Instance {
  /** Its own address, for a web server; applicants come through the proxy. */
  readonly url: string;
  /** Starts it, and returns when it is ready; with other variables, or another version's folder, when given. */
  start(change?: StartChange): Promise<void>;
  /** Asks it to end (SIGTERM). Returns milliseconds until it has. */
  stop(): Promise<number>;
  /** Ends it without warning (SIGKILL). */
  kill(): Promise<void>;
}

export interface StartChange {
  readonly env?: NodeJS.ProcessEnv;
  /** Where that version of the product lies. */
  readonly root?: string;
}

/** The product as a university runs it, on loopback, each part a process that can be ended. */
export interface TwoOfEverything {
  /** Where applicants come: the proxy that ends TLS. */
  readonly url: string;
  readonly folder: string;
  readonly dataDir: string;
  /** The variables of every process of the product; PORT and the like come on top. */
  readonly env: NodeJS.ProcessEnv;
  /** The same as the owning role, for migrations. */
  readonly ownerEnv: NodeJS.ProcessEnv;
  readonly mail: MailServer;
  readonly databases: PostgresPair;
  readonly front: RunningProxy;
  readonly databaseProxy: RunningProxy;
  readonly webs: readonly [Instance, Instance];
  readonly workers: readonly [Instance, Instance];
  /** Brings the database to what this version of the product needs; this one's when no folder is given. */
  migrate(root?: string): Promise<void>;
  stop(): Promise<void>;
}

interface InstanceOptions {
  readonly name: string;
  readonly script: string;
  readonly port: number;
  readonly readyUrl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
  readonly root: string;
}

function instanceOf({ name, script, port, readyUrl, env, log, root: first }: InstanceOptions): Instance {
  let child: ChildProcess | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async start({ env: more = {}, root = first } = {}) {
      const started = startProgram(script, { ...env, ...more }, { log, root });
      child = started;
      await waitUntilReady(readyUrl, started).catch((error: unknown) => {
        const said = fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ');
        throw new Error(`${name} did not become ready: ${String(error)} ${said}`);
      });
    },
    stop: async () => (child ? end(child) : 0),
    kill: async () => {
      if (child) await kill(child);
    },
  };
}

/**
 * Starts two web servers and two workers with a mail server, a PostgreSQL primary with a synchronous standby, a proxy that
 * leads to the primary, and a proxy that ends TLS, in a folder of the run's own. Uploaded files are in a folder that all
 * share. Trusts the proxy's certificate in this process.
 *
 * @param first where the version of the product lies that it begins with
 */
export async function startTwoOfEverything(folder: string, first = ROOT): Promise<TwoOfEverything> {
  fs.chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const logs = path.join(folder, 'logs');
  for (const made of [dataDir, logs]) fs.mkdirSync(made, { recursive: true });
  const [frontPort, databasePort] = [await freePort(), await freePort()];
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const mail = await startMailServer();
    undo.push(() => mail.close());
    const databases = await startPostgresPair(path.join(folder, 'postgres'));
    undo.push(() => databases.stop());
    const toDatabase = databaseProxy(folder, databasePort, databases);
    undo.push(() => toDatabase.stop());
    await toDatabase.start();
    const { serving, owner } = databases.urlsThrough(databasePort);
    const url = `https://localhost:${frontPort}`;
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
    const ownerEnv = { ...env, DATABASE_MIGRATION_URL: owner };
    const migrate = (root = ROOT) =>
      runServerProgram('migrate.ts', ownerEnv, { log: path.join(logs, 'migrate.log'), root });
    await migrate(first);

    const make = async (name: string, isWeb: boolean): Promise<Instance> => {
      const [port, metrics] = [await freePort(), await freePort()];
      const own = isWeb ? { PORT: String(port) } : { METRICS_PORT: String(metrics), METRICS_HOST: '127.0.0.1' };
      const instance = instanceOf({
        name,
        script: isWeb ? 'server.ts' : 'worker.ts',
        port,
        readyUrl: isWeb ? `http://127.0.0.1:${port}${PROBE_PATHS.ready}` : `http://127.0.0.1:${metrics}/metrics`,
        env: { ...env, ...own },
        log: path.join(logs, `${name}.log`),
        root: first,
      });
      undo.push(() => instance.stop());
      return instance;
    };
    const webs = [await make('web1', true), await make('web2', true)] as const;
    const workers = [await make('worker1', false), await make('worker2', false)] as const;
    await Promise.all([...webs, ...workers].map((web) => web.start()));
    const ports = webs.map((web) => Number(new URL(web.url).port));
    const front = frontProxy(folder, frontPort, ports);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), front.certificate]);
    undo.push(() => front.stop());
    await front.start();
    return {
      url,
      folder,
      dataDir,
      env,
      ownerEnv,
      mail,
      databases,
      front,
      databaseProxy: toDatabase,
      webs,
      workers,
      migrate,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
