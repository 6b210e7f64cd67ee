import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { UsageError } from '../operator-error.ts';
import { readWholeNumber, requireValue } from '../read-options.ts';

async function readAnswersFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.record(z.string(), z.unknown()).parse(parsed);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as a JSON object of answers, such as {"first_name": "Ada"}.`, {
      cause,
    });
  }
}

export const temporaryApplication = defineCommand({
  usage: 'temporary-application --answers FILE [--days N]',
  about: `A link that opens an application with some answers filled in.
FILE is a JSON object of question keys and answers. It lasts 30 days unless --days (1 to 365) says otherwise.`,
  read: (line) => ({
    answersFile: requireValue(line, 'answers', 'Give the file with the answers: --answers FILE.'),
    days: readWholeNumber(line, 'days', 30, 365),
  }),
  run: async ({ answersFile, days }, { withDatabase }) => {
    const answers = await readAnswersFile(answersFile);
    const { temporaryLink } = await import('../links.ts');
    return withDatabase((deps) => temporaryLink(deps, answers, days));
  },
});
