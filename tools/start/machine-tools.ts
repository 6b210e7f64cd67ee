import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { findChromium } from '../../apps/server/src/adapters/browser/find-chromium.ts';
import { type Log, openLog } from './log-file.ts';

/** A program or a set of files that the product needs on the machine. */
export interface MachineTool {
  readonly name: string;
  readonly consequence: string;
  /** How to install it without apt-get. */
  readonly instructions: string;
  isInstalled(env: NodeJS.ProcessEnv): boolean;
  /** A sentence if a setting is the cause, so that installing would not help. */
  findMisconfiguration?(env: NodeJS.ProcessEnv): string | undefined;
  /** Alternatives, best first; each is a list of packages to install together. */
  readonly debianPackages: readonly (readonly string[])[];
}

const isOnPath =
  (...names: readonly string[]) =>
  ({ PATH = '' }: NodeJS.ProcessEnv) =>
    findOnPath(names, PATH) !== undefined;

const hasFonts = (...folders: readonly string[]): boolean =>
  folders.every((folder) => fs.existsSync(path.join('/usr/share/fonts', folder)));

/** Whether LibreOffice, as Debian packages it, has one of its libraries: each of its programs is a package of its own. */
export const hasLibrary = (program: string, library: string): boolean =>
  fs.existsSync(path.join(path.dirname(fs.realpathSync(program)), library));

/** Add an entry here when a part needs another program. */
export const MACHINE_TOOLS: readonly MachineTool[] = [
  {
    name: 'a Chromium browser',
    consequence: 'PDF copies must wait',
    isInstalled: (env) => findChromium(env.CHROMIUM_PATH || undefined, env.PATH ?? '') !== undefined,
    findMisconfiguration: ({ CHROMIUM_PATH }) =>
      CHROMIUM_PATH
        ? `CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not a program, so PDF copies must wait. Correct it, or remove it to have one found automatically.`
        : undefined,
    debianPackages: [['chromium-headless-shell'], ['chromium']],
    instructions:
      process.platform === 'darwin'
        ? 'install Google Chrome, for example with: brew install --cask google-chrome'
        : 'install Chromium or Google Chrome, or set CHROMIUM_PATH to the program',
  },
  {
    name: 'fonts for all scripts',
    consequence: 'names in every writing system on PDF copies must wait',
    // Only bare Debian machines have no fonts.
    isInstalled: () =>
      !isDebian() || hasFonts('truetype/liberation', 'truetype/dejavu', 'truetype/noto', 'opentype/noto'),
    debianPackages: [
      ['fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
    ],
    instructions: '',
  },
  {
    name: 'qpdf',
    consequence: 'uploaded PDF and Word files must wait',
    isInstalled: isOnPath('qpdf'),
    debianPackages: [['qpdf']],
    instructions: 'install qpdf, for example with: brew install qpdf',
  },
  {
    name: 'LibreOffice with the fonts of Word files',
    consequence: 'uploaded Word files must wait',
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
    consequence: 'applicants see no small pictures of the pages of their PDF and Word files',
    isInstalled: isOnPath('pdftoppm'),
    debianPackages: [['poppler-utils']],
    instructions: 'install poppler, for example with: brew install poppler',
  },
  {
    name: 'the converter of libheif',
    consequence: 'applicants are asked to save photos in HEIC format as .jpg',
    isInstalled: isOnPath('heif-dec', 'heif-convert'),
    // Newer systems keep its decoders in packages of their own.
    debianPackages: [['libheif-examples', 'libheif-plugin-libde265', 'libheif-plugin-dav1d'], ['libheif-examples']],
    instructions: 'install libheif with its programs, for example with: brew install libheif',
  },
  {
    name: 'bubblewrap',
    consequence: 'uploaded files are opened with limits on time and memory only',
    // Only Linux has it.
    isInstalled: (env) => process.platform !== 'linux' || isOnPath('bwrap')(env),
    debianPackages: [['bubblewrap']],
    instructions: 'install bubblewrap',
  },
];

const TIME_LIMIT_MS = 10 * 60_000;

export interface MachineToolOptions {
  readonly tools: readonly MachineTool[];
  readonly env: NodeJS.ProcessEnv;
  readonly canInstall: boolean;
  /** For the log of the installation, and the note of a failed attempt. */
  readonly dataDir: string;
  readonly stopSignal: AbortSignal;
  /** Asks the person at the terminal before anything is installed; without it, nobody is asked. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Whether packages come from apt-get; only tests set it. */
  readonly isDebian?: boolean;
}

/**
 * Installs missing tools, if this user may.
 * @returns one sentence for each tool that is still missing, with the command that installs it
 */
export async function ensureMachineTools(options: MachineToolOptions): Promise<string[]> {
  const { env } = options;
  const missing = options.tools.filter((tool) => !tool.isInstalled(env));
  const installable = missing.filter((tool) => tool.findMisconfiguration?.(env) === undefined);
  const usesApt = options.isDebian ?? isDebian();
  const prefix = usesApt && options.canInstall && installable.length > 0 ? findRootPrefix(env) : undefined;
  if (prefix) await installWithApt(installable, prefix, options);
  return missing
    .filter((tool) => !tool.isInstalled(env))
    .map((tool) => tool.findMisconfiguration?.(env) ?? describeMissing(tool, usesApt));
}

async function installWithApt(
  tools: readonly MachineTool[],
  prefix: readonly string[],
  options: MachineToolOptions,
): Promise<void> {
  const logs = path.join(options.dataDir, 'logs');
  // After a failure, such as no network, later starts don't try again: they print the command.
  const note = path.join(logs, 'install-tried');
  const names = tools.map((tool) => tool.name);
  if (fs.existsSync(note) && fs.readFileSync(note, 'utf8') === names.join(', ')) return;
  if (!(await isAgreed(tools, options))) return;
  console.log(`Installing ${names.join(' and ')} with apt-get. This can take a few minutes…`);
  const log = openLog(path.join(logs, 'install.log'));
  const run = (...args: readonly string[]): Promise<boolean> =>
    runWithLog([...prefix, 'apt-get', ...args], log, options);
  await run('update');
  for (const tool of tools) {
    for (const packages of tool.debianPackages) {
      options.stopSignal.throwIfAborted();
      if (await run('install', '-y', '--no-install-recommends', ...packages)) break;
    }
  }
  if (tools.every((tool) => tool.isInstalled(options.env))) fs.rmSync(note, { force: true });
  else fs.writeFileSync(note, names.join(', '));
}

/** Says what will be installed, and asks where somebody sits at the terminal. */
async function isAgreed(tools: readonly MachineTool[], { ask }: MachineToolOptions): Promise<boolean> {
  const packages = tools.flatMap(({ debianPackages: [first = []] }) => first);
  console.log(`Firstyear needs these packages of this system: ${packages.join(' ')}`);
  if (ask === undefined) return true;
  const said = await ask('Install them now with apt-get? [Y/n] ');
  return /^(y|yes|)$/i.test(said.trim());
}

/** Asks at the terminal; undefined where nobody sits at one. */
export function terminalQuestion(): MachineToolOptions['ask'] {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await terminal.question(question);
    } finally {
      terminal.close();
    }
  };
}

/** The proxies through which the machine fetches packages. */
function proxiesOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^(https?|no|all|ftp)_proxy$/i.test(name)));
}

function runWithLog([file = '', ...args]: readonly string[], log: Log, options: MachineToolOptions): Promise<boolean> {
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
    for (const stream of [child.stdout, child.stderr]) stream.on('data', log);
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function describeMissing({ name, consequence, instructions, debianPackages }: MachineTool, usesApt: boolean): string {
  const packages = debianPackages[0]?.join(' ');
  const command = usesApt
    ? `run: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages}`
    : instructions;
  return `This machine lacks ${name}, so ${consequence}. To get it, ${command}`;
}

/** Debian, Ubuntu and their relatives. */
function isDebian(): boolean {
  return process.platform === 'linux' && fs.existsSync('/etc/debian_version') && fs.existsSync('/usr/bin/apt-get');
}

/** The prefix that runs a command as root without a password; undefined when that is not possible. */
function findRootPrefix(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const allowed = spawnSync('sudo', ['-n', 'true'], { env: childEnvironment({}, env), stdio: 'ignore' }).status === 0;
  return allowed ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
