import './ui/tokens.css';
import './ui/fonts.css';
import './ui/global.css';
import { applicationForm } from '@firstyear/application-form';
import { partner } from '@partner';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { AppProviders } from './app/app-providers.tsx';
import { createAppServices } from './app/create-app-services.ts';
import { createPages, fetchPage, Router } from './app/router.tsx';

const LOADING_PAGE_AFTER_MS = 500;

document.documentElement.style.setProperty('--primary', partner.theme.primary);
document.documentElement.style.setProperty('--accent', partner.theme.accent);

const form = applicationForm(partner);
const pages = createPages(form);
const services = createAppServices(partner, form);

function draw(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  // As a transition, what is known after a moment is waited for without the loading page in between.
  startTransition(() =>
    createRoot(root).render(
      <AppProviders services={services}>
        <Router pages={pages} navigator={services.navigator} flowError={services.flowError} />
      </AppProviders>,
    ),
  );
}

// The scripts of the first page come with this one; where they do not, the loading page shows that something is on its way.
const moment = new Promise<void>((resolve) => setTimeout(resolve, LOADING_PAGE_AFTER_MS));
void Promise.race([fetchPage(pages, window.location.pathname), moment]).then(draw);
