import type { NamedList, Option } from '../index.ts';

export type { NamedList, Option };

/** Reads a compact list: one choice a line, its value, a space, its label. Smaller to load than objects. */
export function optionLines(lines: string): readonly Option[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return { value: line.slice(0, space), label: line.slice(space + 1) };
    });
}

/** Choices that have their words in common wherever they are offered. */
export const namedList = (id: string, options: readonly Option[], first = 0): NamedList => ({
  kind: 'list',
  id,
  options,
  first,
});
