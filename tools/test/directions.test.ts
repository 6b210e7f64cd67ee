import { expect, test } from 'vitest';
import { linesOf, sourceFiles } from './source-files.ts';

/** Declarations that name left or right, although text may run in either direction. */
const PHYSICAL = [
  /^((margin|padding|border|inset|scroll-margin|scroll-padding)-)?(left|right)(-(width|color|style))?:/,
  /^border-(top|bottom)-(left|right)-radius:/,
  /^(text-align|float|clear): (left|right)\b/,
  /gradient\(to (left|right)/,
];

/** Exceptions by file: a script measures from the left, and a check mark is the same in both directions. */
const SAME_EITHER_WAY: Readonly<Record<string, readonly string[]>> = {
  'packages/ui/src/select-list.module.css': [
    'inset: 0 auto auto 0;',
    'margin: -0.2rem 0 0 0.15rem;',
    'border-width: 0 2px 2px 0;',
  ],
};

/** Values of a shorthand, with parentheses as one word. */
function valuesOf(value: string): readonly string[] {
  const flat = value.replace(/\([^()]*\)/g, (group) => group.replace(/[\s()]/g, '_'));
  return flat === value ? flat.split(/\s+/) : valuesOf(flat);
}

function isPhysical(declaration: string): boolean {
  const [, four = ''] = /^(?:margin|padding|inset|border-(?:width|style|color|radius)): (.+);$/.exec(declaration) ?? [];
  const [first, second, third, fourth] = valuesOf(four);
  const isLopsided = declaration.startsWith('border-radius')
    ? fourth !== undefined && (first !== second || third !== fourth)
    : fourth !== undefined && second !== fourth;
  return isLopsided || PHYSICAL.some((pattern) => pattern.test(declaration));
}

test('declarations that name left or right are found', () => {
  const physical = ['margin-left: 0;', 'left: 0;', 'text-align: right;', 'padding: 0 1px calc(1px + (2px)) 0;'];
  expect(physical.filter((item) => !isPhysical(item))).toEqual([]);
  const logical = [
    'margin-inline-start: 0;',
    'inset: 0;',
    'text-align: end;',
    'padding: 0 1px 2px 1px;',
    'margin: a((b - c(d)) / 2) 0;',
  ];
  expect(logical.filter(isPhysical)).toEqual([]);
});

test('style sheets work in a language that is written from right to left', () => {
  const isAllowed = (at: string, line: string) => SAME_EITHER_WAY[at.split(':')[0] ?? '']?.includes(line);
  const found = linesOf(sourceFiles.filter((file) => file.endsWith('.css'))).filter(
    ({ at, text }) => isPhysical(text.trim()) && !isAllowed(at, text.trim()),
  );
  expect(found).toEqual([]);
});
