import fs from 'node:fs';
import path from 'node:path';

/** The files for containers, services and proxies. */
export const deployFolder = path.resolve(import.meta.dirname, '../../deploy');

/** The files of the folder that may set variables. */
export function listDeployFiles(): readonly string[] {
  return fs
    .readdirSync(deployFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('monitoring') && fs.statSync(path.join(deployFolder, file)).isFile());
}

/** A variable that is set or read: NAME=value, NAME: value, name: NAME, ${NAME}, key: NAME. */
const SETTING =
  /(?:^|[\s{])([A-Z][A-Z0-9_]{2,})(?:=|: )|\bname: ([A-Z][A-Z0-9_]{2,})\b|\bkey: ([A-Z][A-Z0-9_]{2,})\b|\$\{([A-Z][A-Z0-9_]{2,})[:}]|\bprocess\.env\.([A-Z][A-Z0-9_]{2,})/gm;

/** Every variable that a file sets or reads, each once. */
export function variablesIn(file: string): readonly string[] {
  const text = fs.readFileSync(path.join(deployFolder, file), 'utf8').replaceAll(/^\s*#.*$/gm, '');
  const names = [...text.matchAll(SETTING)].flatMap((match) => match.slice(1).filter((name) => name !== undefined));
  return [...new Set(names)].sort();
}

/** Variables that docs/operating.md doesn't explain, with the program that reads them. */
const FOREIGN: Readonly<Record<string, string>> = {
  HOME: 'where programs may write',
  PATH: 'where Node is found',
  DEBIAN_FRONTEND: 'apt-get asks nothing',
  BUILD_IMAGE: 'given to the build',
  RUN_IMAGE: 'given to the build',
  POSTGRES_USER: 'image of PostgreSQL',
  POSTGRES_DB: 'image of PostgreSQL',
  POSTGRES_PASSWORD: 'image of PostgreSQL',
  OWNER_PASSWORD: 'given to compose.yaml',
  SERVING_PASSWORD: 'given to compose.yaml',
  ON_ERROR_STOP: 'psql',
  SITE: 'given to the Caddyfile',
  UPSTREAM: 'given to the Caddyfile',
};

/** The variables that docs/operating.md explains. */
export function knownVariables(): ReadonlySet<string> {
  const text = fs.readFileSync(path.join(deployFolder, '../docs/operating.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].map(([, names = '']) => names);
  return new Set([...rows.join(' ').matchAll(/[A-Z][A-Z0-9_]+/g)].map(([name]) => name));
}

/** Variables of a file that nothing explains. */
export function unknownVariables(file: string): readonly string[] {
  const known = knownVariables();
  return variablesIn(file).filter((name) => !known.has(name) && !Object.hasOwn(FOREIGN, name));
}
