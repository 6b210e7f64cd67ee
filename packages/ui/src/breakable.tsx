import { Fragment, type ReactNode } from 'react';

/** Possible line breaks in an email address: before the @ and after punctuation. */
const PLACES = /(?=@)|(?<=[._+-])/;

/** Splits a text into parts with their offsets. */
function splitAt(text: string, places: RegExp): readonly { readonly start: number; readonly part: string }[] {
  let start = 0;
  const parts = text.split(places).map((part) => {
    start += part.length;
    return { start: start - part.length, part };
  });
  return parts.filter(({ part }) => part !== '');
}

/** Text whose email addresses wrap between their parts, not in the middle of a word. Another text is another element, since a
 * translator of pages replaces its parts. */
export function Breakable({ children: text }: { readonly children: string }): ReactNode {
  return (
    <span key={text}>
      {splitAt(text, /(\S+@\S+)/).map(({ start, part }) => (
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
      ))}
    </span>
  );
}
