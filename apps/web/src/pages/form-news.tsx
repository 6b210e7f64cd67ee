import { Button } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { formNews } from '@firstyear/words/form-news';
import { useApplicationLoad } from '../flows/load-application.ts';
import type { FormNews as News } from '../flows/load-steps.ts';
import styles from './typed-before.module.css';

/** Says, once, that the form has changed, and what that means for the applicant. */
export function FormNews({ news: { left } }: { readonly news: News }) {
  const words = useWords(formNews);
  const { news } = useApplicationLoad();
  return (
    <div className={styles.note}>
      <span role="status">{left?.isSubmitting ? words.notSubmitted : words.loaded}</span>
      <Button variant="quiet" onClick={() => news.set(null)}>
        {words.close}
      </Button>
    </div>
  );
}
