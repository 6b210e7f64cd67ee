/** Signatures and fixed lengths, in bytes, of the records of a zip file (PKWARE's APPNOTE, section 4.3). */
export const END = 0x06054b50;
export const ENTRY = 0x02014b50;
export const LOCAL = 0x04034b50;
export const END_BYTES = 22;
export const ENTRY_BYTES = 46;
export const LOCAL_BYTES = 30;
export const DEFLATED = 8;
