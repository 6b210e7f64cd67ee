/** The partner that this build is for; vite.config.ts points @partner at partners/<slug>/. Only main.tsx imports it. */
declare module '@partner/partner.ts' {
  export const partner: import('@firstyear/partner-config').PartnerConfig;
}

declare module '@partner/form.ts' {
  export const definition: import('@firstyear/form-engine').FormDefinition;
}
