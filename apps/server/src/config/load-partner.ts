import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { applicationForm, checkForm, checkPartner, type Form, type PartnerConfig } from '@firstyear/application-form';
import { errorCode } from '../errors/error-code.ts';
import { type Config, ConfigError } from './config.ts';

export interface LoadedPartner {
  readonly partner: PartnerConfig;
  readonly form: Form;
}

/** Throws a sentence with the path when the partner's logo is not among the files of partners/. */
export function requireLogo({ logo }: Pick<PartnerConfig, 'logo'>, slug: string): void {
  if (logo === undefined) return;
  const file = fileURLToPath(new URL(`../../../../partners/${logo.file}`, import.meta.url));
  if (existsSync(file)) return;
  throw new ConfigError(
    `The logo ${file} is not there. Put the file there, or change logo.file in partners/${slug}.ts.`,
  );
}

/**
 * Loads the partner named in the configuration and lays out its form. The partner is always checked;
 * the form outside production only (AMB-150), where tests have checked it already.
 */
export async function loadPartner(config: Pick<Config, 'partner' | 'environment'>): Promise<LoadedPartner> {
  const specifier = `@firstyear/partners/${config.partner}`;
  let module: { readonly partner?: PartnerConfig };
  try {
    module = await import(specifier);
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') {
      throw new ConfigError(`PARTNER names "${config.partner}", but there is no partners/${config.partner}.ts.`);
    }
    throw error;
  }
  const { partner } = module;
  if (partner === undefined) throw new ConfigError(`partners/${config.partner}.ts does not export "partner".`);
  const form = applicationForm(partner);
  checkPartner(partner, form);
  requireLogo(partner, config.partner);
  if (config.environment !== 'production') checkForm(form);
  return { partner, form };
}
