const styled = new Map<string, string>();

/** A class name prefixed with its file's name: a hash would compress worse and mean nothing. */
export function className(name: string, path: string): string {
  const [scope = ''] = path.split(/[/\\.]/).slice(-3, -2);
  if ((styled.get(scope) ?? path) !== path) throw new Error(`${path} and ${styled.get(scope)} style the same classes.`);
  styled.set(scope, path);
  return `${scope}-${name}`;
}
