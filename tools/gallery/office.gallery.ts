import { test } from '@playwright/test';
import { type FilledOffice, fillOffice } from '../../e2e/support/filled-office.ts';
import { OFFICE_SCREENS } from '../../e2e/support/office-screens.ts';
import { fontsArrived } from '../../e2e/support/shell.ts';
import { drawForDocuments, drawScreen, HEIGHT, WIDTHS } from './pictures.ts';

/** The screens in docs/office.md, with the width of their window. */
const IN_DOCUMENTS: Readonly<Record<string, number>> = {
  'office-list': 1280,
  'office-application': 1440,
  'office-many-preview': 1280,
  'office-exports': 1280,
  'office-numbers': 1280,
  'office-audit': 1280,
  'office-staff': 1280,
};

test.describe.configure({ mode: 'default' });

let office: FilledOffice;
test.beforeAll(async ({ browser }) => {
  office = await fillOffice(browser);
});

for (const { name, role, open } of OFFICE_SCREENS) {
  test(name, async () => {
    const viewport = { width: 1280, height: HEIGHT };
    const context = await office.contextOf(role, { viewport, deviceScaleFactor: 1, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await open(page, office);
    await fontsArrived(page);
    for (const width of [...WIDTHS, 1440]) {
      await page.setViewportSize({ width, height: HEIGHT });
      await drawScreen(page, 'screens', width, name);
      if (IN_DOCUMENTS[name] === width) await drawForDocuments(page, width, name);
      if (name === 'office-application' && width === 1280) await drawForDocuments(page, width, 'office-checklist');
    }
    await context.close();
  });
}
