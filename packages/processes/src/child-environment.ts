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
