import { closingTime, type PartnerSite, type TermsForm, termLabel } from '@firstyear/partner-config';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { beforeYouStart } from '@firstyear/words/before-you-start';
import { formatDate } from '@firstyear/words/format';

/**
 * What one needs before one starts, for the first page of the build. The app leaves it as it is and never draws it: it
 * is gone with the next page. There is a line for each time until when some terms are open: the first is shown, and
 * recordEarlyInput() takes out those that are past by the browser's clock.
 */
export function BeforeYouStart({ partner, form }: { readonly partner: PartnerSite; readonly form: TermsForm }) {
  const words = useWords(beforeYouStart);
  const language = useLanguage();
  const terms = [...partner.terms].sort((a, b) => closingTime(a) - closingTime(b));
  const closings = terms.map((term) => ({
    until: closingTime(term),
    term: termLabel(form, term),
    day: formatDate(language, partner.time_zone, new Date(term.closes)),
  }));
  return (
    <>
      <p>{words.time}</p>
      {closings.map(({ until, ...first }, position) => (
        <p key={first.term} data-closes={until}>
          {words.closes({
            ...first,
            later: closings
              .slice(position + 1)
              .map(words.later)
              .join(''),
          })}
        </p>
      ))}
    </>
  );
}
