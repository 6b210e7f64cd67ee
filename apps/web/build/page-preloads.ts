import { CARDS, type Card, pagePaths, paths } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { Plugin } from 'vite';
import { withImports } from './chunk-names.ts';

export interface Preload {
  readonly href: string;
  readonly as: 'script' | 'style';
  /** A script for calls, which a prerendered page doesn't make before its app runs. */
  readonly isForCalls?: true;
}

const CARD_MODULES: Readonly<Record<Card, string>> = {
  login: 'login',
  signup: 'signup',
  confirm: 'signup',
  forgot: 'forgotten-password',
  reset: 'forgotten-password',
  password: 'password',
  email: 'email',
  restore: 'email',
  reminders: 'reminders',
};

interface BuiltScript {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

/**
 * Writes preloads.json: for each address the scripts and styles of its page that the entry does not import. The server
 * names them with the page, so that a browser loads them in parallel with the entry.
 */
export function pagePreloads(form: Form): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = new Map<string, BuiltScript>();
      for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk') scripts.set(name, file);
      const entries = [...scripts.values()].filter((script) => script.isEntry).map((script) => script.fileName);
      const importsOf = (name: string) => scripts.get(name)?.imports ?? [];
      const known = withImports(entries, importsOf);
      const scriptOf = (module: string): string => {
        const script = [...scripts.values()].find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/apps/web/src/${module}`)),
        );
        if (!script) throw new Error(`No built script holds ${module}.`);
        return script.fileName;
      };
      const calls: Preload = { href: `/${scriptOf('api/calls.ts')}`, as: 'script', isForCalls: true };
      const preloadsOf = (page: string, root: string): readonly Preload[] => {
        const names = [scriptOf(`${root}.tsx`), scriptOf(`${page}.tsx`)];
        const needed = [...withImports(names, importsOf)].filter((name) => !known.has(name) && scripts.has(name));
        const files = needed.flatMap((name): Preload[] => [
          { href: `/${name}`, as: 'script' },
          ...[...(scripts.get(name)?.viteMetadata?.importedCss ?? [])].map(
            (css): Preload => ({ href: `/${css}`, as: 'style' }),
          ),
        ]);
        return [...files, calls];
      };
      const pages = Object.fromEntries([
        // Every other address leads to the first page.
        ...['/', ...pagePaths(form)].map((path) => [path, preloadsOf('pages/form-page', 'pages/form-root')] as const),
        [paths.review, preloadsOf('pages/review-page', 'pages/form-root')] as const,
        [paths.completion, preloadsOf('pages/completion', 'pages/form-root')] as const,
        ...[paths.privacy, paths.accessibility].map(
          (path) => [path, preloadsOf('shell/notices', 'auth/auth-root')] as const,
        ),
        ...CARDS.map((card) => [paths[card], preloadsOf(`auth/${CARD_MODULES[card]}`, 'auth/auth-root')] as const),
      ]);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(pages) });
    },
  };
}
