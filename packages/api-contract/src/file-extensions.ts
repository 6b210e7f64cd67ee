/** The endings of files that can be uploaded, apart from file-rules.ts: a page names them before there is a file. */
export const FILE_EXTENSIONS = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];
