import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Form, type FormDefinition, momentOf } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { type FreshmanPartner, freshmanForm } from '@firstyear/freshman';
import type { PartnerConfig } from '@firstyear/partner-config';
import { importPartnerFile, partnerFolderFrom } from '@firstyear/processes/partner-folder';
import { outboxOf } from './mail.ts';

/** The product under test, as playwright.config.ts starts it. */
const dataFolder = process.env.E2E_DATA_DIR;
if (!dataFolder) throw new Error('E2E_DATA_DIR is not set: run these tests with npm test, or playwright test.');

/** The university under test: PARTNER or PARTNER_DIR, as npm start takes it. */
export const folder = partnerFolderFrom(process.env);
const written: { readonly definition: FormDefinition; readonly freshman: FreshmanPartner } = await importPartnerFile(
  folder,
  'form.ts',
);
export const { definition } = written;
export const { partner }: { readonly partner: PartnerConfig } = await importPartnerFile(folder, 'partner.ts');

export const OUTBOX = outboxOf(dataFolder);
export const form: Form = englishForm(definition);

const ofProduct = englishForm(freshmanForm(written.freshman));
const onlyIn = (a: Form, b: Form) => new Set([...a.byKey.keys()].filter((key) => !b.byKey.has(key)));
/** Keys of the questions that the university adds to the product's form, and of those that it leaves out. */
export const ADDED: ReadonlySet<string> = onlyIn(form, ofProduct);
export const LEFT_OUT: ReadonlySet<string> = onlyIn(ofProduct, form);

/** Titles, tags and files of walks about features that this university does not have. */
export const OTHERS_WALKS: readonly RegExp[] = [
  ...(form.tabGroups.size === 0 ? [/@tabs/] : []),
  ...(existsSync(path.join(folder, 'es.ts')) ? [] : [/spanish/i]),
  // npm test runs it in a copy with a pseudo-language instead of Spanish.
  ...(process.env.PSEUDO_LANGUAGE ? [] : [/pseudo-screens/]),
];

export const now = () => momentOf(new Date());

let people = 0;
/** An address that nobody has used in this run. */
export function newAddress(name = 'ada.testperson'): string {
  people += 1;
  return `${name}.${process.pid}.${people}@mail.example`;
}

/** Meets every requirement of the checklist. */
export const PASSWORD = 'Quiet-harbor-42-lantern';
