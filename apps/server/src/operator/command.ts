import { parseArgs } from 'node:util';
import type { OfficeConfig, PartnerConfig } from '@firstyear/partner-config';
import type pg from 'pg';
import type { Config, Settings } from '../config/config.ts';
import type { ServedForms } from '../config/served-forms.ts';
import type { Db } from '../db/transaction.ts';

export interface OperatorDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly clock: () => Date;
  /** The user who runs the command, for the audit trail. */
  readonly operator: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

export interface DatabaseDependencies extends OperatorDependencies {
  readonly settings: Settings & { readonly databaseUrl: string };
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  readonly pool: pg.Pool;
}

export interface PrintingDependencies extends OperatorDependencies {
  readonly partner: PartnerConfig;
  readonly office: OfficeConfig;
  readonly config: Config;
  /** Starts a web server, for this command alone, with the page to print. Throws OperatorError when the web app isn't built. */
  readonly servePage: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
}

/** The installation that a command works on. Whatever it opens is closed when the work is done. */
export interface Installation {
  /** Aborts when the command is interrupted. */
  readonly interruption: AbortSignal;
  /** Prints a line of progress. */
  print(line: string): void;
  withDatabase(work: (deps: DatabaseDependencies) => Promise<string>): Promise<string>;
  /** For commands that read or write sealed answers: the secret key must be there. */
  withAnswers(work: (deps: PrintingDependencies) => Promise<string>): Promise<string>;
  /** For commands that need a migrated database, but no partner and no form. */
  withDatabaseUrl(work: (url: string) => Promise<string>): Promise<string>;
  check(): Promise<string>;
}

export interface Command<Options extends object = object> {
  readonly name: string;
  /** Its arguments, in `help`. */
  readonly usage: string;
  /** The paragraph below, in `help`. */
  readonly about: string;
  /** Reads the arguments after its name, with parseArgs(). Throws UsageError with one sentence. */
  read(args: readonly string[]): Options;
  /** Does the work and returns the text to print. Loads the code that it needs. */
  run(options: Options, installation: Installation): Promise<string>;
}

/** Infers the type of a command's options. */
export const defineCommand = <Options extends object>(command: Command<Options>): Command<Options> => command;

/** For `read` of a command without arguments. */
export function readNothing(args: readonly string[]): object {
  return parseArgs({ args, options: {} }).values;
}
