/** Handwritten forms, for content that no browser would send. */
export const BORDER = 'border';
export const FORM_TYPE = `multipart/form-data; boundary=${BORDER}`;

export const fieldPart = (name: string, value: string) =>
  `--${BORDER}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** The beginning of a file, without its end. */
export const filePart = (content: string) =>
  `--${BORDER}\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n${content}`;

export const partsOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => fieldPart(name, value))
    .join('');
