import * as z from 'zod/mini';

/** What is known of a Word file without rendering it, to judge its PDF. */
export const wordContentSchema = z.object({
  /** Whether it has neither text nor pictures. */
  isEmpty: z.boolean(),
  /** Comments are beside the page. */
  hasComments: z.boolean(),
  /** "¿", which LibreOffice also draws for a broken equation. */
  hasInvertedMarks: z.boolean(),
});
export type WordContent = z.infer<typeof wordContentSchema>;
