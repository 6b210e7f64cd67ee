import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ITEM_SOURCES } from '@firstyear/api-contract/item-states';
import { BadConfigurationError, checkForm, type Form, type FormDefinition, indexForm } from '@firstyear/form-engine';
import { type OfficeConfig, officeProblems, type PartnerConfig, partnerProblems } from '@firstyear/partner-config';
import { importPartnerFile, partnerFolder, shownPartnerFile } from '@firstyear/processes/partner-folder';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { SPANISH } from '@firstyear/words/spanish';
import * as z from 'zod';
import { isForPeople } from '../process/error-for-people.ts';
import { type Config, ConfigError } from './config.ts';
import { type ServedForm, type ServedForms, servedForms } from './served-forms.ts';

const text = z.string();
const texts = z.array(text);

/** The shape of partner.ts (`PartnerConfig`), checked since nobody compiles a partner's folder, and it may be for another version. */
const partnerShape = z.looseObject({
  slug: text,
  name: text,
  pdf_name: text,
  application_title: text,
  help_email: text,
  phone: text,
  postal_address_lines: texts,
  act_code: text,
  sat_code: text,
  test_board_urls: z.looseObject({ act: text, sat: text, toefl: text }),
  pdf_pages: texts,
  intended_student_type: text,
  welcome: z.looseObject({ visitor: text, first_login: text }).optional(),
  privacy: texts,
  failed_submit_page: text.optional(),
  completion_steps: z.array(z.looseObject({ title: text, text, href: text.optional() })),
  items: z
    .array(
      z.looseObject({
        id: text,
        title: text,
        text,
        helper_text: text.optional(),
        from: z.enum(ITEM_SOURCES),
        takes_copy: z.boolean().optional(),
      }),
    )
    .optional(),
  requests: z
    .array(z.looseObject({ id: text, title: text, text, request: z.literal('explanation').optional() }))
    .optional(),
  state: text,
  time_zone: text,
  terms: z.array(
    z.looseObject({
      entry_term: text,
      opens: text,
      closes: text,
      late: z.enum(['accepted', 'refused']),
      dates: z.array(z.looseObject({ day: text, title: text, text: text.optional() })),
    }),
  ),
  theme: z.looseObject({ primary: text, accent: text }),
  logo: z.looseObject({ file: text, width: z.number(), height: z.number() }).optional(),
});

/** The missing and wrongly shaped parts of partner.ts, in sentences. */
function shapeProblems(partner: unknown): readonly string[] {
  const { error } = partnerShape.safeParse(partner);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}.`);
}

interface LoadedPartner {
  readonly partner: PartnerConfig;
  /** The first of `forms`. */
  readonly form: Form;
  /** How the admissions office works with this product; empty without a file. */
  readonly office: OfficeConfig;
  readonly forms: ServedForms;
}

/** The exports of form.ts. */
interface FormModule {
  readonly id?: string;
  readonly season?: string;
  readonly definition?: FormDefinition;
  /** Problems that the definition alone cannot show. */
  readonly problems?: () => readonly string[];
}

type FileName = 'partner' | 'form' | 'office' | 'es';

/** Throws ConfigError when the partner's logo is not beside its partner.ts. */
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
  const setting = isNamed ? `PARTNER names "${partner}"` : `PARTNER_DIR names ${partner}`;
  const found = existsSync(folder);
  if (!isNamed && !found) throw new ConfigError(`${setting}, but there is no such folder.`);
  for (const file of ['partner', 'form']) {
    if (existsSync(path.join(folder, `${file}.ts`))) continue;
    const missing = isNamed ? shownPartnerFile(folder, `${file}.ts`) : `${file}.ts in it`;
    throw new ConfigError(`${setting}, but there is no ${missing}.`);
  }
}

/** The file and line of the folder that import what the error says is missing: its stack names neither. */
function findImport({ message }: Error, folder: string): readonly [string, string, string] | undefined {
  const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  if (missing === undefined) return undefined;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
    const place = lines.findIndex((line) => /\bfrom '/.test(line) && line.includes(path.basename(missing)));
    if (place >= 0) return [missing, file, String(place + 1)];
  }
  return undefined;
}

/** Reads a form that no compiler has seen: what it stumbles over is said in a sentence, too. */
function inForm<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refusalOf(error, folder, 'form');
  }
}

/** Why a file of the partner could not be loaded, in one sentence with the line if it is known. */
function refusalOf(error: unknown, folder: string, name: FileName): unknown {
  if (isForPeople(error) || !(error instanceof Error)) return error;
  const base = `${pathToFileURL(folder).href}/`;
  const at = (error.stack ?? '').split(base)[1] ?? '';
  const [, file = `${name}.ts`, line] = /^([^:\s)]+):(\d+)/.exec(at) ?? findImport(error, folder) ?? [];
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

/** The form and the university in Spanish, from es.ts; throws BadConfigurationError with the names of missing texts. */
async function loadSpanish(folder: string): Promise<Pick<ServedForm, 'spanish'>> {
  if (!existsSync(path.join(folder, 'es.ts'))) return {};
  const shown = shownPartnerFile(folder, 'es.ts');
  const loaded: { readonly definition?: FormDefinition; readonly partner?: PartnerConfig } = await importFile(
    folder,
    'es',
  ).catch((error: unknown) => {
    throw error instanceof BadConfigurationError ? new BadConfigurationError(error.problems, shown) : error;
  });
  const { definition, partner } = loaded;
  if (definition === undefined || partner === undefined)
    throw new ConfigError(`${shown} does not export "definition" and "partner".`);
  return { spanish: { form: indexForm(definition, formKinds.in(SPANISH)), partner } };
}

/** The office's configuration from office.ts, which is optional and never sent to a browser. */
async function loadOffice(folder: string, form: Form): Promise<OfficeConfig> {
  if (!existsSync(path.join(folder, 'office.ts'))) return {};
  const { office }: { readonly office?: OfficeConfig } = await importFile(folder, 'office');
  if (office === undefined) throw new ConfigError(`${shownPartnerFile(folder, 'office.ts')} does not export "office".`);
  const problems = officeProblems(office, form, existsSync(path.join(folder, 'es.ts')));
  if (problems.length > 0) throw new BadConfigurationError(problems, shownPartnerFile(folder, 'office.ts'));
  return office;
}

/**
 * Loads the configured partner and lays out its form. Always checks the partner; the form only outside production (AMB-150),
 * since tests have checked it.
 */
export async function loadPartner(config: Pick<Config, 'partner' | 'environment'>): Promise<LoadedPartner> {
  const folder = partnerFolder(config.partner);
  requireFolder(config.partner, folder);
  const { partner }: { readonly partner?: PartnerConfig } = await importFile(folder, 'partner');
  if (partner === undefined)
    throw new ConfigError(`${shownPartnerFile(folder, 'partner.ts')} does not export "partner".`);
  const misshapen = shapeProblems(partner);
  const site = `${shownPartnerFile(folder, 'site.ts')} or partner.ts`;
  if (misshapen.length > 0) throw new BadConfigurationError(misshapen, site);
  const { id, season, definition, problems }: FormModule = await importFile(folder, 'form');
  if (id === undefined || season === undefined || definition === undefined) {
    throw new ConfigError(`${shownPartnerFile(folder, 'form.ts')} does not export "id", "season" and "definition".`);
  }
  const form = inForm(folder, () => indexForm(definition, formKinds.in(ENGLISH)));
  const wrong = partnerProblems(partner, form);
  if (wrong.length > 0) throw new BadConfigurationError(wrong, site);
  const found = problems?.() ?? [];
  if (found.length > 0) throw new BadConfigurationError(found);
  requireLogo(partner, folder);
  if (config.environment !== 'production') inForm(folder, () => checkForm(form));
  const forms = servedForms({ id, season, form, partner, ...(await loadSpanish(folder)), releaseId: null });
  return { partner, form, forms, office: await loadOffice(folder, form) };
}
