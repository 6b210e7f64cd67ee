import type { FormNews as News } from '../flows/load-steps.ts';
import { FormNews } from './form-news.tsx';
import { TypedBefore } from './typed-before.tsx';

/** What an applicant is told once, above the questions. */
export function Notes({ news, page }: { readonly news: News | null; readonly page: string }) {
  return (
    <>
      {news && <FormNews news={news} page={page} />}
      <TypedBefore />
    </>
  );
}
