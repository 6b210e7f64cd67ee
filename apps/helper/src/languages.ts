import { ENGLISH, type Language, type LanguageCode } from '@firstyear/words';

/** Loads a language with the words of this page. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  if (code === 'en') return ENGLISH;
  const [page, dialog, fileRules, formPage] = await Promise.all([
    import('@firstyear/words/es/help-page'),
    import('@firstyear/words/es/dialog'),
    import('@firstyear/words/es/file-rules'),
    import('@firstyear/words/es/form-page'),
  ]);
  const texts = { 'help-page': page.es, dialog: dialog.es, 'file-rules': fileRules.usted, 'form-page': formPage.es };
  return { locale: 'es-US', texts };
}
