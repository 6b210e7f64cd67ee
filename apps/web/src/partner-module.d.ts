/** The partner that this build is for; vite.config.ts points it at partners/<slug>.ts. Only main.tsx imports it. */
declare module '@partner' {
  export const partner: import('@firstyear/application-form').PartnerConfig;
}
