/** A color written as #rrggbb. */
export function isHexColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color);
}

/** Relative luminance as WCAG 2.2 defines it: 0 is black, 1 is white. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors as #rrggbb (WCAG 2.2): 1 is none, 21 is black on white. */
export function contrastOf(color: string, otherColor: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
