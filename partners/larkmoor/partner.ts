import { equals, notAnswered } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { site } from './site.ts';

const [fall2027, spring2028, fall2028] = site.terms;

/** All of the invented university: its site, and what comes after submission. */
export const partner = {
  ...site,
  privacy: [
    'Larkmoor University reads your answers to decide on your application, to contact you about it, and to get ready for your arrival.',
    'Your gender, race, ethnicity, and religion are not part of the decision. Beside each of these questions we say why we ask.',
    "Only people of the Office of Admissions, and the companies that run this website and its mail for us, can see what you send, but for the few facts that your school counselor sees. We don't sell it.",
    'You can ask us at any time what we have about you, and to correct or delete it.',
  ],
  completion_steps: [
    {
      title: 'Send your high school transcript',
      text: 'Ask your counselor to send an official transcript to the Office of Admissions.',
      when: notAnswered('transcript'),
      items: ['transcript'],
    },
    {
      title: 'Send your test scores, if you want us to see them',
      text: 'Choose Larkmoor University as a score recipient when you order your score report.',
      items: ['act_scores', 'sat_scores'],
    },
    {
      title: 'Watch your email',
      text: "We'll write to you when something comes for your application, if we need something again, and when it is complete.",
    },
  ],
  items: [
    {
      id: 'transcript',
      title: 'Official high school transcript',
      text: 'You can upload a copy until it comes.',
      from: 'school',
      takes_copy: true,
    },
    {
      id: 'act_scores',
      title: 'ACT scores',
      text: 'Choose Larkmoor University as a score recipient when you order your ACT score report.',
      from: 'test_agency',
      when: equals('act_taken', 'yes'),
    },
    {
      id: 'sat_scores',
      title: 'SAT scores',
      text: 'Choose Larkmoor University as a score recipient when you order your SAT score report.',
      from: 'test_agency',
      when: equals('sat_taken', 'yes'),
    },
    {
      id: 'counselor_report',
      title: "School counselor's report",
      text: 'Your counselor writes it about you and your school.',
      helper_text: 'Your report about the student and your school.',
      from: 'school',
    },
  ],
  requests: [
    {
      id: 'grades',
      title: 'Your newest grades',
      text: 'Please upload a report card or transcript with your newest grades.',
    },
    {
      id: 'gap',
      title: 'Time away from school',
      text: 'Please tell us in a few sentences what you did when you were not in school.',
      request: 'explanation',
    },
  ],
  terms: [
    {
      ...fall2027,
      dates: [
        { day: '2027-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2027-04-01', title: 'We send our admission decisions' },
        { day: '2027-05-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      ...spring2028,
      dates: [
        { day: '2027-11-01', title: 'We send our admission decisions' },
        { day: '2027-12-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      ...fall2028,
      dates: [
        { day: '2028-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2028-04-01', title: 'We send our admission decisions' },
        { day: '2028-05-01', title: 'Last day to accept our offer' },
      ],
    },
  ],
} as const satisfies PartnerConfig;
