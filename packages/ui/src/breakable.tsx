import { Fragment, type ReactNode } from 'react';

/** Possible line breaks in an email address: before the @ and after punctuation. */
const PLACES = /(?=@)|(?<=[._+-])/;

/** Parts of a text with their start. */
function splitAt(text: string, places: RegExp): readonly { readonly start: number; readonly part: string }[] {
  let start = 0;
  const parts = text.split(places).map((part) => {
    start += part.length;
    return { start: start - part.length, part };
  });
  return parts.filter(({ part }) => part !== '');
}

/** A text whose email addresses break between their words, not within one. */
export function Breakable({ children: text }: { readonly children: string }): ReactNode {
  return splitAt(text, /(\S+@\S+)/).map(({ start, part }) => (
    <Fragment key={start}>
      {part.includes('@')
        ? splitAt(part, PLACES).map((piece) => (
            <Fragment key={piece.start}>
              {piece.start > 0 && <wbr />}
              {piece.part}
            </Fragment>
          ))
        : part}
    </Fragment>
  ));
}
