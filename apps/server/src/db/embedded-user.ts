import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '@firstyear/processes/child-environment';

/** The user that PostgreSQL runs as, and the command that starts programs as that user. */
export interface PostgresUser {
  readonly ids?: { readonly uid: number; readonly gid: number };
  command(program: string, args: readonly string[]): [file: string, args: string[]];
}

const direct: PostgresUser['command'] = (program, args) => [program, [...args]];

/**
 * PostgreSQL refuses to run as root. Tries in this order: the owner of the data, or `postgres` or `nobody` if they can reach
 * the folders; a user namespace; an unprivileged user with the one capability that lets it through private folders. Returns
 * a sentence when none works.
 */
export function postgresUser(paths: { root: string; data: string; program: string }): PostgresUser | string {
  if (process.getuid?.() !== 0) return { command: direct };
  const { root, data, program } = paths;
  const owner = fs.existsSync(data) ? fs.statSync(data).uid : undefined;
  const user = unprivilegedUser(owner);
  if (user && owner !== 0) {
    if (owner === undefined) fs.chownSync(root, user.uid, user.gid);
    if (othersMayEnter(root) && othersMayEnter(program)) return { ids: user, command: direct };
  }
  const namespace = ['--user', '--map-user=1', '--map-group=1', '--'];
  if ((owner === undefined || owner === 0) && works('unshare', [...namespace, program, '--version'])) {
    if (owner === undefined) fs.chownSync(root, 0, 0);
    return { command: (file, args) => ['unshare', [...namespace, file, ...args]] };
  }
  if (user && owner !== 0) {
    const drop = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
    const pass = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--'];
    if (works('setpriv', [...drop, ...pass, program, '--version'])) {
      return { command: (file, args) => ['setpriv', [...drop, ...pass, file, ...args]] };
    }
  }
  return `PostgreSQL does not run as root, and no other user can reach ${root}. Start as an ordinary user, or set DATA_DIR to a folder that others may enter, such as /var/lib/firstyear.`;
}

function unprivilegedUser(owner: number | undefined): { uid: number; gid: number } | undefined {
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  if (owner !== undefined && owner !== 0) {
    return { uid: owner, gid: users.find((user) => user.uid === owner)?.gid ?? owner };
  }
  const user = users.find((entry) => entry.name === 'postgres') ?? users.find((entry) => entry.name === 'nobody');
  return user && { uid: user.uid, gid: user.gid };
}

/** Whether the modes of all parent folders let everybody through. */
function othersMayEnter(target: string): boolean {
  let folder = path.dirname(path.resolve(target));
  for (;;) {
    if ((fs.statSync(folder).mode & 0o001) === 0) return false;
    const parent = path.dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}

function works(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args, { env: childEnvironment(), stdio: 'ignore' }).status === 0;
}
