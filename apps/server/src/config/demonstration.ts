import path from 'node:path';

/** The file whose presence makes an installation a demonstration; `npm start -- --demo` writes it (tools/demo). */
export const demonstrationFile = (dataDir: string): string => path.join(dataDir, 'demonstration.json');
