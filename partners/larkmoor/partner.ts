import { notAnswered } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';

/** An invented university, for trying out and for tests. */
export const partner = {
  slug: 'larkmoor',
  name: 'Larkmoor University',
  pdf_name: 'Larkmoor University',
  application_title: 'Application for Freshman Admission',
  help_email: 'admissions@larkmoor.example',
  phone: '(606) 555-0142',
  postal_address_lines: ['Office of Admissions', 'Larkmoor University', '1 Founders Walk', 'Larkmoor, KY 40999'],
  pdf_pages: ['about', 'education', 'final-steps'],
  intended_student_type: 'Freshman',
  act_code: '9999',
  sat_code: '9998',
  test_board_urls: {
    act: 'https://www.act.org/',
    sat: 'https://satsuite.collegeboard.org/sat',
    toefl: 'https://www.ets.org/toefl.html',
  },
  failed_submit_page: 'about',
  completion_steps: [
    {
      title: 'Send your high school transcript',
      text: 'Ask your counselor to send an official transcript to the Office of Admissions.',
      when: notAnswered('transcript'),
    },
    {
      title: 'Send your test scores, if you want us to see them',
      text: 'Choose Larkmoor University as a score recipient when you order your score report: ACT code 9999, SAT code 9998.',
    },
    {
      title: 'Watch your email',
      text: "We'll write to you within two weeks, or sooner if something is missing.",
    },
  ],
  state: 'KY',
  time_zone: 'America/New_York',
  terms: [
    {
      entry_term: 'fall_2027',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-03-01T23:59-05:00',
      late: 'accepted',
      dates: [
        { day: '2027-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2027-04-01', title: 'We send our admission decisions' },
        { day: '2027-05-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      entry_term: 'spring_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-10-15T23:59-04:00',
      late: 'accepted',
      dates: [
        { day: '2027-11-01', title: 'We send our admission decisions' },
        { day: '2027-12-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      entry_term: 'fall_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2028-03-01T23:59-05:00',
      late: 'accepted',
      dates: [
        { day: '2028-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2028-04-01', title: 'We send our admission decisions' },
        { day: '2028-05-01', title: 'Last day to accept our offer' },
      ],
    },
  ],
  theme: { primary: '#1f4d3a', accent: '#b4552d' },
  logo: { file: 'logo.svg', width: 40, height: 40 },
} as const satisfies PartnerConfig;
