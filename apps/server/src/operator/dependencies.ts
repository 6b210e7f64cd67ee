import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import type pg from 'pg';
import type { Settings } from '../config/config.ts';
import type { ServedForms } from '../config/served-forms.ts';
import type { Db } from '../db/transaction.ts';

export interface OperatorDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly clock: () => Date;
  /** Who runs the command, for the audit trail. */
  readonly operator: string;
  /** Without a closing slash. */
  readonly publicUrl: string;
}

export interface DatabaseDependencies extends OperatorDependencies {
  readonly settings: Settings & { readonly databaseUrl: string };
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  readonly pool: pg.Pool;
}
