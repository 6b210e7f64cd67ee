import { errorCode } from '@firstyear/processes/error-code';
import { OPERATOR_HELP, readCommand } from '../operator/command-line.ts';
import { UsageError } from '../operator/operator-error.ts';
import { printError } from '../process/error-for-people.ts';
import { Interruption, signalOfInterruption } from '../process/interruption.ts';
import { exitCodeOf } from '../process/start-refusal.ts';

/** `node operator.ts COMMAND`; `help` lists the commands. */
async function main(): Promise<string> {
  const command = readCommand(process.argv.slice(2));
  if (command.name === 'help') return OPERATOR_HELP;
  const interruption = signalOfInterruption();
  // A mistyped option is reported at once: the server's modules, most of a command's time, are loaded only when used.
  const { openInstallation } = await import('./operator-installation.ts');
  try {
    return await command.run(openInstallation(interruption));
  } catch (error) {
    // The interruption is the cause of the failure.
    throw interruption.aborted ? interruption.reason : error;
  }
}

/** Prints a command's output. Fails if some of it can't be written, as into a file on a full disk. */
async function print(text: string): Promise<void> {
  // The write's own callback gets the error.
  process.stdout.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      // EPIPE: a reader of the first lines only, such as head, has closed the pipe.
      if (error && errorCode(error) !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

try {
  await print(await main());
} catch (error) {
  printError(error);
  if (error instanceof Interruption) process.exit(error.exitCode);
  process.exitCode = error instanceof UsageError ? 2 : exitCodeOf(error);
}
