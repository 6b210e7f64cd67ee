import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printApplication } from '../../apps/server/src/modules/pdf/print-copy.ts';
import { startHouse } from './house.ts';
import { samples } from './samples.ts';

/** `node benchmarks/pdf/print-samples.ts FOLDER [WEB_ROOT]`: prints the sample applications, for looking at them. */
const [folder, webRoot] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the PDFs.');
const house = await startHouse(webRoot);
try {
  await mkdir(folder, { recursive: true });
  for (const [name, sample] of Object.entries(samples(house.partner, house.form))) {
    const content = await printApplication(house.printing, await house.newApplication(sample));
    if (content) await writeFile(path.join(folder, `${name}.pdf`), content);
    console.log(`${name}: ${content?.length ?? 0} bytes`);
  }
} finally {
  await house.stop();
}
