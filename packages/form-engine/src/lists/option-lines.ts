import type { NamedList, Option } from '../index.ts';

export type { NamedList, Option };

/** Reads a compact list: one choice a line, its value, a space, its label. Smaller to load than objects. */
export function optionLines(lines: string): readonly Option[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [value = '', label = ''] = line.split(/ (.*)/);
      return { value, label };
    });
}

/** Choices that have their words in common wherever they are offered. */
export const namedList = (id: string, options: readonly Option[], first = 0): NamedList => ({
  kind: 'list',
  id,
  options,
  first,
});
