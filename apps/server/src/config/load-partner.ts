import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BadConfigurationError, checkForm, type Form, type FormDefinition, indexForm } from '@firstyear/form-engine';
import { checkPartner, type OfficeConfig, officeProblems, type PartnerConfig } from '@firstyear/partner-config';
import { errorCode } from '@firstyear/processes/error-code';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { SPANISH } from '@firstyear/words/spanish';
import { type Config, ConfigError } from './config.ts';
import { type ServedForm, type ServedForms, servedForms } from './served-forms.ts';

export interface LoadedPartner {
  readonly partner: PartnerConfig;
  /** The first of its forms. */
  readonly form: Form;
  /** How the admissions office works with this product; empty without a file. */
  readonly office: OfficeConfig;
  readonly forms: ServedForms;
}

/** What partners/<slug>/form.ts exports. */
interface FormModule {
  readonly id?: string;
  readonly season?: string;
  readonly definition?: FormDefinition;
  /** Everything wrong with it that the definition alone cannot show. */
  readonly problems?: () => readonly string[];
}

/** Throws a sentence with the path when the partner's logo is not beside its partner.ts. */
export function requireLogo({ logo }: Pick<PartnerConfig, 'logo'>, slug: string): void {
  if (logo === undefined) return;
  const file = fileURLToPath(new URL(`../../../../partners/${slug}/${logo.file}`, import.meta.url));
  if (existsSync(file)) return;
  throw new ConfigError(
    `The logo ${file} is not there. Put the file there, or change logo.file in partners/${slug}/partner.ts.`,
  );
}

/** Imports one file of the partner. Throws a sentence when it is not there. */
async function importFile(slug: string, file: 'partner' | 'form' | 'office' | 'es') {
  try {
    return await import(`@firstyear/partners/${slug}/${file}`);
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError(`PARTNER names "${slug}", but there is no partners/${slug}/${file}.ts.`);
  }
}

const hasFile = (slug: string, file: 'office' | 'es') =>
  existsSync(fileURLToPath(new URL(`../../../../partners/${slug}/${file}.ts`, import.meta.url)));

/** What partners/<slug>/es.ts says: the form and the university in Spanish, where they have words for it. */
async function loadSpanish(slug: string): Promise<Pick<ServedForm, 'spanish'>> {
  if (!hasFile(slug, 'es')) return {};
  const { definition, partner }: { readonly definition?: FormDefinition; readonly partner?: PartnerConfig } =
    await importFile(slug, 'es');
  if (definition === undefined || partner === undefined) {
    throw new ConfigError(`partners/${slug}/es.ts does not export "definition" and "partner".`);
  }
  return { spanish: { form: indexForm(definition, formKinds.in(SPANISH)), partner } };
}

/** What partners/<slug>/office.ts says. It never goes to a browser, and a university need not have one. */
async function loadOffice(slug: string, form: Form): Promise<OfficeConfig> {
  if (!hasFile(slug, 'office')) return {};
  const { office }: { readonly office?: OfficeConfig } = await importFile(slug, 'office');
  if (office === undefined) throw new ConfigError(`partners/${slug}/office.ts does not export "office".`);
  const problems = officeProblems(office, form);
  if (problems.length > 0) throw new BadConfigurationError(problems);
  return office;
}

/**
 * Loads the partner named in the configuration and lays out its form. The partner is always checked;
 * the form outside production only (AMB-150), where tests have checked it already.
 */
export async function loadPartner(config: Pick<Config, 'partner' | 'environment'>): Promise<LoadedPartner> {
  const { partner: slug } = config;
  const { partner }: { readonly partner?: PartnerConfig } = await importFile(slug, 'partner');
  if (partner === undefined) throw new ConfigError(`partners/${slug}/partner.ts does not export "partner".`);
  const { id, season, definition, problems }: FormModule = await importFile(slug, 'form');
  if (id === undefined || season === undefined || definition === undefined) {
    throw new ConfigError(`partners/${slug}/form.ts does not export "id", "season" and "definition".`);
  }
  const form = indexForm(definition, formKinds.in(ENGLISH));
  checkPartner(partner, form);
  const found = problems?.() ?? [];
  if (found.length > 0) throw new BadConfigurationError(found);
  requireLogo(partner, slug);
  if (config.environment !== 'production') checkForm(form);
  const forms = servedForms({ id, season, form, partner, ...(await loadSpanish(slug)), releaseId: null });
  return { partner, form, forms, office: await loadOffice(slug, form) };
}
