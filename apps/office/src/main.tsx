import '@firstyear/ui/tokens.css';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import './office.css';
import { indexForm } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createOfficeRouter } from './app/router.tsx';
import { leaveToSignIn } from './shared/leave.ts';
import { PartnerContext } from './shared/partner.ts';
import { createQueryClient } from './shared/queries.ts';

const { style } = document.documentElement;
style.setProperty('--primary', partner.theme.primary);
style.setProperty('--accent', partner.theme.accent);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const queries = createQueryClient(() => void leaveToSignIn(router, queries, 'ended'));
const router = createOfficeRouter(queries);

createRoot(root).render(
  <StrictMode>
    <PartnerContext value={{ partner, form: indexForm(definition, formKinds.in(ENGLISH)) }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PartnerContext>
  </StrictMode>,
);
