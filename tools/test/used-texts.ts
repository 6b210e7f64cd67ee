import path from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import {
  isElementAccessExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync';

type Property = ReturnType<Checker['getPropertyOfType']>;

const AREAS = '/packages/words/src/en/';
const IS_OURS = /^(?!.*\/node_modules\/)(?!.*\/packages\/words\/)(?!.*(\.test|\.testing|\/testing\/)).*$/;

/** The ids of a symbol that is declared in an area, such as 'auth/logout/stuck'; empty for other symbols. */
function idsOf(symbol: Property): readonly string[] {
  const written = (symbol?.declarations ?? []).filter((declaration) => declaration.path.includes(AREAS));
  return written.map((item) => {
    const names: string[] = [];
    for (let node = item.resolve(); node; node = node.parent) {
      if (isPropertyAssignment(node) && (isIdentifier(node.name) || isStringLiteral(node.name)))
        names.unshift(node.name.text);
    }
    return [path.basename(item.path, '.ts'), ...names].join('/');
  });
}

/** The values of a type that is one string or several. */
function valuesOf(type: Type | undefined): readonly string[] {
  if (type?.isStringLiteralType()) return [type.value];
  return type?.isUnionType() ? type.getTypes().flatMap(valuesOf) : [];
}

/** Properties that a node reads from an object: `[id]`, `{ id } =`, `...group`. */
function propertiesRead(node: Node, checker: Checker): readonly Property[] {
  if (isElementAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node.expression);
    if (!type) return [];
    const names = valuesOf(checker.getTypeAtLocation(node.argumentExpression));
    return names.map((name) => checker.getPropertyOfType(type, name));
  }
  if (isSpreadAssignment(node)) {
    const type = checker.getTypeAtLocation(node.expression);
    return type ? checker.getPropertiesOfType(type) : [];
  }
  if (isObjectBindingPattern(node)) {
    const type = checker.getTypeAtLocation(node);
    const names = node.elements
      .map(({ propertyName, name }) => propertyName ?? name)
      .filter((name) => name !== undefined && isIdentifier(name));
    return type ? names.map(({ text }) => checker.getPropertyOfType(type, text)) : [];
  }
  return [];
}

function usedIn({ program, checker }: Project, root: string): readonly string[] {
  return program.getSourceFileNames().flatMap((name) => {
    const file = name.startsWith(root) && IS_OURS.test(name) ? program.getSourceFile(name) : undefined;
    if (!file || !/\bwords\b/.test(file.text)) return [];
    const names: Node[] = [];
    const others: Property[] = [];
    const visit = (node: Node): void => {
      if (isPropertyAccessExpression(node)) names.push(node.name);
      others.push(...propertiesRead(node, checker));
      node.forEachChild(visit);
    };
    visit(file);
    return [...checker.getSymbolAtLocation(names), ...others].flatMap(idsOf);
  });
}

/** The ids of texts, and of groups of texts, that the code of these workspaces reads, according to the compiler. */
export function usedTexts(root: string, workspaces: readonly string[]): ReadonlySet<string> {
  const api = new API({ cwd: root });
  try {
    const configs = workspaces.map((workspace) => path.join(root, workspace, 'tsconfig.json'));
    const snapshot = api.updateSnapshot({ openProjects: configs });
    return new Set(snapshot.getProjects().flatMap((project) => usedIn(project, root)));
  } finally {
    api.close();
  }
}
