/**
 * The code of an error of Node, such as 'ENOENT'; nothing when it has none. packages/processes/src/error-code.ts does the same,
 * but the machine's own Node, which runs this folder, may be too old to read TypeScript.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
