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
  messages: [
    {
      id: 'visit',
      title: 'Invitation to campus',
      subject: 'Come and see Larkmoor University',
      text: "We'd like to show you our campus, and to answer your questions. You're welcome on any Friday at 10 AM. Please reply to this email to tell us when you're coming and how many of you.",
      spanish: {
        subject: 'Ven a conocer Larkmoor University',
        text: 'Nos gustaría mostrarte nuestro campus y responder a tus preguntas. Puedes venir cualquier viernes a las 10 AM. Responde a este correo para decirnos cuándo vienes y cuántas personas son.',
      },
    },
    {
      id: 'call_us',
      title: 'Please call us',
      subject: 'Please call us about your application',
      text: 'We have a question about your application that is easier to talk about than to write about. Please call us on a weekday between 9 AM and 4 PM.',
      spanish: {
        subject: 'Llámanos por tu solicitud',
        text: 'Tenemos una pregunta sobre tu solicitud que es más fácil de hablar que de escribir. Llámanos de lunes a viernes entre las 9 AM y las 4 PM.',
      },
    },
  ],
};
