import { defineCommand } from '../command.ts';
import { requireNewPlace } from '../new-file.ts';
import { NAME_APPLICATION, requireValue } from '../read-options.ts';

export const packet = defineCommand({
  usage: 'packet --application EMAIL|ID --out FILE',
  about: `Writes the packet for the office: the application's PDF, then each uploaded document behind a divider; audited.
FILE must be new. Run it where a worker could run: the command prints what has not been printed yet.`,
  read: (line) => ({
    application: requireValue(line, 'application', NAME_APPLICATION),
    out: requireValue(line, 'out', 'Give a new file for the packet: --out FILE.'),
  }),
  run: async ({ application, out }, { withAnswers }) => {
    await requireNewPlace(out, 'file');
    return withAnswers(async (deps) => {
      // Nothing else needs the PDF library, an eighth of the time in which a command starts.
      const { packetFile } = await import('../packet.ts');
      return packetFile(deps, application, out);
    });
  },
});
