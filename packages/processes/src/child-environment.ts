/** Variables that programs need; the second line is for Windows. */
const ALLOWED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE', 'PATHEXT', 'COMSPEC'],
];

/**
 * The environment of a program that we start: paths, home, language and `more`. Our other variables hold keys, passwords and
 * database addresses.
 */
export function childEnvironment(
  more: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const allowed = ALLOWED.flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(allowed), ...more };
}

/** Which university it is, and where programs are: the settings that a product of its own shares with its surroundings. */
const SHARED = ['PARTNER', 'PARTNER_DIR', 'CHROMIUM_PATH', 'ALLOW_UNSANDBOXED', 'INSTALL_TOOLS', 'NODE_COMPILE_CACHE'];

/**
 * The environment of a product that a check or walk starts for itself. It is never the one of an installation: no
 * database, mail server, store or key of the shell around it.
 */
export function productEnvironment(
  more: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const shared = SHARED.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []));
  return childEnvironment({ ...Object.fromEntries(shared), ...more }, env);
}
