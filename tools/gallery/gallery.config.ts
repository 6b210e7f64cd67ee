import path from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';
import { browserLaunch } from '../test/browser-launch.ts';
import { galleryLanguage } from './pictures.ts';

/** Takes the pictures of the gallery, from the whole product as the walks start it. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: galleryLanguage === 'en' ? '*.gallery.ts' : 'screens.gallery.ts',
  outputDir: path.resolve(import.meta.dirname, '../../test-results/gallery'),
  timeout: 180_000,
  reporter: [['list']],
  use: { ...base.use, trace: 'off', screenshot: 'off', launchOptions: browserLaunch({ showsPdf: true }) },
});
