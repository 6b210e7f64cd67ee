import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** LibreOffice would fetch linked pictures and could run macros of a crafted file; this profile forbids both. */
export const WRITER_PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
`;

/** LibreOffice can't draw fonts of colored pictures, so emoji in them would be invisible; other fonts have most signs. */
export const WRITER_FONTS = `<?xml version="1.0"?>
<fontconfig><selectfont><rejectfont><pattern><patelt name="color"><bool>true</bool></patelt></pattern></rejectfont></selectfont></fontconfig>
`;

/** Names the import filter, since LibreOffice would also convert a renamed web page. */
export function writerArguments(folder: string, input: string): readonly string[] {
  return [
    ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'],
    `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`,
    ...['--infilter=MS Word 2007 XML', '--convert-to', 'pdf:writer_pdf_Export'],
    ...['--outdir', path.join(folder, 'out'), input],
  ];
}
