import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { partnerFolder } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import { createServingRole } from '../../apps/server/src/db/serving-role.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { claimEmpty } from '../demo/mark.ts';
import { lockDataFolder } from './data-folder.ts';
import { type EmbeddedDatabase, runEmbeddedDatabase } from './embedded-database.ts';
import { openLog } from './log-file.ts';
import { ensureMachineTools, MACHINE_TOOLS, terminalQuestion } from './machine-tools.ts';
import { type ManagedProcess, startManagedProcess } from './managed-process.ts';
import { lacksMigration, runToEnd } from './run-to-end.ts';
import { type Settings, workerMetricsPort } from './settings.ts';
import { watchFolder } from './watch-folder.ts';
import { buildWebApp } from './web-build.ts';

interface SupervisorOptions {
  readonly projectRoot: string;
  readonly settings: Settings;
  readonly stopSignal: AbortSignal;
  /** Called when a process cannot be kept running. */
  onFailure(error: unknown): void;
}

const READY_LIMIT_MS = 60_000;

/** Starts database, web server and worker in this order, and stops them in reverse. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #logFolder: string;
  #database: EmbeddedDatabase | undefined;
  #lock: { release(): void } | undefined;
  #web: ManagedProcess | undefined;
  #worker: ManagedProcess | undefined;
  /** Of the web server and the worker. */
  #childEnv: NodeJS.ProcessEnv = {};
  /** While watching, a child that refuses to start waits for the next save. */
  #isWatched = false;
  #isRefused = false;
  #starting: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#logFolder = path.join(options.settings.config.dataDir, 'logs');
  }

  /** Settles when the web server responds. */
  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { projectRoot, settings, stopSignal } = this.#options;
    const { dataDir, partner } = settings.config;
    this.#lock = await lockDataFolder(dataDir);
    const canInstall = settings.canInstallTools;
    const missing = await ensureMachineTools({
      tools: MACHINE_TOOLS,
      env: process.env,
      canInstall,
      dataDir,
      stopSignal,
      ask: terminalQuestion(),
    });
    stopSignal.throwIfAborted();
    await buildWebApp(projectRoot, partner, stopSignal);
    stopSignal.throwIfAborted();
    const { ownerUrl, servingUrl } = await this.#databaseUrls();
    this.#childEnv = { ...settings.childEnv, DATABASE_URL: servingUrl };
    await this.#migrate({ ...this.#childEnv, DATABASE_MIGRATION_URL: ownerUrl });
    stopSignal.throwIfAborted();
    if (settings.isDemonstrated) await claimEmpty(dataDir, ownerUrl);
    if (settings.isWatching) await this.#makeRoomForForm();
    this.#startChildren();
    await this.#waitUntilReady();
    const waysIn = settings.isDemonstrated
      ? await this.#openDemonstration()
      : `to get in: ${settings.operatorCommand} staff add EMAIL --name NAME --role director`;
    this.#announce(missing, waysIn);
    if (settings.isWatching) this.#watch().catch((error) => stopSignal.aborted || this.#options.onFailure(error));
  }

  /** The database's address for the role that owns the tables, and for the one that serves; the same if only one is set. */
  async #databaseUrls(): Promise<{ ownerUrl: string; servingUrl: string }> {
    const { stopSignal, settings } = this.#options;
    const { config, databaseUrl, ownerUrl } = settings;
    if (databaseUrl !== undefined) return { ownerUrl: ownerUrl ?? databaseUrl, servingUrl: databaseUrl };
    let servingUrl = '';
    this.#database = await runEmbeddedDatabase({
      root: path.join(config.dataDir, 'postgres'),
      stopSignal,
      onMoved: (moved) => {
        const url = new URL(servingUrl);
        url.port = new URL(moved).port;
        this.#childEnv = { ...this.#childEnv, DATABASE_URL: url.href };
        void this.#restartChildren();
      },
    });
    stopSignal.throwIfAborted();
    servingUrl = await createServingRole(this.#database.url);
    return { ownerUrl: this.#database.url, servingUrl };
  }

  #scriptPath(name: string): string {
    return path.join(this.#options.projectRoot, 'apps/server/src/programs', name);
  }

  #startChildren(): void {
    this.#isRefused = false;
    this.#web = this.#startChild('web', 'server.ts', this.#childEnv);
    const { metrics } = this.#options.settings.config;
    this.#worker = this.#startChild('worker', 'worker.ts', {
      ...this.#childEnv,
      ...(metrics && { METRICS_PORT: String(workerMetricsPort(metrics)) }),
    });
  }

  async #restartChildren(): Promise<void> {
    await Promise.all([this.#web?.stop(), this.#worker?.stop()]);
    if (this.#options.settings.isWatching) await this.#makeRoomForForm();
    if (!this.#options.stopSignal.aborted) this.#startChildren();
  }

  /** Shows each saved change of the university's folder. One with a mistake is described, and leaves what was there. */
  async #watch(): Promise<void> {
    const { projectRoot, settings, stopSignal } = this.#options;
    const program = path.join(projectRoot, 'tools/start/build-web.ts');
    const folder = partnerFolder(settings.config.partner);
    this.#isWatched = true;
    for await (const _save of watchFolder(folder, stopSignal)) {
      const build = spawn(process.execPath, [program, '--quick'], { env: this.#childEnv, stdio: 'inherit' });
      const [code] = await once(build, 'exit');
      if (stopSignal.aborted) return;
      if (code !== 0) continue;
      await this.#restartChildren();
      await this.#waitUntilReady();
      if (!this.#isRefused) console.log('The change is there: reload the page.');
    }
  }

  /** Deletes the applications if the form has changed in a way that drafts can't follow. Accounts stay. */
  async #makeRoomForForm(): Promise<void> {
    const args = [this.#scriptPath('operator.ts'), 'release', 'check'];
    const { code, output } = await runToEnd(args, this.#childEnv);
    if (code === 0 || this.#options.stopSignal.aborted || !this.#database) return;
    if (!lacksMigration(output)) {
      console.log(output.trim());
      return;
    }
    console.log("Drafts can't follow this change of the form (docs/form.md), so the applications here are deleted.");
    const client = new pg.Client({ connectionString: this.#database.url });
    await client.connect();
    await client.query('truncate form_release cascade').finally(() => client.end());
  }

  #startChild(name: string, script: string, env: NodeJS.ProcessEnv): ManagedProcess {
    return startManagedProcess({
      name,
      script: this.#scriptPath(script),
      env,
      logFolder: this.#logFolder,
      consoleLevel: this.#options.settings.consoleLevel,
      onGiveUp: (sentence) => this.#giveUp(sentence),
    });
  }

  #giveUp(sentence: string): void {
    this.#isRefused = true;
    if (this.#isWatched) console.log(sentence);
    else this.#options.onFailure(new StartProblem(sentence));
  }

  async #migrate(env: NodeJS.ProcessEnv): Promise<void> {
    const file = path.join(this.#logFolder, 'migrate.log');
    const log = openLog(file);
    const { code, output } = await runToEnd([this.#scriptPath('migrate.ts')], env, log);
    if (code === 0) return;
    const reason = output.split('\n').find((line) => line.trim() !== '') ?? `code ${code}`;
    throw new StartProblem(`The database could not be brought up to date: ${reason.trim()} (See ${file}.)`);
  }

  async #waitUntilReady(): Promise<void> {
    const { host, port } = this.#options.settings.config;
    const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
    const url = `http://${name}:${port}${HEALTH_PATH}`;
    const limit = performance.now() + READY_LIMIT_MS;
    while (performance.now() < limit) {
      this.#options.stopSignal.throwIfAborted();
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      if (response?.ok || this.#isRefused) return;
      await sleep(100);
    }
    throw new StartProblem(`The web server did not respond within a minute. See ${this.#logFolder} for the reason.`);
  }

  async #openDemonstration(): Promise<string> {
    // What makes people is needed at no other start.
    const { openDemonstration } = await import('../demo/demonstration.ts');
    return openDemonstration(this.#options.settings.config, this.#options.stopSignal);
  }

  #announce(missing: readonly string[], waysIn: string): void {
    const { config, databaseUrl } = this.#options.settings;
    const mail = config.smtpUrl
      ? `is sent through ${new URL(config.smtpUrl).host}`
      : `is saved in ${path.join(config.dataDir, 'outbox')}, one file each`;
    const database = databaseUrl ? `, and the database at ${new URL(databaseUrl).host}` : '';
    console.log(`
Firstyear is ready at ${config.publicUrl}
  Mail      ${mail}
  Data      ${config.dataDir}${database}
  Logs      ${this.#logFolder}
  Office    ${config.publicUrl}/office; ${waysIn}`);
    for (const sentence of missing) console.log(`  Missing   ${sentence}`);
    console.log('Press Ctrl-C to stop.');
  }

  /** Stops the web server first, so that no more calls arrive, and the database last. */
  async stop(): Promise<void> {
    await this.#starting.catch(() => {});
    await this.#web?.stop();
    await this.#worker?.stop();
    await this.#database?.stop();
    this.#lock?.release();
  }

  /** Ends everything at once. PostgreSQL recovers at the next start. */
  kill(): void {
    this.#web?.kill();
    this.#worker?.kill();
    this.#database?.kill();
    this.#lock?.release();
  }
}
