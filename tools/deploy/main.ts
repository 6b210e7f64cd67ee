import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deployFolder, listDeployFiles, unknownVariables } from './deploy-files.ts';
import { Builder, buildImage } from './image.ts';
import { type CheckOptions, readCheckOptions, USAGE } from './image-options.ts';
import { walkThroughImage } from './image-walk.ts';
import { OK, type Outcome, root, runTool } from './outcome.ts';

function checkVariables(): Outcome {
  const unknown = listDeployFiles().flatMap((file) => unknownVariables(file).map((name) => `${file}: ${name}`));
  return unknown.length === 0 ? OK : { kind: 'failed', said: `not in docs/operating.md: ${unknown.join(', ')}` };
}

/** docker-compose looks for the file of variables, which everybody makes for themselves. */
function checkCompose(scratch: string): Outcome {
  fs.cpSync(deployFolder, path.join(scratch, 'deploy'), { recursive: true });
  fs.copyFileSync(path.join(deployFolder, 'environment.example'), path.join(scratch, 'deploy/environment'));
  const env = { OWNER_PASSWORD: 'x', SERVING_PASSWORD: 'x' };
  return runTool(['docker-compose'], 'docker-compose', ['-f', 'deploy/compose.yaml', 'config', '-q'], {
    cwd: scratch,
    env,
  });
}

/** The units as they would be with this folder as /opt/firstyear. */
function checkUnits(scratch: string): Outcome {
  const folder = path.join(scratch, 'units');
  fs.mkdirSync(folder);
  const names = fs.readdirSync(path.join(deployFolder, 'systemd'));
  for (const name of names) {
    const text = fs.readFileSync(path.join(deployFolder, 'systemd', name), 'utf8');
    fs.writeFileSync(path.join(folder, name), text.replaceAll('/opt/firstyear', root));
  }
  const files = names.map((name) => path.join(folder, name));
  return runTool(['systemd-analyze'], 'systemd', ['verify', '--man=no', ...files], {
    refusal: /firstyear-[a-z]+[.](?:service|timer):/,
  });
}

/** The server block inside a configuration of its own, with a certificate made for it and ports that nobody uses. */
function checkNginx(scratch: string): Outcome {
  const folder = path.join(scratch, 'nginx');
  fs.mkdirSync(folder);
  const [certificate, key] = [path.join(folder, 'site.pem'), path.join(folder, 'site.key')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const made = runTool(['openssl'], 'openssl', [...request, '-out', certificate, '-keyout', key]);
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
  return runTool(['nginx'], 'nginx-light', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')]);
}

async function checkImage(scratch: string, options: CheckOptions): Promise<Outcome> {
  if (!options.withImage) return { kind: 'cannot run', reason: 'left out by --files-only' };
  const builder = new Builder(scratch);
  try {
    const image = buildImage(builder, scratch, options);
    return typeof image === 'string' ? await walkThroughImage(builder, image, scratch) : image;
  } finally {
    builder.clear();
  }
}

type Check = (scratch: string, options: CheckOptions) => Outcome | Promise<Outcome>;

const CHECKS: readonly (readonly [what: string, check: Check])[] = [
  ['variables (by docs/operating.md)', checkVariables],
  ['compose.yaml (docker-compose config: its schema)', checkCompose],
  [
    'kubernetes/base (kubectl kustomize)',
    () => runTool(['kubectl'], 'kubernetes-client', ['kustomize', 'deploy/kubernetes/base']),
  ],
  [
    'kubernetes/queue-autoscaling (kubectl kustomize)',
    () => runTool(['kubectl'], 'kubernetes-client', ['kustomize', 'deploy/kubernetes/queue-autoscaling']),
  ],
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
    (scratch) =>
      runTool(['caddy'], 'caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'], {
        env: { HOME: scratch },
      }),
  ],
  [
    'proxy/haproxy-database.cfg (haproxy -c)',
    () => runTool(['haproxy'], 'haproxy', ['-c', '-f', 'deploy/proxy/haproxy-database.cfg']),
  ],
  ['Containerfile (buildah: built, started, an applicant goes through it)', checkImage],
];

/** npm run deploy:check: whether what lies in deploy/ can be used, by the tools that read it. */
async function main(): Promise<void> {
  const options = readCheckOptions(process.argv.slice(2));
  if (options === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-deploy-'));
  try {
    for (const [what, check] of CHECKS) {
      const outcome = await check(scratch, options);
      const said = outcome.kind === 'failed' ? outcome.said : outcome.kind === 'cannot run' ? outcome.reason : '';
      const indented = said === '' ? '' : `\n${said.replaceAll(/^/gm, ' '.repeat(14))}`;
      console.log(`${outcome.kind.padEnd(12)}${what}${indented}`);
      if (outcome.kind === 'failed') process.exitCode = 1;
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

await main();
