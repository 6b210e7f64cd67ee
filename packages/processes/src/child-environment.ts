/** What a program needs of its surroundings; the names in capitals at the end are those of Windows. */
const ALLOWED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE', 'PATHEXT', 'COMSPEC'],
];

/**
 * The environment of a program that we start: where programs, temporary files and a home are, and what is given with it.
 * Nothing else that this process knows: keys, passwords and addresses of databases are in its own environment.
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
