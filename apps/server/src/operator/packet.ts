import { makePacket, type PacketDocument } from '../modules/documents/pdf/packet.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { findNamed } from './links.ts';
import { writeNewFile } from './new-file.ts';
import { type PrintingDependencies, withPrinting } from './printing.ts';

const describe = ({ label, pages, firstSheet }: PacketDocument): string =>
  `\n  from sheet ${firstSheet}: ${label}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;

/** Writes the packet of one application to a new file and says what it holds, and on which sheets. */
export async function packetFile(deps: PrintingDependencies, application: string, file: string): Promise<string> {
  await requireKnownKeys(deps);
  const found = await findNamed(deps.db, application);
  return withPrinting(deps, async (printing) => {
    const packet = await makePacket(printing, found, deps.operator);
    await writeNewFile(file, packet.content);
    const count = packet.documents.length;
    const head = `${file}: ${packet.sheets} sheets, with ${count} uploaded ${count === 1 ? 'document' : 'documents'}.`;
    return head + packet.documents.map(describe).join('');
  });
}
