import { numberOf, readOptions } from '../../support/options.ts';

/** Reads the options of the command; throws UsageError. */
export function readStormOptions(args: readonly string[]) {
  const values = readOptions(args, {
    season: { type: 'string', default: '200000' },
    minutes: { type: 'string', default: '30' },
    'ramp-seconds': { type: 'string', default: '30' },
    'web-processes': { type: 'string', default: '1' },
    folder: { type: 'string' },
    profile: { type: 'string' },
  });
  return {
    /** Applications in the database before the storm. */
    season: numberOf(values.season, 'season', 100, 5_000_000),
    /** Of the nominal load. */
    minutes: numberOf(values.minutes, 'minutes', 0.1, 600, false),
    /** Of each step of the ramp; 0 for none. */
    rampSeconds: numberOf(values['ramp-seconds'], 'ramp-seconds', 0, 600, false),
    webProcesses: numberOf(values['web-processes'], 'web-processes', 1, 64),
    /** Where database and files are kept for another run; a folder that is removed at the end when not given. */
    folder: values.folder,
    /** Where a profile of the web server goes. */
    profile: values.profile,
  };
}
export type StormOptions = ReturnType<typeof readStormOptions>;
