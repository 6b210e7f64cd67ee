/** The partner that this build is for; vite.config.ts points @partner at partners/<slug>/. Only main.tsx imports it. */
declare module '@partner/site.ts' {
  export const site: import('@firstyear/partner-config').PartnerSite;
}
