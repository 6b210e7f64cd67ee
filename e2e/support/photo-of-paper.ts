import sharp from 'sharp';

/** A photo of a sheet of paper with lines on it. */
export function photoOfPaper(): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, row) => `<path d="M90 ${150 + row * 45}h${300 + ((row * 67) % 120)}"/>`);
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#6d6459"/>
<rect x="40" y="40" width="520" height="720" fill="#faf7ef"/><g stroke="#77736a" stroke-width="12">${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(sheet)).jpeg().toBuffer();
}
