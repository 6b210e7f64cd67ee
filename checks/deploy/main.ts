import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { CannotRun, type Run, readOptions, runCommand } from '../support/command.ts';
import { makeCertificate, ROOT } from '../support/processes.ts';
import { checkImage } from './image.ts';
import { type CheckContext, runTool } from './tool.ts';

const deployFolder = path.join(ROOT, 'deploy');

/** Throws CannotRun where the machine lacks something. */
type Check = (context: CheckContext) => Promise<void>;

/** A check by one program, which may write to HOME. */
const byTool =
  (name: string, debianPackage: string, args: string): Check =>
  ({ signal, folder }) =>
    runTool(signal, name, debianPackage, args.split(' '), { env: { HOME: folder } });

const kustomize = (name: string) => byTool('kubectl', 'kubernetes-client', `kustomize deploy/kubernetes/${name}`);

const CHECKS: Readonly<Record<string, Check>> = {
  /** Uses the example as the environment file, which each installation writes for itself. */
  'compose.yaml (docker-compose config: its schema)': async ({ folder, signal }) => {
    fs.cpSync(deployFolder, path.join(folder, 'deploy'), { recursive: true });
    fs.copyFileSync(path.join(deployFolder, 'environment.example'), path.join(folder, 'deploy/environment'));
    const options = { cwd: folder, env: { OWNER_PASSWORD: 'x', SERVING_PASSWORD: 'x' } };
    const args = ['-f', 'deploy/compose.yaml', 'config', '-q'];
    return runTool(signal, 'docker-compose', 'docker-compose', args, options);
  },
  'kubernetes/base (kubectl kustomize)': kustomize('base'),
  'kubernetes/queue-autoscaling (kubectl kustomize)': kustomize('queue-autoscaling'),
  /** Checks the units with this folder in place of /opt/firstyear. */
  'systemd (systemd-analyze verify)': async ({ folder: parent, signal }) => {
    const folder = path.join(parent, 'units');
    fs.mkdirSync(folder);
    const names = fs.readdirSync(path.join(deployFolder, 'systemd'));
    for (const name of names) {
      const text = fs.readFileSync(path.join(deployFolder, 'systemd', name), 'utf8');
      fs.writeFileSync(path.join(folder, name), text.replaceAll('/opt/firstyear', ROOT));
    }
    const files = names.map((name) => path.join(folder, name));
    return runTool(signal, 'systemd-analyze', 'systemd', ['verify', '--man=no', ...files], {
      refusal: /firstyear-[a-z]+[.](?:service|timer):/,
    });
  },
  /** Checks the server block inside a whole configuration, with a new certificate and other ports. */
  'proxy/nginx.conf (nginx -t)': async ({ folder: parent, signal }) => {
    const folder = path.join(parent, 'nginx');
    fs.mkdirSync(folder);
    const { key, certificate } = makeCertificate(folder);
    const site = fs
      .readFileSync(path.join(deployFolder, 'proxy/nginx.conf'), 'utf8')
      .replaceAll(/^\s*listen \[::\].*$/gm, '')
      .replace('error_log /var/log/nginx/error.log', 'error_log stderr')
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
      .replace('listen 443 ', 'listen 127.0.0.1:18443 ')
      .replace('/etc/ssl/apply.example.edu.pem', certificate)
      .replace('/etc/ssl/apply.example.edu.key', key);
    const main = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${site}\n}\n`;
    fs.writeFileSync(path.join(folder, 'nginx.conf'), main);
    return runTool(signal, 'nginx', 'nginx-light', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')]);
  },
  'proxy/Caddyfile (caddy validate)': byTool(
    'caddy',
    'caddy',
    'validate --adapter caddyfile --config deploy/proxy/Caddyfile',
  ),
  'monitoring (promtool check)': byTool('promtool', 'prometheus', 'check rules deploy/monitoring/alerts.yml'),
  'monitoring (promtool test)': byTool('promtool', 'prometheus', 'test rules deploy/monitoring/alerts.test.yml'),
  'proxy/haproxy-database.cfg (haproxy -c)': byTool('haproxy', 'haproxy', '-c -f deploy/proxy/haproxy-database.cfg'),
  'Containerfile (buildah: built, started, an applicant goes through it)': checkImage,
};

const options = z.object({
  'files-only': z.boolean().default(false),
});

/** Runs the checks and prints their results. Returns false when one fails. */
async function runChecks(context: CheckContext): Promise<boolean> {
  let isGood = true;
  for (const [name, check] of Object.entries(CHECKS)) {
    let [result, output] = ['ok', ''];
    try {
      await check(context);
    } catch (error) {
      context.signal.throwIfAborted();
      result = error instanceof CannotRun ? 'cannot run' : 'failed';
      output = `\n${error instanceof Error ? error.message : String(error)}`.replaceAll(/\n/g, `\n${' '.repeat(14)}`);
    }
    console.log(`${result.padEnd(12)}${name}${output}`);
    isGood &&= result !== 'failed';
  }
  return isGood;
}

/**
 * npm run deploy:check [-- --files-only]: checks the files of deploy/ with the programs that use them.
 */
async function main({ folder, onEnd }: Run, signal: AbortSignal): Promise<boolean> {
  const { 'files-only': filesOnly } = readOptions(options);
  const running = runChecks({ folder, signal, withImage: !filesOnly });
  // An interrupted run waits until its tool has ended and its images are deleted.
  onEnd(() => running.catch(() => undefined));
  return running;
}

await runCommand(main);
