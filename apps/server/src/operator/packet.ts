import { makePacket } from '../modules/documents/pdf/packet.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { findNamed } from './commands.ts';
import { writeNewFile } from './new-file.ts';
import { type PrintingDependencies, withPrinting } from './printing.ts';

/** Writes the packet of one application to a new file and says what it holds. */
export async function packetFile(deps: PrintingDependencies, application: string, file: string): Promise<string> {
  await requireKnownKeys(deps);
  const found = await findNamed(deps.db, application);
  return withPrinting(deps, async (printing) => {
    const packet = await makePacket(printing, found, deps.operator);
    await writeNewFile(file, packet.content);
    return `${file}: ${packet.sheets} sheets, with ${packet.documents} uploaded ${packet.documents === 1 ? 'document' : 'documents'}.`;
  });
}
