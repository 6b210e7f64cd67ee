import './ui/tokens.css';
import './ui/fonts.css';
import './ui/global.css';
import { applicationIndex } from '@firstyear/application-form';
import { partner } from '@partner';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { PartnerProvider } from './partner-context.tsx';
import { fetchPage, Router } from './router.tsx';
import { AppServicesProvider } from './routes/app-services.tsx';
import { createAppServices } from './routes/create-app-services.ts';

document.documentElement.style.setProperty('--primary', partner.theme.primary);
document.documentElement.style.setProperty('--accent', partner.theme.accent);

const form = applicationIndex(partner);
const services = createAppServices(partner, form);
fetchPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <PartnerProvider partner={partner} form={form}>
    <AppServicesProvider value={services}>
      <QueryClientProvider client={services.queryClient}>
        <Router />
      </QueryClientProvider>
    </AppServicesProvider>
  </PartnerProvider>,
);
