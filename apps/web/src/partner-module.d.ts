/** The partner that this build is for; vite.config.ts points @partner at partners/<slug>/. Only main.tsx, prerender.tsx and print-page.tsx import it. */
declare module '@partner/site.ts' {
  export const site: import('@firstyear/partner-config').PartnerSite;
}

declare module '@partner/partner.ts' {
  export const partner: import('@firstyear/partner-config').PartnerConfig;
}

declare module '@partner/form.ts' {
  export const definition: import('@firstyear/form-engine').FormDefinition;
  export const freshman: import('@firstyear/freshman').FreshmanPartner;
}
