/**
 * The table "Folder may import" of ARCHITECTURE.md. Each row allows; everything that is not allowed is refused.
 * The first row whose folder matches counts, so the narrow rows stand before the wide ones.
 */
const FORM_ENGINE =
  '^packages/form-engine/src/(index|paper-table|change-form/change-form|releases/index|lists/[^/]+|testing/english-form)[.]ts$';
const PARTNER_CONFIG = '^packages/partner-config/src/index[.]ts$';
const CONTRACT = '^packages/api-contract/src/[^/]+[.]ts$';
const CLIENT = '^packages/api-client/src/(index|errors)[.]ts$';
/** What makes words, and the words of each area. */
const WORDS = '^packages/words/src/(index|format|en/[^/]+)[.]ts$';
/** How we start programs: the server, the converter and our tools. */
const PROCESSES = '^packages/processes/src/[^/]+[.]ts$';
/** What its package.json exports. */
const CONVERTER =
  '^packages/document-converter/src/((converter|file-kind|isolation|local-converter|writer|[^/]+[.]testing)[.]ts$|process/(pack-zip|word/word-zip)[.]ts$)';
/** The search of schools and its imports. */
const SCHOOL_SEARCH = '^packages/school-search/src/';
const PACKAGES = [FORM_ENGINE, PARTNER_CONFIG, CONTRACT, CLIENT, WORDS];
/** What the browser apps share. */
const UI = '^packages/ui/src/';
const FORM_READING = '^packages/form-reading/src/';
/** The parts of UI that draw nothing. */
const UI_BASICS = '^packages/ui/src/(clock|hooks|toast-store|words)[.]ts$';
/** The freshman form, for those who build one: partners, and tests. */
const FRESHMAN = '^forms/freshman/src/(index|testing/sample-answers)[.]ts$';
/** Generated answers, for tests. */
const ARBITRARIES = '^packages/form-engine/src/testing/arbitraries[.]ts$';
const ZOD = '^node_modules/zod/';
const LIBRARIES = '^node_modules/';
/** Tests, and what only tests use. */
const TEST = '[.](test|testing|contract)[.]tsx?$|/testing/|/testing[.]ts$';
const web = (/** @type {string[]} */ ...folders) => folders.map((folder) => `^apps/web/src/${folder}/`);
/** All of Spanish at once, read from its folder: no browser loads it. */
const SPANISH = '^packages/words/src/spanish[.]ts$';
const server = (/** @type {string[]} */ ...folders) => [
  SPANISH,
  ...folders.map((folder) => `^apps/server/src/${folder}/`),
];
/** Small things that every part of the server may use. */
const SERVER_BASICS = ['config', 'crypto', 'errors', 'log', 'metrics', 'process', 'time'];
const JOB_HANDLERS = '^apps/server/src/modules/.*[.]handler[.]ts$';

/** What every room of the browser app may use. */
const WEB_GROUND = [
  ...web('api', 'answers'),
  '^apps/web/src/(constants[.]ts|page-language[.]ts|location[.]tsx|partner-context[.]tsx)$',
  UI,
  ...PACKAGES,
  LIBRARIES,
];

/** $1 is the importing module's own name. */
const OTHERS_TABLES_AND_ROUTES = {
  path: '^apps/server/src/modules/.*(repository|routes)[.]ts$',
  pathNot: '^apps/server/src/modules/$1/',
};

/** @type {Array<{ name: string, folder: string, may: string[], except?: Array<{ path: string, pathNot?: string }> }>} */
const ROWS = [
  {
    name: 'form-engine-testing',
    folder: '^packages/form-engine/src/testing/',
    may: ['^packages/form-engine/src/', WORDS],
  },
  { name: 'form-engine', folder: '^packages/form-engine/', may: ['^packages/form-engine/src/'] },
  { name: 'forms', folder: '^forms/([^/]+)/', may: ['^forms/$1/', FORM_ENGINE] },
  { name: 'partner-config', folder: '^packages/partner-config/', may: ['^packages/partner-config/src/', FORM_ENGINE] },
  {
    name: 'api-contract',
    folder: '^packages/api-contract/',
    may: ['^packages/api-contract/src/', FORM_ENGINE, WORDS, ZOD],
  },
  { name: 'api-client', folder: '^packages/api-client/', may: ['^packages/api-client/src/', CONTRACT] },
  { name: 'words', folder: '^packages/words/', may: ['^packages/words/src/'] },
  { name: 'processes', folder: '^packages/processes/', may: ['^packages/processes/src/'] },
  {
    name: 'document-converter',
    folder: '^packages/document-converter/',
    may: [
      '^packages/document-converter/src/',
      PROCESSES,
      CONTRACT,
      '^node_modules/(@cantoo/pdf-lib|dingbat-to-unicode|sharp|zod)/',
    ],
  },
  {
    name: 'school-search',
    folder: '^packages/school-search/',
    may: [SCHOOL_SEARCH, FORM_ENGINE, '^node_modules/(csv-parse|zod)/'],
  },
  { name: 'partners', folder: '^partners/([^/]+)/', may: ['^partners/$1/', FORM_ENGINE, PARTNER_CONFIG, FRESHMAN] },

  { name: 'ui', folder: '^packages/ui/', may: ['^packages/ui/src/', WORDS, LIBRARIES] },
  {
    name: 'form-reading',
    folder: '^packages/form-reading/',
    may: ['^packages/form-reading/src/', UI, ...PACKAGES, LIBRARIES],
  },
  {
    name: 'web-api',
    folder: '^apps/web/src/api/',
    may: [...web('api'), '^apps/web/src/(constants|page-language)[.]ts$', UI_BASICS, ...PACKAGES, LIBRARIES],
  },
  {
    name: 'web-answers',
    folder: '^apps/web/src/answers/',
    may: [...web('answers'), UI_BASICS, ...PACKAGES, LIBRARIES],
  },
  {
    name: 'web-form',
    folder: '^apps/web/src/form/',
    may: [
      ...web('form', 'api', 'answers', 'documents', 'tabs', 'add-another', 'lookup'),
      UI,
      FORM_READING,
      ...PACKAGES,
      LIBRARIES,
    ],
  },
  {
    name: 'web-feature',
    folder: '^apps/web/src/(autosave|documents|tabs|add-another|pdf-download|lookup)/',
    // $1 is the feature itself: features do not know each other.
    may: ['^apps/web/src/$1/', '^apps/web/src/constants[.]ts$', ...web('api', 'answers'), UI, ...PACKAGES, LIBRARIES],
  },
  // The rooms of the browser app, each on the ones below it. Only main.tsx, prerender.tsx, print-page.tsx and tests know app/.
  { name: 'web-session', folder: '^apps/web/src/session/', may: [...web('session', 'autosave'), ...WEB_GROUND] },
  { name: 'web-flows', folder: '^apps/web/src/flows/', may: [...web('flows', 'session', 'autosave'), ...WEB_GROUND] },
  {
    name: 'web-shell',
    folder: '^apps/web/src/shell/',
    may: [...web('shell', 'flows', 'session', 'autosave', 'pdf-download'), ...WEB_GROUND],
  },
  { name: 'web-auth', folder: '^apps/web/src/auth/', may: [...web('auth', 'shell', 'session'), ...WEB_GROUND] },
  {
    name: 'web-pages',
    folder: '^apps/web/src/pages/',
    may: [
      ...web('pages', 'shell', 'flows', 'session', 'form', 'documents', 'tabs', 'add-another', 'pdf-download'),
      FORM_READING,
      ...WEB_GROUND,
    ],
  },
  { name: 'web-service-worker', folder: '^apps/web/src/service-worker/', may: [...web('service-worker'), ...PACKAGES] },
  {
    name: 'web-app',
    folder: '^apps/web/src/app/',
    may: [...web('app', 'pages', 'auth', 'shell', 'flows', 'session', 'autosave'), ...WEB_GROUND],
  },
  {
    name: 'office-composition-root',
    folder: '^apps/office/src/(main[.]tsx|partner-module[.]d[.]ts)$',
    may: ['^apps/office/src/', '^partners/', '^@partner/', UI, ...PACKAGES, LIBRARIES],
  },
  { name: 'office', folder: '^apps/office/src/', may: ['^apps/office/src/', UI, FORM_READING, ...PACKAGES, LIBRARIES] },
  {
    name: 'web-composition-root',
    folder: '^apps/web/src/((main|prerender|print-page)[.]tsx|partner-module[.]d[.]ts)$',
    may: [
      ...web('app', 'pages'),
      '^apps/web/src/(location[.]tsx|page-language[.]ts)$',
      '^partners/',
      '^@partner/',
      FRESHMAN,
      UI,
      FORM_READING,
      ...PACKAGES,
      LIBRARIES,
    ],
  },
  {
    name: 'web',
    folder: '^apps/web/src/',
    may: ['^apps/web/src/[^/]+[.]tsx?$', UI_BASICS, ...PACKAGES, LIBRARIES],
  },

  {
    name: 'server-basics',
    folder: `^apps/server/src/(${SERVER_BASICS.join('|')})/`,
    may: [...server(...SERVER_BASICS), PROCESSES, ...PACKAGES, LIBRARIES],
  },
  {
    name: 'server-ground',
    folder: '^apps/server/src/(db|adapters|plugins)/',
    may: [...server('db', 'adapters', 'plugins', ...SERVER_BASICS), PROCESSES, ...PACKAGES, LIBRARIES],
  },
  {
    name: 'server-job-handler',
    folder: JOB_HANDLERS,
    may: [...server('jobs', 'modules', 'adapters', ...SERVER_BASICS), CONVERTER, PROCESSES, ...PACKAGES],
    except: [{ path: '^apps/server/src/modules/([^/]+/.*(repository|routes)|[^/]+)[.]ts$' }],
  },
  {
    name: 'server-module',
    folder: '^apps/server/src/modules/([^/]+/[^/]+)/',
    may: [
      '^apps/server/src/modules/$1/',
      // Of other modules their service and pure functions: neither their tables nor their routes.
      '^apps/server/src/modules/[^/]+/[^/]+/[^/]+[.]ts$',
      '^apps/server/src/modules/module[.]ts$',
      ...server('db', 'adapters', 'plugins', 'jobs', ...SERVER_BASICS),
      CONVERTER,
      SCHOOL_SEARCH,
      PROCESSES,
      ...PACKAGES,
      LIBRARIES,
    ],
    except: [{ path: JOB_HANDLERS }, { path: '^apps/server/src/modules/all-modules[.]ts$' }, OTHERS_TABLES_AND_ROUTES],
  },
  {
    name: 'server-jobs',
    folder: '^apps/server/src/jobs/',
    may: [...server('jobs', 'db', ...SERVER_BASICS), PROCESSES, ...PACKAGES, LIBRARIES],
    except: [{ path: JOB_HANDLERS }],
  },
  {
    name: 'server-operator',
    folder: '^apps/server/src/operator/',
    may: [
      ...server('operator', 'modules', 'jobs', 'db', 'adapters', ...SERVER_BASICS),
      CONVERTER,
      SCHOOL_SEARCH,
      PROCESSES,
      ...PACKAGES,
      LIBRARIES,
    ],
    except: [{ path: '^apps/server/src/modules/([^/]+/.*(repository|routes)|[^/]+)[.]ts$' }],
  },
  // What is left are the composition roots and the parts they are put together from: nothing above may reach them.
  {
    name: 'server',
    folder: '^apps/server/src/',
    may: ['^apps/server/src/', '^partners/', CONVERTER, SCHOOL_SEARCH, PROCESSES, ...PACKAGES, LIBRARIES],
  },

  // The short form of the security checks runs on the product that the walks have started.
  {
    name: 'e2e',
    folder: '^e2e/',
    may: [
      '^e2e/',
      '^checks/security/',
      '^partners/',
      FRESHMAN,
      SPANISH,
      CONVERTER,
      PROCESSES,
      ...PACKAGES,
      ARBITRARIES,
      LIBRARIES,
    ],
  },
  // A measurement reaches for services and puts a server together by itself; tables, routes and commands it leaves alone.
  {
    name: 'checks-load',
    folder: '^checks/load/',
    may: [
      '^checks/(load|support)/',
      ...server('modules', 'jobs', 'db', 'adapters', 'plugins', ...SERVER_BASICS),
      '^apps/server/src/(app|services|print-page)[.]ts$',
      CONVERTER,
      SCHOOL_SEARCH,
      PROCESSES,
      '^tools/start/web-build[.]ts$',
      '^tools/bootstrap/packages[.]mjs$',
      FRESHMAN,
      ...PACKAGES,
      ARBITRARIES,
      LIBRARIES,
    ],
    except: [{ path: '^apps/server/src/modules/([^/]+/.*(repository|routes)|all-modules)[.]ts$' }],
  },
  // All other checks drive the product from outside, as a browser or an operator would.
  {
    name: 'checks',
    folder: '^checks/',
    may: [
      '^checks/(?!load/)',
      '^e2e/support/',
      '^playwright[.]config[.]ts$',
      '^partners/',
      FRESHMAN,
      ...server('config', 'errors', 'process', 'db', 'adapters'),
      CONVERTER,
      PROCESSES,
      '^tools/(start|bootstrap|test)/',
      ...PACKAGES,
      ARBITRARIES,
      LIBRARIES,
    ],
  },
  // Runs on the machine's own Node before any package is installed.
  { name: 'bootstrap', folder: '^tools/bootstrap/', may: ['^tools/bootstrap/'] },
  {
    name: 'tools',
    folder: '^tools/',
    may: [
      '^tools/',
      '^(apps/server/)?vitest[.]config[.]ts$',
      '^e2e/support/',
      '^playwright[.]config[.]ts$',
      '^partners/',
      FRESHMAN,
      ...server('config', 'errors', 'process', 'db', 'adapters'),
      PROCESSES,
      ...PACKAGES,
      LIBRARIES,
    ],
  },
];

/** Folders that must not know Node or the machine they run on. */
const PURE =
  '^(packages/(?!processes/|document-converter/|school-search/|words/src/spanish[.])|forms/|partners/|apps/web/src/)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...ROWS.flatMap(({ name, folder, may, except }, index) => {
      const narrower = ROWS.slice(0, index).map((row) => row.folder.replaceAll(/\((?!\?)/g, '(?:'));
      const from = { path: folder, pathNot: [TEST, ...narrower] };
      const rules = [
        {
          name: `${name}-imports-only-what-it-may`,
          severity: 'error',
          from,
          to: { pathNot: may, dependencyTypesNot: ['core'] },
        },
      ];
      for (const to of except ?? []) rules.push({ name: `${name}-keeps-out`, severity: 'error', from, to });
      return rules;
    }),
    {
      name: 'runs-without-node',
      severity: 'error',
      from: { path: PURE, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tests-stay-on-their-side',
      comment:
        'Tests may reach for helpers that their folder may not, but the two apps stay apart, and packages know no app.',
      severity: 'error',
      from: { path: `^(apps/(web|server)|packages|forms|partners|e2e)/.*(${TEST})` },
      to: { path: '^apps/', pathNot: '^$1/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(apps|packages|forms|partners)/', pathNot: `${TEST}|vitest[.]config` },
      to: { path: TEST },
    },
    {
      name: 'server-without-react',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^node_modules/react' },
    },
    { name: 'no-unknown-module', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^@partner/' } },
    {
      name: 'no-circle',
      comment: 'Neither of code nor of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface; swc reads the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // What was built from the sources imports as it likes.
    exclude: { path: '[.](css|svg|woff2|json|png)$|^apps/(web|office)/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
