import { parseSync } from '@swc/core';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Two words or more that begin with a capital letter, or end as a sentence does. */
const isSentence = (text: string) =>
  /\p{L}{3}/u.test(text) && /\p{L}\S* +\S*\p{L}/u.test(text) && /^\p{Lu}|[.?!…:]$/u.test(text);

/** Attributes that are shown or announced. */
const SHOWN = new Set(['alt', 'aria-description', 'aria-label', 'label', 'placeholder', 'title']);

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return typeof node.value === 'string' ? node.value : '';
}

/** Errors for developers, log lines, SQL, headers, and choices, whose texts come with the form. */
function isNotRead(node: Node): boolean {
  switch (node.type) {
    case 'NewExpression':
      return nameOf(node.callee).endsWith('Error');
    case 'CallExpression':
      return /^(fatal|error|warn|info|debug|trace|header|optionLines)$/.test(nameOf(node.callee));
    case 'TaggedTemplateExpression':
      return nameOf(node.tag) === 'sql';
    default:
      return false;
  }
}

/** The text of a node, with '{}' for each value. */
function textOf(node: Node): string {
  switch (node.type) {
    case 'StringLiteral':
    case 'JSXText':
      return String(node.value);
    case 'TemplateLiteral':
      return [node.quasis]
        .flat()
        .map((part) => (isNode(part) ? String(part.cooked) : ''))
        .join('{}');
    default:
      return '';
  }
}

const isShown = (node: Node, parent: Node) =>
  node.type === 'JSXText' || (parent.type === 'JSXAttribute' && SHOWN.has(nameOf(parent.name)));

function* textsIn(node: unknown, parent: Node): Iterable<string> {
  if (!isNode(node) || isNotRead(node)) return;
  const text = textOf(node).replace(/\s+/g, ' ').trim();
  if (isShown(node, parent) ? /\p{L}/u.test(text) : isSentence(text)) yield text;
  for (const inner of Object.values(node)) yield* textsIn(inner, node);
}

/** The texts in a file's code that applicants or staff would read. */
export function sentencesIn(source: string, file: string): readonly string[] {
  return [...textsIn(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' }), {})];
}
