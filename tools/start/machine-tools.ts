import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { type LogFile, openLog } from './log-file.ts';

/** A program or a set of files of the machine that a part of the product needs. */
export interface MachineTool {
  readonly name: string;
  /** What waits until it is there. */
  readonly neededFor: string;
  /** What happens without it, where nothing waits. */
  readonly consequence?: string;
  /** How to get it where there is no apt-get; a browser when not given. */
  readonly instructions?: string;
  isInstalled(env: NodeJS.ProcessEnv): boolean;
  /** A sentence when a setting, not the machine, is the reason: installing would not help. */
  findMisconfiguration?(env: NodeJS.ProcessEnv): string | undefined;
  /** Alternatives, best first; each is a list of packages that go together. */
  readonly debianPackages: readonly (readonly string[])[];
}

const hasFonts = (folder: string): boolean => fs.existsSync(path.join('/usr/share/fonts', folder));

/** Whether LibreOffice, as Debian packages it, has one of its libraries: each of its programs is a package of its own. */
export const hasLibrary = (program: string, library: string): boolean =>
  fs.existsSync(path.join(path.dirname(fs.realpathSync(program)), library));

/** Add a line here when a part needs another program. */
export const MACHINE_TOOLS: readonly MachineTool[] = [
  {
    name: 'a Chromium browser',
    neededFor: 'PDF copies',
    isInstalled: (env) => findChromium(env.CHROMIUM_PATH || undefined, env.PATH ?? '') !== undefined,
    findMisconfiguration: ({ CHROMIUM_PATH }) =>
      CHROMIUM_PATH
        ? `CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not a program, so PDF copies must wait. Correct it, or remove it to have one found automatically.`
        : undefined,
    debianPackages: [['chromium-headless-shell'], ['chromium']],
  },
  {
    name: 'fonts for all scripts',
    neededFor: 'names in every writing system on PDF copies',
    // Other systems bring fonts; only Debian's bare machines have none.
    isInstalled: () =>
      !isDebian() ||
      (hasFonts('truetype/liberation') &&
        hasFonts('truetype/dejavu') &&
        hasFonts('truetype/noto') &&
        hasFonts('opentype/noto')),
    debianPackages: [
      ['fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
    ],
  },
  {
    name: 'qpdf',
    neededFor: 'uploaded PDF and Word files',
    isInstalled: (env) => findOnPath(['qpdf'], env.PATH ?? '') !== undefined,
    debianPackages: [['qpdf']],
    instructions: 'install qpdf, for example with: brew install qpdf',
  },
  {
    name: 'LibreOffice with the fonts of Word files',
    neededFor: 'uploaded Word files',
    isInstalled: (env) => {
      const program = findOnPath(['soffice', 'libreoffice'], env.PATH ?? '');
      // Without the library of Math, equations vanish without an error.
      const isWhole = (office: string) => hasFonts('truetype/crosextra') && hasLibrary(office, 'libsmlo.so');
      return program !== undefined && (!isDebian() || isWhole(program));
    },
    debianPackages: [
      [
        ...['libreoffice-writer-nogui', 'libreoffice-math-nogui'],
        ...['fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-opensymbol'],
      ],
    ],
    instructions: 'install LibreOffice, so that soffice is on the PATH',
  },
  {
    name: 'the programs of poppler',
    neededFor: 'small pictures of the pages of PDF and Word files',
    consequence: 'applicants see no small pictures of the pages of their PDF and Word files',
    isInstalled: (env) => findOnPath(['pdftoppm'], env.PATH ?? '') !== undefined,
    debianPackages: [['poppler-utils']],
    instructions: 'install poppler, for example with: brew install poppler',
  },
  {
    name: 'the converter of libheif',
    neededFor: 'photos in HEIC format',
    consequence: 'applicants are asked to save photos in HEIC format as .jpg',
    isInstalled: (env) => findOnPath(['heif-dec', 'heif-convert'], env.PATH ?? '') !== undefined,
    // Newer systems keep its decoders in packages of their own.
    debianPackages: [['libheif-examples', 'libheif-plugin-libde265', 'libheif-plugin-dav1d'], ['libheif-examples']],
    instructions: 'install libheif with its programs, for example with: brew install libheif',
  },
  {
    name: 'bubblewrap',
    neededFor: 'a sandbox for the programs that open uploaded files',
    consequence: 'uploaded files are opened with limits on time and memory only',
    // Only Linux has it.
    isInstalled: (env) => process.platform !== 'linux' || findOnPath(['bwrap'], env.PATH ?? '') !== undefined,
    debianPackages: [['bubblewrap']],
    instructions: 'install bubblewrap',
  },
];

const TIME_LIMIT_MS = 10 * 60_000;

export interface MachineToolOptions {
  readonly tools: readonly MachineTool[];
  readonly env: NodeJS.ProcessEnv;
  readonly canInstall: boolean;
  /** For the installation's log, and for the note that it was tried. */
  readonly dataDir: string;
  readonly stopSignal: AbortSignal;
  /** Whether packages come from apt-get; found out when not given. */
  readonly isDebian?: boolean;
}

/**
 * Installs what the machine lacks where this user has the right to.
 * @returns one sentence for each thing that is still missing, with the command that brings it
 */
export async function ensureMachineTools(options: MachineToolOptions): Promise<string[]> {
  const { env } = options;
  const isMissing = (tool: MachineTool): boolean => !tool.isInstalled(env);
  const missing = options.tools.filter(isMissing);
  const installable = missing.filter((tool) => tool.findMisconfiguration?.(env) === undefined);
  const usesApt = options.isDebian ?? isDebian();
  const prefix = usesApt && options.canInstall && installable.length > 0 ? findRootPrefix(env) : undefined;
  if (prefix) await installWithApt(installable, prefix, options);
  return missing.filter(isMissing).map((tool) => tool.findMisconfiguration?.(env) ?? describeMissing(tool, usesApt));
}

async function installWithApt(
  tools: readonly MachineTool[],
  prefix: readonly string[],
  options: MachineToolOptions,
): Promise<void> {
  // After a failure (no network, say) the next starts do not wait again: they name the command.
  const note = path.join(options.dataDir, 'logs', 'install-tried');
  const wanted = tools.map((tool) => tool.name).join(', ');
  if (fs.existsSync(note) && fs.readFileSync(note, 'utf8') === wanted) return;
  console.log(`Installing ${tools.map((tool) => tool.name).join(' and ')} with apt-get. This can take a few minutes…`);
  const log = openLog(path.join(options.dataDir, 'logs', 'install.log'));
  const run = (args: readonly string[]): Promise<boolean> => runWithLog([...prefix, ...args], log, options);
  await run(['apt-get', 'update']);
  for (const tool of tools) {
    for (const packages of tool.debianPackages) {
      options.stopSignal.throwIfAborted();
      if (await run(['apt-get', 'install', '-y', '--no-install-recommends', ...packages])) break;
    }
  }
  log.end();
  const failed = tools.some((tool) => !tool.isInstalled(options.env));
  if (failed) fs.writeFileSync(note, wanted);
  else fs.rmSync(note, { force: true });
}

/** How packages are fetched where the machine is behind a proxy. */
function proxiesOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^(https?|no|all|ftp)_proxy$/i.test(name)));
}

function runWithLog(
  [file = '', ...args]: readonly string[],
  log: LogFile,
  options: MachineToolOptions,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: {
        ...proxiesOf(options.env),
        ...childEnvironment({ DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' }, options.env),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      signal: options.stopSignal,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => log.write(chunk));
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function describeMissing(tool: MachineTool, usesApt: boolean): string {
  const [packages = []] = tool.debianPackages;
  const command = usesApt
    ? `run: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
    : (tool.instructions ??
      (process.platform === 'darwin'
        ? 'install Google Chrome, for example with: brew install --cask google-chrome'
        : 'install Chromium or Google Chrome, or set CHROMIUM_PATH to the program'));
  const consequence = tool.consequence ?? `${tool.neededFor} must wait`;
  return `This machine lacks ${tool.name}, so ${consequence}. To get it, ${command}`;
}

/** Debian, Ubuntu and their relatives. */
function isDebian(): boolean {
  return process.platform === 'linux' && fs.existsSync('/etc/debian_version') && fs.existsSync('/usr/bin/apt-get');
}

/** What goes before a command to run it as root without a question; undefined when that is not possible. */
function findRootPrefix(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const allowed = spawnSync('sudo', ['-n', 'true'], { env: childEnvironment({}, env), stdio: 'ignore' }).status === 0;
  return allowed ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
