import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { findOnPath } from '@firstyear/processes/find-on-path';
import type { Browser } from 'playwright-core';
import { PrintError } from './browser.ts';

interface LaunchSettings {
  readonly executable: string;
  /** The only host:port the browser may reach. */
  readonly allowedHost: string;
  /** Folders with helper programs, as in PATH. */
  readonly searchPath: string;
  /** Whether it must not start without its sandbox. */
  readonly isSandboxRequired: boolean;
  readonly warn: (message: string) => void;
}

/** Spaces letters for paper, not for the pixels of a screen. */
const PRINT_FLAGS = ['--font-render-hinting=none'];

/** Flags that let the browser reach one host only. Intercepting requests would miss WebSockets and WebRTC. */
function sealingFlags(allowedHost: string): readonly string[] {
  return [
    '--proxy-server=http://127.0.0.1:9',
    `--proxy-bypass-list=<-loopback>;${allowedHost}`,
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
  ];
}

const UNPRIVILEGED = 'nobody';

/** Memory limit of each browser process in KiB; a large application needs a tenth of it. */
const MEMORY_LIMIT_KIB = 1_572_864;

/** The first version with margin boxes; older ones would omit the running head, and with it "Draft". */
const OLDEST_VERSION = 131;

const SANDBOX_REQUIRED =
  'PDF copies wait: this machine does not allow the sandbox of the printing browser (user namespaces). Allow it, or accept a browser without one with ALLOW_UNSANDBOXED=yes.';

interface Program {
  readonly path: string;
  /** Its HOME, unless it becomes another user. */
  readonly home: string;
  /** Removes its files. */
  readonly forget: () => Promise<void>;
}

interface User {
  readonly setpriv: string;
  readonly uid: string;
  readonly gid: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Gives a user the new profile and runs the program as that user. */
const becoming = ({ setpriv, uid, gid }: User, program: string) => `for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) profile="\${argument#*=}"; chown -R ${uid}:${gid} "$profile"; HOME="$profile"; export HOME ;;
  esac
done
unset XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
exec ${quoted(setpriv)} --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs -- ${program} "$@"`;

/** A script that starts the browser within its limits, and as an ordinary user when we are root. */
async function startScript(executable: string, user: User | undefined): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'firstyear-browser-'));
  const path = join(folder, 'start');
  const start = user ? becoming(user, quoted(executable)) : `exec ${quoted(executable)} "$@"`;
  await writeFile(path, `#!/bin/sh\nulimit -d ${MEMORY_LIMIT_KIB} 2>/dev/null\n${start}\n`, { mode: 0o700 });
  await chmod(path, 0o700);
  return { path, home: folder, forget: () => rm(folder, { recursive: true, force: true }) };
}

/** Chromium's sandbox needs an ordinary user; when we are root, one without any rights. */
async function ordinaryUser(searchPath: string): Promise<User | undefined> {
  const setpriv = process.getuid?.() === 0 ? findOnPath(['setpriv'], searchPath) : undefined;
  if (setpriv === undefined) return undefined;
  try {
    const run = promisify(execFile);
    const env = childEnvironment();
    const [uid, gid] = await Promise.all([
      run('id', ['-u', UNPRIVILEGED], { env }),
      run('id', ['-g', UNPRIVILEGED], { env }),
    ]);
    return { setpriv, uid: uid.stdout.trim(), gid: gid.stdout.trim() };
  } catch {
    return undefined;
  }
}

async function programFor(settings: LaunchSettings): Promise<Program> {
  const asIs = { path: settings.executable, home: tmpdir(), forget: async () => {} };
  if (process.platform === 'win32') return asIs;
  const script = await startScript(settings.executable, await ordinaryUser(settings.searchPath));
  try {
    await access(script.path, constants.X_OK);
    return script;
  } catch {
    // Temporary files can't be executed on this machine.
    await script.forget();
    return asIs;
  }
}

/**
 * Starts the browser in its sandbox, with one reachable host, a memory limit, an ordinary user and none of our environment.
 * Without the sandbox only where the machine forbids it and it is not required.
 */
export async function launchChromium(settings: LaunchSettings): Promise<Browser> {
  // Loading it takes a fifth of an operator command's start, and most commands print nothing.
  const { chromium } = await import('playwright-core');
  const program = await programFor(settings);
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: program.path,
      args: [...PRINT_FLAGS, ...sealingFlags(settings.allowedHost)],
      chromiumSandbox,
      env: childEnvironment({ HOME: program.home }),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    });
  try {
    const browser = await start(true).catch(async () => {
      const bare = await start(false);
      if (settings.isSandboxRequired) {
        await bare.close();
        throw new PrintError(SANDBOX_REQUIRED);
      }
      settings.warn(
        "The printing browser runs without its sandbox, because this machine does not allow it. It still opens only the application's own pages.",
      );
      return bare;
    });
    if (Number.parseInt(browser.version(), 10) < OLDEST_VERSION) {
      await browser.close();
      throw new PrintError(
        `PDF copies wait: Chromium ${browser.version()} is too old to print them. Install version ${OLDEST_VERSION} or newer.`,
      );
    }
    browser.once('disconnected', () => void program.forget());
    return browser;
  } catch (error) {
    await program.forget();
    throw error;
  }
}
