import type { OfficeConfig } from '@firstyear/partner-config';

/** The admissions office; see docs/office.md. */
export const office: OfficeConfig = {
  // Applications from these addresses count nowhere: the office tries the form out with them.
  test_email_domains: ['test.example'],
};
