/** The house number that a typed address begins with; '' when there is none. */
export function houseNumberOf(text: string): string {
  return /^\s*(\d+[a-z]?(?:[-/]\d+)?)\s/i.exec(text)?.[1] ?? '';
}
