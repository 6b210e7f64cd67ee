/** What the gallery is drawn in: pseudo is longer than any language and in strange letters, rtl the same from right to left. */
export const LANGUAGES = ['en', 'es', 'pseudo', 'rtl'] as const;
export type GalleryLanguage = (typeof LANGUAGES)[number];

/** Of this run; main.ts sets it. */
export const galleryLanguage: GalleryLanguage =
  LANGUAGES.find((language) => language === process.env.GALLERY_LANGUAGE) ?? 'en';
