import { paths } from '@firstyear/api-contract/addresses';
import { momentOf } from '@firstyear/form-engine';
import { ApplicationPaper } from '@firstyear/form-reading/application-paper.tsx';
import { readApplication } from '@firstyear/form-reading/read-application.ts';
import { useValue } from '@firstyear/ui/hooks.ts';
import { fetchPaperFonts } from '@firstyear/ui/paper-fonts.ts';
import { use, useEffect, useMemo } from 'react';
import { useApplicationLoad } from '../flows/load-application.ts';
import { useForm, usePartner } from '../partner-context.tsx';

/** Loaded in parallel with the application. */
const fonts = fetchPaperFonts();

/** Marks the document as ready once its fonts are loaded and it is drawn. Printed pages have the mark from the start. */
function useReadyMark(): void {
  useEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => {
      requestAnimationFrame(() => {
        if (!isGone) document.documentElement.dataset.ready = 'true';
      });
    });
    return () => {
      isGone = true;
    };
  }, []);
}

export function ServiceView({ pathname }: { readonly pathname: string }) {
  use(fonts);
  const site = usePartner();
  const today = useForm();
  const service = useValue(useApplicationLoad().service);
  const application = useMemo(
    () => service && readApplication(service.application, today, () => momentOf(new Date())),
    [service, today],
  );
  const partner = useMemo(() => ({ ...site, ...service?.application.partner }), [site, service]);
  useReadyMark();
  useEffect(() => {
    document.title = `${partner.application_title} - ${partner.pdf_name}`;
  }, [partner]);
  if (!service || !application) return null;
  const page = application.form.pages.find(({ id }) => paths.page(id) === pathname);
  return (
    <ApplicationPaper
      application={application}
      partner={partner}
      {...(service.prints === 'page' && page && { pages: [page.id] })}
    />
  );
}
