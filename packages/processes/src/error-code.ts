/** The code of an error of Node, PostgreSQL or SMTP, such as 'ENOENT' or '57014'; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
