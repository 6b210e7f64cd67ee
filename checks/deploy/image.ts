import fs from 'node:fs';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { type CheckContext, OK, type Outcome, root, runTool } from './outcome.ts';

const IMAGE = 'localhost/firstyear-check';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** buildah with a store of this run's own, so that nothing of the machine's images is touched. */
export class Builder {
  readonly #scratch: string;
  readonly #interruption: AbortSignal;

  constructor(scratch: string, interruption: AbortSignal) {
    this.#scratch = scratch;
    this.#interruption = interruption;
  }

  /** The arguments of a command in this store. */
  args(...args: readonly string[]): readonly string[] {
    const [store, run] = [path.join(this.#scratch, 'store'), path.join(this.#scratch, 'run')];
    return ['--root', store, '--runroot', run, '--storage-driver', 'overlay', ...args];
  }

  run(...args: readonly string[]): Promise<Outcome> {
    return runTool(this.#interruption, 'buildah', 'buildah', this.args(...args));
  }

  /** The first step that goes wrong, or OK. */
  async runAll(steps: readonly (readonly string[])[]): Promise<Outcome> {
    for (const step of steps) {
      const outcome = await this.run(...step);
      if (outcome.kind !== 'ok') return outcome;
    }
    return OK;
  }

  /** Deletes all containers and images of this store, also when the run was interrupted. */
  async clear(): Promise<void> {
    const cleaning = new Builder(this.#scratch, new AbortController().signal);
    await cleaning.run('rm', '--all');
    await cleaning.run('rmi', '--all', '--force');
  }
}

interface BaseImages {
  readonly build: string;
  readonly run: string;
}

/** What the Containerfile is built from where nothing else is named. */
function readDefaultImages(): BaseImages {
  const text = fs.readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8');
  const read = (name: string) => new RegExp(`^ARG ${name}=(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  return { build: read('BUILD_IMAGE'), run: read('RUN_IMAGE') };
}

/**
 * Makes both base images out of Debian's packages, where no registry of images can be reached: a small Debian with this
 * machine's certificates and settings of apt, and the same with the Node of this clone and the npm of this machine.
 */
async function makeBaseImages(
  builder: Builder,
  { scratch, interruption }: CheckContext,
): Promise<BaseImages | Outcome> {
  const npm = findOnPath(['npm'], '/usr/local/bin:/usr/bin:/bin');
  if (npm === undefined) return { kind: 'cannot run', reason: 'npm is not installed for the whole machine' };
  const npmFolder = path.resolve(path.dirname(fs.realpathSync(npm)), '..');
  const settings = fs.readdirSync('/etc/apt/apt.conf.d').map((name) => path.join('/etc/apt/apt.conf.d', name));
  const tar = path.join(scratch, 'base.tar');
  const made = await runTool(interruption, 'mmdebstrap', 'mmdebstrap', [
    ...['--variant=minbase', '--include=ca-certificates', '--dpkgopt=force-unsafe-io'],
    ...settings.filter((file) => /artifact|proxy|valid/.test(file)).map((file) => `--aptopt=${file}`),
    ...['bookworm', tar],
  ]);
  if (made.kind !== 'ok') return made;
  const npmrc = path.join(scratch, 'npmrc');
  fs.writeFileSync(npmrc, `cafile=${CERTIFICATES}\n`);
  const images = { build: 'localhost/check-build', run: 'localhost/check-run' };
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  const filled = await builder.runAll([
    ['from', '--name', 'base', 'scratch'],
    ['add', 'base', tar, '/'],
    ['copy', 'base', CERTIFICATES, CERTIFICATES],
    ['commit', 'base', images.run],
    ['copy', 'base', process.execPath, '/usr/local/bin/node'],
    ['copy', 'base', npmFolder, '/usr/local/lib/node_modules/npm'],
    ['copy', 'base', npmrc, '/usr/local/etc/npmrc'],
    ['run', '--isolation', 'chroot', 'base', '--', ...link],
    ['commit', 'base', images.build],
  ]);
  return filled.kind === 'ok' ? images : filled;
}

async function findBaseImages(builder: Builder, check: CheckContext): Promise<BaseImages | Outcome> {
  const { buildImage, runImage } = check.options;
  if (buildImage !== undefined && runImage !== undefined) return { build: buildImage, run: runImage };
  const images = readDefaultImages();
  const isThere = await builder.runAll([
    ['pull', '--quiet', images.build],
    ['pull', '--quiet', images.run],
  ]);
  if (isThere.kind === 'ok') return images;
  console.log(`            ${images.run} cannot be had here: mmdebstrap makes a base of Debian's packages`);
  return makeBaseImages(builder, check);
}

/** Builds the image to its end with chroot isolation, which needs no daemon and no privileges for namespaces. Returns its name. */
export async function buildImage(builder: Builder, check: CheckContext): Promise<string | Outcome> {
  if (findOnPath(['buildah'], process.env.PATH ?? '') === undefined) {
    return { kind: 'cannot run', reason: 'buildah is not installed (apt-get install buildah)' };
  }
  const images = await findBaseImages(builder, check);
  if ('kind' in images) return images;
  const built = await builder.run(
    ...['bud', '--isolation', 'chroot', '--layers=false', '--ignorefile', 'deploy/Containerfile.dockerignore'],
    ...['--build-arg', `BUILD_IMAGE=${images.build}`, '--build-arg', `RUN_IMAGE=${images.run}`],
    ...['-t', IMAGE, '-f', 'deploy/Containerfile', '.'],
  );
  return built.kind === 'ok' ? IMAGE : built;
}
