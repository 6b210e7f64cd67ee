import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printApplication } from '../../../apps/server/src/modules/documents/pdf/print-copy.ts';
import { startHouse } from './house.ts';
import { samples } from './samples.ts';

/** `npm run gallery:pdf -- FOLDER [WEB_ROOT]`: prints the sample applications, for looking at them. */
const [folder, webRoot] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder for the PDFs: npm run gallery:pdf -- FOLDER');
  process.exit(2);
}
const house = await startHouse(webRoot);
try {
  await mkdir(folder, { recursive: true });
  for (const [name, sample] of Object.entries(samples(house.form))) {
    const content = await printApplication(house.printing, await house.newApplication(sample));
    if (content) await writeFile(path.join(folder, `${name}.pdf`), content);
    console.log(`${name}: ${content?.length ?? 0} bytes`);
  }
} finally {
  await house.stop();
}
