import type { DatabaseDependencies } from './dependencies.ts';
import type { PrintingDependencies } from './printing.ts';
import type { CommandLine } from './read-options.ts';

/** Which tables a command needs: those of this version, or whatever is there. */
export type Schema = 'known' | 'any';

/** The installation that a command works on; what it opens is closed when the work is done. */
export interface Installation {
  /** Aborts when the command is interrupted. */
  readonly interruption: AbortSignal;
  /** Prints a line of progress. */
  tell(line: string): void;
  withDatabase(work: (deps: DatabaseDependencies) => Promise<string>, schema?: Schema): Promise<string>;
  /** For commands that open answers, or seal them. */
  withAnswers(work: (deps: PrintingDependencies) => Promise<string>): Promise<string>;
  /** For commands that need a database of this version, but no partner and no form. */
  withDatabaseUrl(work: (url: string) => Promise<string>): Promise<string>;
  check(): Promise<string>;
  restore(folder: string): Promise<string>;
}

/** A command whose options are read. */
export interface PreparedCommand {
  readonly options: object;
  /** Does the work and returns what the operator is told. */
  run(installation: Installation): Promise<string>;
}

export interface Command {
  /** Its name, and all that may stand behind it: `backup FOLDER`, `[--yes]` a switch, `[--limit N]` an option with a value. */
  readonly usage: string;
  /** What `help` prints below. */
  readonly about: string;
  /** Checks the options. Throws UsageError with one sentence. */
  prepare(line: CommandLine): PreparedCommand;
}

interface Definition<Options extends object> {
  readonly usage: string;
  readonly about: string;
  read(line: CommandLine): Options;
  run(options: Options, installation: Installation): Promise<string>;
}

/** Makes a command from how its options are read and what is done with them. `run` loads what it needs. */
export function defineCommand<Options extends object>(
  definition: Definition<Options>,
): Command & Pick<Definition<Options>, 'read'> {
  const { usage, about, read, run } = definition;
  return {
    usage,
    about,
    read,
    prepare: (line) => {
      const options = read(line);
      return { options, run: (installation) => run(options, installation) };
    },
  };
}
