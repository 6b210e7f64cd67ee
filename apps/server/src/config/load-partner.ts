import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  BadConfigurationError,
  checkForm,
  type Form,
  type FormDefinition,
  indexForm,
  unlessDraft,
} from '@firstyear/form-engine';
import { checkPartner, type OfficeConfig, officeProblems, type PartnerConfig } from '@firstyear/partner-config';
import { importPartnerFile, partnerFolder, shownPartnerFile } from '@firstyear/processes/partner-folder';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { SPANISH } from '@firstyear/words/spanish';
import * as z from 'zod';
import product from '../../../../package.json' with { type: 'json' };
import { isForPeople } from '../errors/error-for-people.ts';
import { type Config, ConfigError } from './config.ts';
import { shapeProblems } from './partner-shape.ts';
import { type ServedForm, type ServedForms, servedForms } from './served-forms.ts';

export interface LoadedPartner {
  readonly partner: PartnerConfig;
  /** The first of its forms. */
  readonly form: Form;
  /** How the admissions office works with this product; empty without a file. */
  readonly office: OfficeConfig;
  readonly forms: ServedForms;
}

/** What form.ts exports. */
interface FormModule {
  readonly id?: string;
  readonly season?: string;
  readonly definition?: FormDefinition;
  /** Everything wrong with it that the definition alone cannot show. */
  readonly problems?: () => readonly string[];
}

type FileName = 'partner' | 'form' | 'office' | 'es';

/** Throws a sentence with the path when the partner's logo is not beside its partner.ts. */
export function requireLogo({ logo }: Pick<PartnerConfig, 'logo'>, folder: string): void {
  if (logo === undefined) return;
  const file = path.join(folder, logo.file);
  if (existsSync(file)) return;
  throw new ConfigError(
    `The logo ${file} is not there. Put the file there, or change logo.file in ${shownPartnerFile(folder, 'site.ts')}.`,
  );
}

function requireFolder(partner: string, folder: string): void {
  const isNamed = !path.isAbsolute(partner);
  const named = isNamed ? `PARTNER names "${partner}"` : `PARTNER_DIR names ${partner}`;
  const found = existsSync(folder);
  if (!isNamed && !found) throw new ConfigError(`${named}, but there is no such folder.`);
  for (const file of ['partner', 'form']) {
    if (existsSync(path.join(folder, `${file}.ts`))) continue;
    const missing = isNamed ? shownPartnerFile(folder, `${file}.ts`) : `${file}.ts in it`;
    throw new ConfigError(`${named}, but there is no ${missing}.`);
  }
}

const manifest = z.object({ engines: z.object({ firstyear: z.string() }).partial().optional() });
/** 0.10.2 as a number that is larger than that of 0.9.0. */
const orderOf = (version: string) => version.split('.').reduce((order, part) => order * 1e5 + Number(part), 0);

/** A folder of its own may say from which version of the product on it works, as "engines" of package.json says it for Node. */
function requireVersion(folder: string): void {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return;
  const read = () => {
    try {
      return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).engines?.firstyear;
    } catch {
      throw new ConfigError(`${file} is not a package.json that can be read.`);
    }
  };
  const asked = read();
  if (asked === undefined) return;
  const [, least] = /^(?:>=)?\s*(\d+\.\d+\.\d+)$/.exec(asked) ?? [];
  if (least === undefined) {
    throw new ConfigError(
      `engines.firstyear in ${file} must be a version such as ">=${product.version}" (it is "${asked}").`,
    );
  }
  if (orderOf(product.version) >= orderOf(least)) return;
  throw new ConfigError(
    `${folder} needs Firstyear ${least} or newer, and this is ${product.version}. Update the product.`,
  );
}

/** Why a file of the partner could not be loaded, in one sentence with its line where that is known. */
function refusalOf(error: unknown, folder: string, name: FileName): unknown {
  if (isForPeople(error) || !(error instanceof Error)) return error;
  const base = `${pathToFileURL(folder).href}/`;
  const at = (error.stack ?? '').split(base)[1] ?? '';
  const [, file = `${name}.ts`, line] = /^([^:\s)]+):(\d+)/.exec(at) ?? [];
  const where = `${shownPartnerFile(folder, file)}${line === undefined ? '' : `, line ${line},`}`;
  const reason = error.message.split('\n', 1)[0]?.replace(/\.$/, '');
  return new ConfigError(`${where} cannot be loaded: ${reason}.`, { cause: error });
}

async function importFile(folder: string, name: FileName) {
  try {
    return await importPartnerFile(folder, `${name}.ts`);
  } catch (error) {
    throw refusalOf(error, folder, name);
  }
}

/** What es.ts says: the form and the university in Spanish, where they have all words for it. */
async function loadSpanish(folder: string): Promise<Pick<ServedForm, 'spanish'>> {
  if (!existsSync(path.join(folder, 'es.ts'))) return {};
  const loaded: { readonly definition?: FormDefinition; readonly partner?: PartnerConfig } | BadConfigurationError =
    await unlessDraft(() => importFile(folder, 'es'));
  if (loaded instanceof BadConfigurationError) return {};
  const { definition, partner } = loaded;
  if (definition === undefined || partner === undefined) {
    throw new ConfigError(`${shownPartnerFile(folder, 'es.ts')} does not export "definition" and "partner".`);
  }
  return { spanish: { form: indexForm(definition, formKinds.in(SPANISH)), partner } };
}

/** What office.ts says. It never goes to a browser, and a university need not have one. */
async function loadOffice(folder: string, form: Form): Promise<OfficeConfig> {
  if (!existsSync(path.join(folder, 'office.ts'))) return {};
  const { office }: { readonly office?: OfficeConfig } = await importFile(folder, 'office');
  if (office === undefined) throw new ConfigError(`${shownPartnerFile(folder, 'office.ts')} does not export "office".`);
  const problems = officeProblems(office, form);
  if (problems.length > 0) throw new BadConfigurationError(problems);
  return office;
}

/**
 * Loads the partner named in the configuration and lays out its form. The partner is always checked;
 * the form outside production only (AMB-150), where tests have checked it already.
 */
export async function loadPartner(config: Pick<Config, 'partner' | 'environment'>): Promise<LoadedPartner> {
  const folder = partnerFolder(config.partner);
  requireFolder(config.partner, folder);
  requireVersion(folder);
  const { partner }: { readonly partner?: PartnerConfig } = await importFile(folder, 'partner');
  if (partner === undefined)
    throw new ConfigError(`${shownPartnerFile(folder, 'partner.ts')} does not export "partner".`);
  const misshapen = shapeProblems(partner);
  if (misshapen.length > 0) throw new BadConfigurationError(misshapen);
  const { id, season, definition, problems }: FormModule = await importFile(folder, 'form');
  if (id === undefined || season === undefined || definition === undefined) {
    throw new ConfigError(`${shownPartnerFile(folder, 'form.ts')} does not export "id", "season" and "definition".`);
  }
  const form = indexForm(definition, formKinds.in(ENGLISH));
  checkPartner(partner, form);
  const found = problems?.() ?? [];
  if (found.length > 0) throw new BadConfigurationError(found);
  requireLogo(partner, folder);
  if (config.environment !== 'production') checkForm(form);
  const forms = servedForms({ id, season, form, partner, ...(await loadSpanish(folder)), releaseId: null });
  return { partner, form, forms, office: await loadOffice(folder, form) };
}
