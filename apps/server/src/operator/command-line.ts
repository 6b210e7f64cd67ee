import { parseArgs } from 'node:util';
import { type Command, defineCommand, type Installation } from './command.ts';
import { APPLICATION_COMMANDS } from './commands/applications.ts';
import { PARTNER_COMMANDS, TEXT_COMMANDS } from './commands/partner.ts';
import { PEOPLE_COMMANDS } from './commands/people.ts';
import { auditCommand, RUNNING_COMMANDS } from './commands/running.ts';
import { SCHOOL_COMMANDS } from './commands/schools.ts';
import { UsageError } from './operator-error.ts';
import type { CommandLine } from './read-options.ts';

/** Every command, in the order of `help`. */
export const COMMANDS: readonly Command[] = [
  ...APPLICATION_COMMANDS,
  ...RUNNING_COMMANDS,
  ...PARTNER_COMMANDS,
  ...PEOPLE_COMMANDS,
  auditCommand,
  ...SCHOOL_COMMANDS,
  ...TEXT_COMMANDS,
];

/** The name of a command: the lowercase words that its usage begins with. */
export const nameOf = ({ usage }: Pick<Command, 'usage'>) =>
  /^[a-z-]+(?: [a-z][a-z-]*)?(?= |$)/.exec(usage)?.[0] ?? usage;

/** "a or b", "a, b or c". */
const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const indented = (text: string) => text.replaceAll(/^/gm, '      ');

export const OPERATOR_HELP = [
  'Operator commands. Those for links print one link; whoever has it can use it until it expires.',
  ...COMMANDS.map(({ usage, about }) => `  ${usage}\n${indented(about)}`),
  "They use DATABASE_MIGRATION_URL or DATABASE_URL, else the database in DATA_DIR, and PUBLIC_URL for the link's address.",
].join('\n\n');

const HELP = defineCommand({
  usage: 'help',
  about: 'Lists every command with its options.',
  read: () => ({}),
  run: async () => OPERATOR_HELP,
});

/** Parses the arguments after a command's name, as its usage allows. */
export function readLine(command: Command, args: readonly string[]): CommandLine {
  const { usage } = command;
  const name = nameOf(command);
  const shapes = [...usage.matchAll(/--([a-z-]+)(\]?)/g)].map(([, option = '', end]) => [option, end === ']'] as const);
  const options = new Map(shapes);
  const types = Object.fromEntries(
    shapes.map(([option, isSwitch]) => [option, { type: isSwitch ? 'boolean' : 'string' }] as const),
  );
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, tokens: true });
  const values = new Map<string, string>();
  const given = new Set<string>();
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const isSwitch = options.get(token.name);
    if (isSwitch === undefined) throw new UsageError(`${name} has no option ${token.rawName}.`);
    if (given.has(token.name)) throw new UsageError(`${token.rawName} can be given only once.`);
    given.add(token.name);
    if (isSwitch && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`);
    if (isSwitch) continue;
    // "--answers --days 2": the next option is no value.
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))) {
      throw new UsageError(`${token.rawName} needs a value.`);
    }
    values.set(token.name, token.value);
  }
  const takesFiles = /^ (?!\[?--)/.test(usage.slice(name.length));
  const [extra] = files;
  if (!takesFiles && extra !== undefined) throw new UsageError(`${name} takes options only (there is "${extra}").`);
  return { values, switches: given, files };
}

/** Finds a command and checks its options before anything is begun. Throws UsageError with one sentence. */
export function readCommand(args: readonly string[]): {
  readonly name: string;
  readonly options: object;
  run(installation: Installation): Promise<string>;
} {
  const [first = 'help', second] = args;
  if (first === '--help' || first === '-h') return readCommand(['help']);
  const family = COMMANDS.filter((command) => nameOf(command).startsWith(`${first} `));
  if (family.length > 0 && second === undefined) {
    const ways = family.map(({ usage }) => usage.replace(/ \[?--?.*$| \[.*$/, ''));
    throw new UsageError(`Say what to do: ${CHOICE.format(ways)}.`);
  }
  const name = family.length === 0 ? first : `${first} ${second}`;
  const command = [HELP, ...COMMANDS].find((item) => nameOf(item) === name);
  if (!command) throw new UsageError(`There is no command "${name}". "help" lists the commands.`);
  const options = command.read(readLine(command, args.slice(name.split(' ').length)));
  return { name, options, run: (installation) => command.run(options, installation) };
}
