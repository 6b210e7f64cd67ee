const styled = new Map<string, string>();

/** A class by the name of its file, those of a kind's `edit` by their folder: a hash would compress worse and say nothing. */
export function className(name: string, path: string): string {
  const [folder = '', file = ''] = path.split(/[/\\.]/).slice(-4, -2);
  const scope = file === 'edit' ? folder : file;
  if ((styled.get(scope) ?? path) !== path) throw new Error(`${path} and ${styled.get(scope)} style the same classes.`);
  styled.set(scope, path);
  return `${scope}-${name}`;
}
