import { type Path, paths } from '@firstyear/api-contract';

export { paths };

export const pagePath = paths.page;
export const questionPath = paths.question;

export const DEFAULT_PATH = paths.page('about');

export const PAGE_PATHS: readonly Path[] = ['about', 'education', 'final-steps'].map(paths.page);
