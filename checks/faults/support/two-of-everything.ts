import fs from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import type { Run } from '../../support/command.ts';
import { startMailServer } from '../../support/mailbox.ts';
import { ROOT, runServerProgram } from '../../support/processes.ts';
import { startServer } from '../../support/product.ts';
import { startFrontProxy, startProxy } from '../../support/proxy.ts';
import { startPostgresPair } from './postgres-pair.ts';

/** The proxy before the databases, which connects to the primary: the example of docs/deploying.md with our ports. */
function databaseConfig(port: number, primary: number, standby: number): readonly string[] {
  const example = fs.readFileSync(path.join(ROOT, 'deploy/proxy/haproxy-database.cfg'), 'utf8');
  const ourConfig = example
    .replace('10.0.0.5:5432', `127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${primary}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${standby}`);
  return [ourConfig.replace(/^global$/m, '')];
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
  const databaseProxy = await startProxy(run, 'database', toDatabase);
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
  const start = (kind: 'server' | 'worker', name: string) =>
    startServer(run, kind, { env, root: firstRoot, log: path.join(logs, `${name}.log`) });
  const [web1, web2, worker1, worker2] = await Promise.all([
    start('server', 'web1'),
    start('server', 'web2'),
    start('worker', 'worker1'),
    start('worker', 'worker2'),
  ]);
  const front = await startFrontProxy(run, frontPort, [web1.port, web2.port]);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), front.certificate]);
  const [webs, workers] = [[web1, web2] as const, [worker1, worker2] as const];
  return { url, dataDir, folder, env, ownerEnv, mail, databases, front, databaseProxy, webs, workers, migrate };
}
