import { LanguageContext } from '@firstyear/ui/words.ts';
import type { ReactNode } from 'react';
import { FoldedSectionsProvider } from '../answers/folded-sections.ts';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { QueryClientProvider } from '../api/query-client-ref.ts';
import { AutosaveProvider } from '../autosave/autosave.ts';
import { ApplicationLoadProvider } from '../flows/load-application.ts';
import { PageChangeProvider } from '../flows/page-change.ts';
import { SubmissionProvider } from '../flows/submission.ts';
import { FormProvider, PartnerProvider } from '../partner-context.tsx';
import { SessionProvider, SnapshotProvider, VisitProvider } from '../session/hooks.ts';
import { GoProvider } from '../session/navigation.ts';
import type { AppServices } from './create-app-services.ts';

interface AppProvidersProps {
  readonly services: AppServices;
  readonly children: ReactNode;
}

/** Hands each part of the running application down by its own name: a component takes only what it needs. */
export function AppProviders({ services, children }: AppProvidersProps) {
  return (
    <LanguageContext value={services.language}>
      <PartnerProvider value={services.partner}>
        <FormProvider value={services.form}>
          <QueryClientProvider value={services.queries}>
            <GoProvider value={services.go}>
              <SnapshotProvider value={services.snapshot}>
                <VisitProvider value={services.visit}>
                  <SessionProvider value={services.session}>
                    <AnswerStoreProvider value={services.answers}>
                      <FoldedSectionsProvider value={services.foldedSections}>
                        <AutosaveProvider value={services.autosave}>
                          <ApplicationLoadProvider value={services.applicationLoad}>
                            <PageChangeProvider value={services.pageChange}>
                              <SubmissionProvider value={services.submission}>{children}</SubmissionProvider>
                            </PageChangeProvider>
                          </ApplicationLoadProvider>
                        </AutosaveProvider>
                      </FoldedSectionsProvider>
                    </AnswerStoreProvider>
                  </SessionProvider>
                </VisitProvider>
              </SnapshotProvider>
            </GoProvider>
          </QueryClientProvider>
        </FormProvider>
      </PartnerProvider>
    </LanguageContext>
  );
}
