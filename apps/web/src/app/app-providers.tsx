import { LanguageContext } from '@firstyear/ui/words.ts';
import type { Context, ReactNode } from 'react';
import { FoldedSectionsContext } from '../answers/folded-sections.ts';
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

const provide =
  <T,>(Provider: Context<T>, value: T) =>
  (inside: ReactNode) => <Provider value={value}>{inside}</Provider>;

interface AppProvidersProps {
  readonly services: AppServices;
  readonly children: ReactNode;
}

/** Provides each part of the running application by its own name: a component takes only what it needs. */
export function AppProviders({ services, children }: AppProvidersProps) {
  return [
    provide(LanguageContext, services.language),
    provide(PartnerProvider, services.partner),
    provide(FormProvider, services.form),
    provide(QueryClientProvider, services.queries),
    provide(GoProvider, services.go),
    provide(SnapshotProvider, services.snapshot),
    provide(VisitProvider, services.visit),
    provide(SessionProvider, services.session),
    provide(AnswerStoreProvider, services.answers),
    provide(FoldedSectionsContext, services.foldedSections),
    provide(AutosaveProvider, services.autosave),
    provide(ApplicationLoadProvider, services.applicationLoad),
    provide(PageChangeProvider, services.pageChange),
    provide(SubmissionProvider, services.submission),
  ].reduceRight<ReactNode>((inside, around) => around(inside), children);
}
