import * as z from 'zod';

const text = z.string();
const texts = z.array(text);

/** What partner.ts must have (`PartnerConfig`), for folders that nobody compiles: one may be written for another version. */
const partnerShape = z.looseObject({
  slug: text,
  name: text,
  pdf_name: text,
  application_title: text,
  help_email: text,
  phone: text,
  postal_address_lines: texts,
  act_code: text,
  sat_code: text,
  test_board_urls: z.looseObject({ act: text, sat: text, toefl: text }),
  pdf_pages: texts,
  intended_student_type: text,
  welcome: z.looseObject({ visitor: text, first_login: text }).optional(),
  failed_submit_page: text.optional(),
  completion_steps: z.array(z.looseObject({ title: text, text, href: text.optional() })),
  state: text,
  time_zone: text,
  terms: z.array(
    z.looseObject({
      entry_term: text,
      opens: text,
      closes: text,
      late: z.enum(['accepted', 'refused']),
      dates: z.array(z.looseObject({ day: text, title: text, text: text.optional() })),
    }),
  ),
  theme: z.looseObject({ primary: text, accent: text }),
  logo: z.looseObject({ file: text, width: z.number(), height: z.number() }).optional(),
});

/** What partner.ts lacks, or has in another shape, in sentences. */
export function shapeProblems(partner: unknown): readonly string[] {
  const { error } = partnerShape.safeParse(partner);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}.`);
}
