import path from 'node:path';
import { buildWebApp } from '../start/web-build.ts';

/** Builds the web app for the university that PARTNER names, as npm start does. */
const root = path.resolve(import.meta.dirname, '../..');
await buildWebApp(root, process.env.PARTNER || 'larkmoor', new AbortController().signal);
