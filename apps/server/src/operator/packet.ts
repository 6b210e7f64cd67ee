import { makePacket } from '../modules/copies/pdf/packet.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { findApplication } from './applications.ts';
import type { PrintingDependencies } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { withPrinting } from './printing.ts';
import { counted } from './words.ts';

/** Writes the packet of one application to a new file and lists its documents with their first sheets. */
export async function packetFile(deps: PrintingDependencies, emailOrId: string, file: string): Promise<string> {
  await requireKnownKeys(deps);
  const found = await findApplication(deps.db, emailOrId);
  return withPrinting(deps, async (printing) => {
    const { content, sheets, documents } = await makePacket(printing, found, deps.operator);
    await writeNewFile(file, content);
    const head = `${file}: ${sheets} sheets, with ${counted(documents.length, 'uploaded document')}.`;
    const lines = documents.map(
      ({ label, pages, firstSheet }) => `  from sheet ${firstSheet}: ${label}, ${counted(pages, 'page')}`,
    );
    return [head, ...lines].join('\n');
  });
}
