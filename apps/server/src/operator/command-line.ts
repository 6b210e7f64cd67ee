import { errorCode } from '@firstyear/processes/error-code';
import { type Command, defineCommand, type Installation, readNothing } from './command.ts';
import { APPLICATION_COMMANDS } from './commands/applications.ts';
import { PARTNER_COMMANDS } from './commands/partner.ts';
import { PEOPLE_COMMANDS } from './commands/people.ts';
import { RUNNING_COMMANDS } from './commands/running.ts';
import { SCHOOL_COMMANDS } from './commands/schools.ts';
import { UsageError } from './operator-error.ts';

/** Every command, in the order of `help`. */
export const COMMANDS: readonly Command[] = [
  ...APPLICATION_COMMANDS,
  ...RUNNING_COMMANDS,
  ...PARTNER_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...SCHOOL_COMMANDS,
];

/** "a or b", "a, b or c". */
const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const indented = (text: string) => text.replaceAll(/^/gm, '      ');

export const OPERATOR_HELP = [
  'Operator commands. Those for links print one link; whoever has it can use it until it expires.',
  ...COMMANDS.map(({ name, usage, about }) => `  ${`${name} ${usage}`.trim()}\n${indented(about)}`),
  "They use DATABASE_MIGRATION_URL or DATABASE_URL, else the database in DATA_DIR, and PUBLIC_URL for the link's address.",
].join('\n\n');

const HELP = defineCommand({
  name: 'help',
  usage: '',
  about: 'Lists every command with its options.',
  read: readNothing,
  run: async () => OPERATOR_HELP,
});

function findCommand([first = 'help', second]: readonly string[]): Command {
  if (first === '--help' || first === '-h') return HELP;
  const found = [HELP, ...COMMANDS].find(({ name }) => name === first || name === `${first} ${second}`);
  if (found) return found;
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (family.length > 0 && second === undefined) throw new UsageError(`Say what to do: ${CHOICE.format(family)}.`);
  const given = family.length > 0 ? `${first} ${second}` : first;
  throw new UsageError(`There is no command "${given}". "help" lists the commands.`);
}

/** The first sentence of an error of parseArgs(), such as "Unknown option '--day'". */
const sentenceOf = ({ message }: Error) => message.split(/\.?(?:\s|$)(?=[A-Z]|$)/)[0] ?? message;

/** Finds a command and checks its options before anything is begun. Throws UsageError with one sentence. */
export function readCommand(args: readonly string[]): {
  readonly name: string;
  readonly options: object;
  run(installation: Installation): Promise<string>;
} {
  const command = findCommand(args);
  const { name } = command;
  try {
    const options = command.read(args.slice(name.split(' ').length));
    return { name, options, run: (installation) => command.run(options, installation) };
  } catch (error) {
    if (!(error instanceof Error) || !errorCode(error)?.startsWith('ERR_PARSE_ARGS_')) throw error;
    throw new UsageError(`${name}: ${sentenceOf(error)}.`);
  }
}
