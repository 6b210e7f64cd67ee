import type { OfficeConfig } from '@firstyear/partner-config';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import type { AppDependencies } from '../../module.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { PasswordStrength } from '../identity/password-strength.ts';

/** What is needed to know who works in the office. */
export type PeopleDependencies = Pick<AppDependencies, 'db' | 'clock' | 'partner'> & {
  readonly config: Pick<AppDependencies['config'], 'secret' | 'publicUrl'>;
  readonly office: OfficeConfig;
};

/** And to let them in. */
export type StaffDependencies = PeopleDependencies & {
  readonly databaseClock: DatabaseClock;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
};
