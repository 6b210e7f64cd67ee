import path from 'node:path';
import type { WordParts } from './word-zip.ts';
import { attributeOf, decodeXml, readXml } from './xml-tokens.ts';

export interface Relation {
  /** The name of a part, or a URL if it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The targets that a part refers to, by id. */
export function relationsOf(parts: WordParts, name: string): ReadonlyMap<string, Relation> {
  const { dir, base } = path.posix.parse(name);
  const content = parts.get(path.posix.join(dir, '_rels', `${base}.rels`));
  const relations = new Map<string, Relation>();
  if (!content) return relations;
  for (const token of readXml(decodeXml(content))) {
    const [id, target] = [attributeOf(token, 'Id'), attributeOf(token, 'Target')];
    if (id === undefined || target === undefined) continue;
    const isExternal = attributeOf(token, 'TargetMode') === 'External';
    const within = target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target);
    relations.set(id, { target: isExternal ? target : within, isExternal });
  }
  return relations;
}
