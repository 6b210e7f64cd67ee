import type { PartnerSite } from '@firstyear/partner-config';

/** An invented college of art, quite different from the other partner: what its pages need before an application is submitted. */
export const site = {
  slug: 'alderfinch',
  name: 'Alder & Finch College of Art',
  pdf_name: 'Alder & Finch College of Art',
  application_title: 'Apply to the Studio Program',
  help_email: 'studio@alderfinch.example',
  phone: '(503) 555-0177',
  postal_address_lines: ['Studio Admissions', 'Alder & Finch College of Art', '40 Kiln Street', 'Finchport, OR 97999'],
  pdf_pages: ['about', 'education', 'final-steps'],
  intended_student_type: 'Studio student',
  welcome: {
    visitor:
      "Take a look around and start right away. There's no fee. We ask for a portfolio and a few words about it. You'll need an account to save your answers.",
    first_login:
      "You've taken the first step. Answer the questions and add your works at your own pace, and we'll save them as you go.",
  },
  act_code: '9888',
  sat_code: '9887',
  test_board_urls: {
    act: 'https://www.act.org/',
    sat: 'https://satsuite.collegeboard.org/sat',
    toefl: 'https://www.ets.org/toefl.html',
  },
  failed_submit_page: 'about',
  state: 'OR',
  time_zone: 'America/Los_Angeles',
  terms: [
    {
      entry_term: 'autumn_2027',
      opens: '2026-09-01T09:00-07:00',
      closes: '2027-01-15T23:59-08:00',
      late: 'refused',
    },
    {
      entry_term: 'winter_2028',
      opens: '2026-09-01T09:00-07:00',
      closes: '2027-09-01T23:59-07:00',
      late: 'accepted',
    },
  ],
  theme: { primary: '#5b2a6e', accent: '#9a5b00' },
  logo: { file: 'logo.svg', width: 40, height: 40 },
} as const satisfies PartnerSite;
