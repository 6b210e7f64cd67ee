import type { OfficeConfig } from '@firstyear/partner-config';

/**
 * The admissions office. For staff to sign in with their university accounts, register this site at the university's OpenID
 * Connect provider (docs/sign-on.md) and take the comment marks away:
 *
 * - redirect address PUBLIC_URL/office/api/sign-on/callback, after the logout PUBLIC_URL/office/sign-in, and where the provider
 *   has it, back-channel logout PUBLIC_URL/office/api/sign-on/logout
 * - authorization code with PKCE (S256), and refresh tokens; scopes openid, profile, email and offline_access
 * - the client's secret is OFFICE_CLIENT_SECRET in the environment, and sent by HTTP Basic
 */
export const office: OfficeConfig = {
  // sign_on: {
  //   issuer: 'https://login.example.edu', // what /.well-known/openid-configuration is found below
  //   client_id: 'admissions',
  //   roles_claim: 'groups', // without it, the page Staff decides
  //   role_of_claim: { 'admissions-directors': 'director', 'admissions-readers': 'reader' },
  //   verifies_emails: true, // the provider sends no claim email_verified, and has verified all addresses
  //   asks_for_consent: true, // the provider gives refresh tokens only after consent
  // },
  // Applications from these addresses count nowhere: for trying out.
  test_email_domains: ['test.example'],
  // Where applications stand. Applicants never see it.
  stages: [
    { id: 'in_review', name: 'In review' },
    { id: 'committee', name: 'Committee' },
    { id: 'decided', name: 'Decided' },
  ],
};
