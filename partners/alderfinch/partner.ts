import { notAnswered } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { site } from './site.ts';

const [autumn2027, winter2028] = site.terms;

/** All of the invented college: its site, and what comes after submission. */
export const partner = {
  ...site,
  privacy: [
    'Alder & Finch College of Art looks at your answers and your works to decide on your application, to contact you about it, and to get ready for your arrival.',
    'Your gender, race, and ethnicity are not part of the decision. Beside each of these questions we say why we ask.',
    "Only Studio Admissions and the teachers who read portfolios see what you send, besides the companies that run this website and its mail for us. We don't sell it.",
    'You can ask us at any time what we have about you, and to correct or delete it.',
  ],
  completion_steps: [
    {
      title: 'Send your high school transcript',
      text: 'Ask your school to send it to Studio Admissions.',
      when: notAnswered('transcript'),
    },
    {
      title: 'Keep your originals',
      text: 'Bring the works of your portfolio if we invite you to a studio day.',
    },
  ],
  items: [
    {
      id: 'letter',
      title: "Teacher's letter",
      text: 'A teacher who knows your work writes it.',
      helper_text: 'A letter about the student and the work that you have seen.',
      from: 'school',
    },
  ],
  terms: [
    {
      ...autumn2027,
      dates: [
        { day: '2027-02-20', title: 'Studio day for invited applicants' },
        { day: '2027-03-20', title: 'We send our admission decisions' },
      ],
    },
    { ...winter2028, dates: [{ day: '2027-10-10', title: 'We send our admission decisions' }] },
  ],
} as const satisfies PartnerConfig;
