import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BadConfigurationError, type Form } from '@firstyear/form-engine';
import { type FormOutline, releaseProblems } from '@firstyear/form-engine/releases';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { DEFAULT_PARTNER, partnerFolder, shownPartnerFile } from '@firstyear/processes/partner-folder';
import * as z from 'zod';
import { loadPartner } from '../config/load-partner.ts';
import { OperatorError } from './operator-error.ts';

/** A new university begins as a copy of this one, which takes the product's form as it is. */
const MODEL = partnerFolder(DEFAULT_PARTNER);
const FILES = ['site.ts', 'partner.ts', 'form.ts', 'office.ts', 'logo.svg'];
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PACKAGES = path.join(ROOT, 'node_modules/@firstyear');

const CHANGES = `/**
 * The application. To change the product's form, give changeForm of @firstyear/form-engine/change-form a prefix and changes:
 * changeForm(freshmanForm(freshman), 'mine', [leaveOut('religious_affiliation_other_specify'), leaveOut('religious_affiliation')]).
 */
export const definition`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** More files for a folder outside of the product, so that it can be its own repository and editors know the types. */
const REPOSITORY = {
  'package.json': json({ private: true, type: 'module' }),
  'tsconfig.json': json({
    compilerOptions: {
      target: 'ES2024',
      module: 'NodeNext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      types: [],
      noEmit: true,
    },
    include: ['*.ts'],
  }),
  '.gitignore': 'node_modules/\n',
};

function linkPackages(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(modules);
  // Relative, so that both folders can be moved together. On Windows a junction, which anybody may make.
  const target = process.platform === 'win32' ? PACKAGES : path.relative(modules, PACKAGES);
  fs.symlinkSync(target, path.join(modules, '@firstyear'), 'junction');
}

/** The model's files under other names. */
function filesFor(slug: string): Readonly<Record<string, string>> {
  const { name } = /name: '(?<name>[^']+)'/.exec(fs.readFileSync(path.join(MODEL, 'site.ts'), 'utf8'))?.groups ?? {};
  if (name === undefined) throw new Error('The model has no name.');
  const [short = name] = name.split(' ');
  return Object.fromEntries(
    FILES.map((file) => {
      const source = fs.readFileSync(path.join(MODEL, file), 'utf8');
      const renamed = source
        .replaceAll(name, 'Example University')
        .replaceAll(short, 'Example')
        .replaceAll(DEFAULT_PARTNER, slug);
      return [file, renamed.replace(/\/\*\* Example's application\. \*\/\nexport const definition/, CHANGES)];
    }),
  );
}

/**
 * Writes the folder of a new university: one of partners/ by its name, or one anywhere by its absolute path. Throws
 * OperatorError where something is there already.
 */
export function makePartner(partner: string): string {
  const folder = partnerFolder(partner);
  const shown = shownPartnerFile(folder);
  if (fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name !== '.git' && !/^readme/i.test(name))) {
    throw new OperatorError(`${shown} is there already, with files in it.`);
  }
  const isOutside = path.isAbsolute(partner);
  const slug = path.basename(folder);
  if (!/^[a-z][a-z0-9-]*$/.test(slug)) {
    throw new OperatorError(`The name of the folder must be lowercase letters, digits and hyphens (it is "${slug}").`);
  }
  const files = { ...filesFor(slug), ...(isOutside && REPOSITORY) };
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text);
  if (isOutside) linkPackages(folder);
  const start = isOutside ? `PARTNER_DIR=${folder}` : `PARTNER=${slug}`;
  return `Made ${shown}. Change the names in site.ts, then: ${start} npm start`;
}

const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
/** The packages that a university's files may import. */
const IMPORTED = ['packages/form-engine', 'packages/partner-config', 'forms/freshman'];

const manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) });

/** The paths of these packages for the compiler: a folder needs no link to them. */
function packagePaths(): Record<string, readonly string[]> {
  const paths = IMPORTED.flatMap((workspace) => {
    const folder = path.join(ROOT, workspace);
    const { name, exports } = manifest.parse(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')));
    return Object.entries(exports).map(([subpath, file]) => [
      path.posix.join(name, subpath),
      [path.join(folder, file)],
    ]);
  });
  return Object.fromEntries(paths);
}

/** "/far/artschool/form.ts(12,3): error TS2322: Type …"; further explanation is indented below. */
const FINDING = /^(\S.*?)\((\d+),\d+\): error TS\d+: (.+?)\.?$/gm;

/** The compiler's findings in a folder's files, in sentences. Undefined if the compiler isn't installed. */
async function findTypeProblems(folder: string): Promise<readonly string[] | undefined> {
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
      execFile(process.execPath, args, { cwd: folder, env: childEnvironment() }, (error, findings) => {
        // With findings, the compiler prints them and exits with an error.
        if (error && findings === '') reject(error);
        else resolve(findings);
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

/** The form's changes since the last release in the folder that have no migration, in sentences. */
function findLostAnswers(folder: string, form: Form): readonly string[] {
  const releases = path.join(folder, 'releases');
  const last = fs.existsSync(releases) ? fs.readdirSync(releases).toSorted().at(-1) : undefined;
  if (last === undefined) return [];
  const shown = shownPartnerFile(folder, path.join('releases', last));
  try {
    const { outline }: { readonly outline: FormOutline } = JSON.parse(
      fs.readFileSync(path.join(releases, last), 'utf8'),
    );
    return releaseProblems(outline, form).map((problem) => `${shown}: ${problem}`);
  } catch {
    return [`${shown} is no release that can be read. Take it from your repository as it was kept.`];
  }
}

/**
 * Loads a university as a start in development does, then checks the types of its files and the releases that it keeps. Throws
 * BadConfigurationError with the problems, in sentences.
 */
export async function checkPartnerFolder(partner: string, findWrongTypes = findTypeProblems): Promise<string> {
  const { form } = await loadPartner({ partner, environment: 'development' });
  const folder = partnerFolder(partner);
  const wrong = await findWrongTypes(folder);
  const found = [...(wrong ?? []), ...findLostAnswers(folder, form)];
  if (found.length > 0) throw new BadConfigurationError(found);
  const unchecked =
    wrong === undefined ? ' Its types were not checked: the TypeScript compiler is not installed here.' : '';
  return `${shownPartnerFile(folder)} is sound: ${form.pages.length} pages, ${form.fields.length} questions.${unchecked}`;
}
