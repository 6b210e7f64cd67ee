/** Words of the application as plain text. */
export const SERVICE_TEXT = {
  studentType: (type: string) => `Student type: ${type}`,
  document: (number: number, count: number) => `Document ${number} of ${count}`,
  documentFollows: 'The document is on the following pages, as the applicant uploaded it.',
} as const;
