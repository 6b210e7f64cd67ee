import { type LossFinder, type LostThing, PLACEHOLDERS } from './lost-things.ts';
import type { XmlToken } from './xml-tokens.ts';

/** Elements within a run that show a picture, a diagram, or shapes with text. */
const DRAWINGS = new Set(['drawing', 'pict', 'object']);

const runText = (thing: LostThing) => `<w:t>${PLACEHOLDERS.find(([name]) => name === thing)?.[1] ?? ''}</w:t>`;

/** Puts words where something of a part is lost. */
export class PlaceholderWriter {
  readonly #findLoss: LossFinder;
  /** Drawings that are open: where they begin in what is written, and what is in them. */
  readonly #open: { readonly at: number; lost: LostThing | undefined; hasMore: boolean }[] = [];
  #hasWritten = false;
  #runs = 0;
  #paragraphs = 0;

  constructor(findLoss: LossFinder) {
    this.#findLoss = findLoss;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Before a tag is written. @param isShown whether what stands here is shown at all */
  before(token: XmlToken, local: string, isShown: boolean, written: string[]): void {
    const step = token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0;
    if (local === 'r') this.#runs += step;
    else if (local === 'p') this.#paragraphs += step;
    if (DRAWINGS.has(local) && step === 1) this.#open.push({ at: written.length, lost: undefined, hasMore: false });
    const drawing = this.#open.at(-1);
    // Text in a shape.
    if (local === 't' && drawing) drawing.hasMore = true;
    if (!isShown || step === -1) return;
    const lost = this.#findLoss(token, local);
    if (drawing && lost) drawing.lost = lost;
    else if (drawing && (local === 'blip' || local === 'imagedata')) drawing.hasMore = true;
    else if (lost === 'linked_document') {
      const run = `<w:r>${runText(lost)}</w:r>`;
      written.push(this.#paragraphs > 0 ? run : `<w:p>${run}</w:p>`);
      this.#hasWritten = true;
    }
  }

  /** After a tag is written. Words take the place of a drawing that shows nothing else. */
  after(token: XmlToken, local: string, written: string[]): void {
    if (token.kind !== 'close' || !DRAWINGS.has(local)) return;
    const drawing = this.#open.pop();
    if (!drawing?.lost || this.#runs === 0) return;
    if (!drawing.hasMore) written.length = drawing.at;
    written.push(runText(drawing.lost));
    this.#hasWritten = true;
  }
}
