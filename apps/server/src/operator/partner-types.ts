import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { shownPartnerFile } from '@firstyear/processes/partner-folder';
import * as z from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
/** What a university's files may import of the product. */
const IMPORTED = ['packages/form-engine', 'packages/partner-config', 'forms/freshman'];

const manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) });

/** Where the compiler finds the product's packages, for a folder without a link to them. */
function packagePaths(): Record<string, readonly string[]> {
  const paths = IMPORTED.flatMap((workspace) => {
    const folder = path.join(ROOT, workspace);
    const read = manifest.parse(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')));
    return Object.entries(read.exports).map(([subpath, file]) => [
      path.posix.join(read.name, subpath),
      [path.join(folder, file)],
    ]);
  });
  return Object.fromEntries(paths);
}

/** "/far/artschool/form.ts(12,3): error TS2322: Type …"; what explains it further is indented below. */
const FINDING = /^(\S.*?)\((\d+),\d+\): error TS\d+: (.+?)\.?$/gm;

/** What the compiler says of a folder's files, in sentences. Undefined where the product was installed without the compiler. */
export async function findTypeProblems(folder: string): Promise<readonly string[] | undefined> {
  if (!fs.existsSync(COMPILER)) return undefined;
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-types-')));
  try {
    const files = fs.readdirSync(folder).filter((name) => /(?<!\.d|\.test)\.ts$/.test(name));
    const config = {
      extends: path.join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        paths: packagePaths(),
        // Node takes these files for modules, whatever a package.json beside them says or doesn't.
        module: 'ESNext',
        moduleResolution: 'Bundler',
        resolveJsonModule: true,
        noUnusedLocals: false,
        noUnusedParameters: false,
      },
      files: files.map((name) => path.join(folder, name)),
    };
    fs.writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(config));
    const args = [COMPILER, '--project', place, '--pretty', 'false'];
    const output = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, args, { cwd: folder, env: childEnvironment() }, (error, said) => {
        // It ends with a code of its own when it found something, which it then says.
        if (error && said === '') reject(error);
        else resolve(said);
      });
    });
    return [...output.matchAll(FINDING)].flatMap(([, file = '', line, text]) => {
      const name = path.relative(folder, path.resolve(folder, file));
      return name.startsWith('..') ? [] : [`${shownPartnerFile(folder, name)}, line ${line}: ${text}.`];
    });
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}
