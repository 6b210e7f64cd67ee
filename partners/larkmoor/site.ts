import type { PartnerSite } from '@firstyear/partner-config';

/** An invented university, for trying out and for tests: what its pages need before an application is submitted. */
export const site = {
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
  state: 'KY',
  time_zone: 'America/New_York',
  terms: [
    {
      entry_term: 'fall_2027',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-03-01T23:59-05:00',
      late: 'accepted',
    },
    {
      entry_term: 'spring_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-10-15T23:59-04:00',
      late: 'accepted',
    },
    {
      entry_term: 'fall_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2028-03-01T23:59-05:00',
      late: 'accepted',
    },
  ],
  theme: { primary: '#1f4d3a', accent: '#b4552d' },
  logo: { file: 'logo.svg', width: 40, height: 40 },
} as const satisfies PartnerSite;
