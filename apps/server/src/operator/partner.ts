import fs from 'node:fs';
import path from 'node:path';
import { loadPartner } from '../config/load-partner.ts';
import { OperatorError } from './operator-error.ts';

const PARTNERS = path.resolve(import.meta.dirname, '../../../../partners');
/** The university that a new one begins as: it takes the product's form as it is. */
const MODEL = { slug: 'larkmoor', name: 'Larkmoor University', short: 'Larkmoor' };

const CHANGES = `/**
 * The application. To change the product's form, give changeForm of @firstyear/form-engine/change-form a prefix and changes:
 * changeForm(freshmanForm(freshman), 'mine', [leaveOut('religious_affiliation_other_specify'), leaveOut('religious_affiliation')]).
 */
export const definition`;

/** Writes the folder of a new university. Throws OperatorError where there is one already. */
export function makePartner(slug: string, partners = PARTNERS): string {
  const folder = path.join(partners, slug);
  if (fs.existsSync(folder)) throw new OperatorError(`partners/${slug} is there already.`);
  const written = ['site.ts', 'partner.ts', 'form.ts', 'logo.svg'].map((file) => {
    const source = fs.readFileSync(path.join(PARTNERS, MODEL.slug, file), 'utf8');
    const renamed = source
      .replaceAll(MODEL.name, 'Example University')
      .replaceAll(MODEL.short, 'Example')
      .replaceAll(MODEL.slug, slug);
    return [file, renamed.replace(/\/\*\* Example's application\. \*\/\nexport const definition/, CHANGES)] as const;
  });
  fs.mkdirSync(folder);
  for (const [file, text] of written) fs.writeFileSync(path.join(folder, file), text);
  return `Made partners/${slug}. Change the names in site.ts, then: PARTNER=${slug} npm start`;
}

/** Loads a university as a start in development does. What is wrong is thrown, in sentences. */
export async function checkPartnerFolder(slug: string): Promise<string> {
  const { form } = await loadPartner({ partner: slug, environment: 'development' });
  return `partners/${slug} is sound: ${form.pages.length} pages, ${form.fields.length} questions.`;
}
