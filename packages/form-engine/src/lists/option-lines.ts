import type { Option } from '../index.ts';

export type { Option };

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
