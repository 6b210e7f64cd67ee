import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printApplication } from '../../../apps/server/src/modules/copies/pdf/print-copy.ts';
import { runCommand, UsageError } from '../../support/command.ts';
import { startPrinting } from './printing.ts';
import { type Sample, samples } from './samples.ts';

/** `npm run gallery:pdf -- FOLDER`: prints the sample applications into a folder. */
await runCommand(async (run) => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new UsageError('Name the folder for the PDFs: npm run gallery:pdf -- FOLDER');
  const { form, printing, newApplication } = await startPrinting(run);
  await mkdir(folder, { recursive: true });
  for (const [name, sample] of Object.entries<Sample>(samples(form))) {
    const content = await printApplication(printing, (await newApplication(sample)).id);
    if (content) await writeFile(path.join(folder, `${name}.pdf`), content);
    console.log(`${name}: ${content?.length ?? 0} bytes`);
  }
});
