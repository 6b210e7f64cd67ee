import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Interruption, signalOfInterruption } from '../../apps/server/src/process/interruption.ts';
import { readOptions, runCommand, UsageError } from '../support/options.ts';
import { deployFolder, listDeployFiles, unknownVariables } from './deploy-files.ts';
import { Builder, buildImage } from './image.ts';
import { walkThroughImage } from './image-walk.ts';
import { type CheckContext, type CheckOptions, OK, type Outcome, root, runTool } from './outcome.ts';

function checkVariables(): Outcome {
  const unknown = listDeployFiles().flatMap((file) => unknownVariables(file).map((name) => `${file}: ${name}`));
  return unknown.length === 0 ? OK : { kind: 'failed', said: `not in docs/operating.md: ${unknown.join(', ')}` };
}

/** docker-compose looks for the file of variables, which everybody makes for themselves. */
function checkCompose({ scratch, interruption }: CheckContext): Promise<Outcome> {
  fs.cpSync(deployFolder, path.join(scratch, 'deploy'), { recursive: true });
  fs.copyFileSync(path.join(deployFolder, 'environment.example'), path.join(scratch, 'deploy/environment'));
  const env = { OWNER_PASSWORD: 'x', SERVING_PASSWORD: 'x' };
  return runTool(interruption, 'docker-compose', 'docker-compose', ['-f', 'deploy/compose.yaml', 'config', '-q'], {
    cwd: scratch,
    env,
  });
}

/** The units as they would be with this folder as /opt/firstyear. */
function checkUnits({ scratch, interruption }: CheckContext): Promise<Outcome> {
  const folder = path.join(scratch, 'units');
  fs.mkdirSync(folder);
  const names = fs.readdirSync(path.join(deployFolder, 'systemd'));
  for (const name of names) {
    const text = fs.readFileSync(path.join(deployFolder, 'systemd', name), 'utf8');
    fs.writeFileSync(path.join(folder, name), text.replaceAll('/opt/firstyear', root));
  }
  const files = names.map((name) => path.join(folder, name));
  return runTool(interruption, 'systemd-analyze', 'systemd', ['verify', '--man=no', ...files], {
    refusal: /firstyear-[a-z]+[.](?:service|timer):/,
  });
}

/** The server block inside a configuration of its own, with a certificate made for it and ports that nobody uses. */
async function checkNginx({ scratch, interruption }: CheckContext): Promise<Outcome> {
  const folder = path.join(scratch, 'nginx');
  fs.mkdirSync(folder);
  const [certificate, key] = [path.join(folder, 'site.pem'), path.join(folder, 'site.key')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const made = await runTool(interruption, 'openssl', 'openssl', [...request, '-out', certificate, '-keyout', key]);
  if (made.kind !== 'ok') return made;
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
  return runTool(interruption, 'nginx', 'nginx-light', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')]);
}

async function checkImage(context: CheckContext): Promise<Outcome> {
  if (!context.options.withImage) return { kind: 'cannot run', reason: 'left out by --files-only' };
  const builder = new Builder(context.scratch, context.interruption);
  try {
    const image = await buildImage(builder, context);
    return typeof image === 'string' ? await walkThroughImage(builder, image, context) : image;
  } finally {
    await builder.clear();
  }
}

type Check = (context: CheckContext) => Outcome | Promise<Outcome>;

/** A check by one program that may not be there. */
const byTool =
  (name: string, debianPackage: string, ...args: readonly string[]): Check =>
  ({ interruption, scratch }) =>
    // Some write below HOME.
    runTool(interruption, name, debianPackage, args, { env: { HOME: scratch } });

const CHECKS: readonly (readonly [what: string, check: Check])[] = [
  ['variables (by docs/operating.md)', checkVariables],
  ['compose.yaml (docker-compose config: its schema)', checkCompose],
  ...['base', 'queue-autoscaling'].map((name): [string, Check] => [
    `kubernetes/${name} (kubectl kustomize)`,
    byTool('kubectl', 'kubernetes-client', 'kustomize', `deploy/kubernetes/${name}`),
  ]),
  [
    'kubernetes, by the schemas of a cluster',
    () => ({
      kind: 'cannot run',
      reason: 'it needs a cluster: kubectl apply --dry-run=server -k deploy/kubernetes/base',
    }),
  ],
  ['systemd (systemd-analyze verify)', checkUnits],
  ['proxy/nginx.conf (nginx -t)', checkNginx],
  [
    'proxy/Caddyfile (caddy validate)',
    byTool('caddy', 'caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'),
  ],
  [
    'proxy/haproxy-database.cfg (haproxy -c)',
    byTool('haproxy', 'haproxy', '-c', '-f', 'deploy/proxy/haproxy-database.cfg'),
  ],
  ['Containerfile (buildah: built, started, an applicant goes through it)', checkImage],
];

function readCheckOptions(args: readonly string[]): CheckOptions {
  const image = { type: 'string' } as const;
  const options = { 'files-only': { type: 'boolean' }, 'build-image': image, 'run-image': image } as const;
  const { 'build-image': buildImage, 'run-image': runImage, 'files-only': filesOnly } = readOptions(args, options);
  if ((buildImage === undefined) !== (runImage === undefined) || buildImage === '' || runImage === '')
    throw new UsageError('--build-image=NAME and --run-image=NAME name what the image is built from, both together.');
  return { withImage: filesOnly !== true, buildImage, runImage };
}

/**
 * npm run deploy:check [-- --files-only] [--build-image=NAME --run-image=NAME]: whether what lies in deploy/ can be used, by
 * the tools that read it.
 */
async function main(): Promise<void> {
  const options = readCheckOptions(process.argv.slice(2));
  const interruption = signalOfInterruption();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-deploy-'));
  try {
    for (const [what, check] of CHECKS) {
      const outcome = await check({ scratch, options, interruption });
      const said = outcome.kind === 'failed' ? outcome.said : outcome.kind === 'cannot run' ? outcome.reason : '';
      const indented = said === '' ? '' : `\n${said.replaceAll(/^/gm, ' '.repeat(14))}`;
      console.log(`${outcome.kind.padEnd(12)}${what}${indented}`);
      if (outcome.kind === 'failed') process.exitCode = 1;
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  await runCommand(main);
} catch (error) {
  if (!(error instanceof Interruption)) throw error;
  process.exitCode = error.exitCode;
}
