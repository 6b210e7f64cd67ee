import '@firstyear/ui/tokens.css';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import { HELP_PATH } from '@firstyear/api-contract/addresses';
import { site } from '@partner/site.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HelpPage } from './help-page.tsx';

const { style } = document.documentElement;
style.setProperty('--primary', site.theme.primary);
style.setProperty('--accent', site.theme.accent);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const token = decodeURIComponent(window.location.pathname.slice(HELP_PATH.length + 1));

createRoot(root).render(
  <StrictMode>
    <HelpPage site={site} token={token} />
  </StrictMode>,
);
