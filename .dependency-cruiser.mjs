/**
 * Who may import whom. Each row allows; everything that is not allowed is refused. The first row whose folder matches
 * counts, so the narrow rows stand before the wide ones.
 */
const FORM_ENGINE =
  '^packages/form-engine/src/(index|paper-table|change-form/change-form|releases/index|lists/[^/]+|testing/english-form)[.]ts$';
const PARTNER_CONFIG = '^packages/partner-config/src/index[.]ts$';
const CONTRACT = '^packages/api-contract/src/[^/]+[.]ts$';
const CLIENT =
  '^packages/api-client/src/(index|errors|fetch-call|fit-file|picture|retry|send-file|send-paper|testing)[.]ts$';
/** What makes words, and the words of each area. */
const WORDS = '^packages/words/src/(index|format|en/[^/]+)[.]ts$';
/** How we start programs: the server, the converter and our tools. */
const PROCESSES = '^packages/processes/src/[^/]+[.]ts$';
/** What its package.json exports. */
const CONVERTER =
  '^packages/document-converter/src/((converter|file-kind|isolation|local-converter|writer|[^/]+[.]testing)[.]ts$|process/(pack-zip|word/word-zip)[.]ts$)';
/** The search of schools and its imports. */
const SCHOOL_SEARCH = '^packages/school-search/src/';
/** Packages that a browser can run: all but the three above, which need Node. */
const PACKAGES = [FORM_ENGINE, PARTNER_CONFIG, CONTRACT, CLIENT, WORDS];
/** What the browser apps share. */
const UI = '^packages/ui/src/';
const FORM_READING = '^packages/form-reading/src/';
/** The parts of UI that draw nothing. */
const UI_BASICS = '^packages/ui/src/(clock|hooks|inactivity|storage|toast-store|words)[.]ts$';
/** The freshman form, for those who build one: partners, and tests. */
const FRESHMAN = '^forms/freshman/src/(index|testing/sample-answers)[.]ts$';
/** Generated answers, for tests. */
const ARBITRARIES = '^packages/form-engine/src/testing/arbitraries[.]ts$';
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
const SERVER_BASICS = ['config', 'crypto', 'log', 'process'];
/**
 * The rooms of the server, from the ground up. Each may use those before it and none after it: so no rooms need each other, on any way
 * round. Loose files of modules/ are what its rooms are given.
 */
const SERVER_ROOMS = [
  ...['process/', 'crypto/', 'config/', 'log/', 'adapters/', 'db/', 'jobs/', 'plugins/', 'modules/[^/]+[.]ts$'],
  ...['modules/audit/', 'modules/mail/', 'modules/accounts/', 'modules/application/', 'modules/reference/'],
  ...['modules/copies/', 'modules/operations/', 'modules/office/', 'operator/', 'programs/'],
].map((room) => `^apps/server/src/${room}`);
const JOB_HANDLERS = '^apps/server/src/modules/.*[.]handler[.]ts$';

/** What every room of the browser app may use. */
const WEB_GROUND = [
  web('api', 'answers'),
  '^apps/web/src/(constants[.]ts|page-language[.]ts|location[.]tsx|partner-context[.]tsx)$',
  ...[UI, PACKAGES, LIBRARIES],
];

/** Repositories, routes, and what is above all modules. */
const TABLES_ROUTES_AND_ROOTS = { path: '^apps/server/src/modules/([^/]+/.*(repository|routes)|[^/]+)[.]ts$' };

/** @typedef {readonly (string | Paths)[]} Paths */
/** @typedef {{ path: string, pathNot?: string }} Except */
/** @type {readonly (readonly [name: string, folder: string, may: Paths, ...except: readonly Except[]])[]} */
const ROWS = [
  ['form-engine-testing', '^packages/form-engine/src/testing/', ['^packages/form-engine/src/', WORDS]],
  // No form, React or Node, and no clock: the same code runs on both sides.
  ['form-engine', '^packages/form-engine/', ['^packages/form-engine/src/']],
  // No other form, and no partner.
  ['forms', '^forms/([^/]+)/', ['^forms/$1/', FORM_ENGINE]],
  ['partner-config', '^packages/partner-config/', ['^packages/partner-config/src/', FORM_ENGINE]],
  [
    'api-contract',
    '^packages/api-contract/',
    ['^packages/api-contract/src/', FORM_ENGINE, WORDS, '^node_modules/zod/'],
  ],
  ['api-client', '^packages/api-client/', ['^packages/api-client/src/', CONTRACT]],
  ['words', '^packages/words/', ['^packages/words/src/']],
  // Node alone, nothing of ours.
  ['processes', '^packages/processes/', ['^packages/processes/src/']],
  // It opens what strangers send, so it knows no app, database or form; what its package.json doesn't export, nobody imports.
  [
    'document-converter',
    '^packages/document-converter/',
    [
      ...['^packages/document-converter/src/', PROCESSES, CONTRACT],
      '^node_modules/(@cantoo/pdf-lib|dingbat-to-unicode|sharp|zod)/',
    ],
  ],
  // The caller gives the connection: the driver of the database isn't known here.
  ['school-search', '^packages/school-search/', [SCHOOL_SEARCH, FORM_ENGINE, '^node_modules/(csv-parse|zod)/']],
  // A partner is data: only composition roots, the server's config/load-partner.ts and tests import one.
  ['partners', '^partners/([^/]+)/', ['^partners/$1/', FORM_ENGINE, PARTNER_CONFIG, FRESHMAN]],

  ['ui', '^packages/ui/', ['^packages/ui/src/', WORDS, LIBRARIES]],
  ['form-reading', '^packages/form-reading/', ['^packages/form-reading/src/', UI, PACKAGES, LIBRARIES]],
  [
    'web-api',
    '^apps/web/src/api/',
    [web('api'), '^apps/web/src/(constants|page-language)[.]ts$', UI_BASICS, PACKAGES, LIBRARIES],
  ],
  ['web-answers', '^apps/web/src/answers/', [web('answers'), UI_BASICS, PACKAGES, LIBRARIES]],
  [
    'web-form',
    '^apps/web/src/form/',
    [web('form', 'api', 'answers', 'documents', 'tabs', 'lookup'), ...[UI, FORM_READING, PACKAGES, LIBRARIES]],
  ],
  [
    'web-feature',
    '^apps/web/src/(autosave|documents|tabs|pdf-download|lookup)/',
    // $1 is the feature itself: features do not know each other.
    ['^apps/web/src/$1/', '^apps/web/src/constants[.]ts$', web('api', 'answers'), UI, PACKAGES, LIBRARIES],
  ],
  // The rooms of the browser app, each on the ones below it. Only main.tsx, prerender.tsx, print-page.tsx and tests know app/.
  ['web-session', '^apps/web/src/session/', [web('session', 'autosave'), WEB_GROUND]],
  ['web-flows', '^apps/web/src/flows/', [web('flows', 'session', 'autosave'), WEB_GROUND]],
  ['web-shell', '^apps/web/src/shell/', [web('shell', 'flows', 'session', 'autosave', 'pdf-download'), WEB_GROUND]],
  ['web-items', '^apps/web/src/items/', [web('items', 'session', 'documents', 'form'), WEB_GROUND]],
  ['web-auth', '^apps/web/src/auth/', [web('auth', 'shell', 'session'), WEB_GROUND]],
  [
    'web-pages',
    '^apps/web/src/pages/',
    [
      web('pages', 'shell', 'flows', 'session', 'form', 'documents', 'items', 'tabs', 'pdf-download'),
      ...[FORM_READING, WEB_GROUND],
    ],
  ],
  ['web-service-worker', '^apps/web/src/service-worker/', [web('service-worker'), PACKAGES]],
  ['web-app', '^apps/web/src/app/', [web('app', 'pages', 'auth', 'shell', 'flows', 'session', 'autosave'), WEB_GROUND]],
  [
    'office-composition-root',
    '^apps/office/src/(main[.]tsx|partner-module[.]d[.]ts)$',
    ['^apps/office/src/(app|shared)/', '^partners/', '^@partner/', UI, PACKAGES, LIBRARIES],
  ],
  // Nothing of the applicants' app. Pages stand on shared/ and do not know each other; only main.tsx and tests know app/.
  ['office-shared', '^apps/office/src/shared/', ['^apps/office/src/shared/', UI, PACKAGES, LIBRARIES]],
  ['office-app', '^apps/office/src/app/', ['^apps/office/src/', UI, PACKAGES, LIBRARIES]],
  [
    'office-page',
    '^apps/office/src/([^/]+)/',
    ['^apps/office/src/($1|shared)/', UI, FORM_READING, PACKAGES, LIBRARIES],
  ],
  // A page by itself, with the Spanish of its own words.
  [
    'helper-composition-root',
    '^apps/helper/src/(main[.]tsx|partner-module[.]d[.]ts)$',
    ['^apps/helper/src/', '^partners/', '^@partner/', UI, PACKAGES, LIBRARIES],
  ],
  ['helper', '^apps/helper/src/', ['^apps/helper/src/', '^packages/words/src/es/', UI, PACKAGES, LIBRARIES]],
  [
    'web-composition-root',
    '^apps/web/src/((main|prerender|print-page)[.]tsx|partner-module[.]d[.]ts)$',
    [
      ...[web('app', 'pages'), '^apps/web/src/(location[.]tsx|page-language[.]ts)$', '^partners/', '^@partner/'],
      ...[FRESHMAN, UI, FORM_READING, PACKAGES, LIBRARIES],
    ],
  ],
  ['web', '^apps/web/src/', ['^apps/web/src/[^/]+[.]tsx?$', UI_BASICS, PACKAGES, LIBRARIES]],

  // What knows no module; SERVER_ROOMS says more.
  [
    'server-ground',
    '^apps/server/src/(process|crypto|config|log|adapters|db|jobs|plugins)/',
    // The edit distance, for misspelled variables too.
    [SPANISH, '^packages/school-search/src/word-correction[.]ts$', '^apps/server/src/', PROCESSES, PACKAGES, LIBRARIES],
  ],
  // Handlers call services: neither SQL nor repositories, nor routes.
  [
    'server-job-handler',
    JOB_HANDLERS,
    [server('jobs', 'modules', 'adapters', ...SERVER_BASICS), CONVERTER, PROCESSES, PACKAGES],
    TABLES_ROUTES_AND_ROOTS,
  ],
  [
    'server-module',
    '^apps/server/src/modules/(audit|mail|[^/]+/[^/]+)/',
    [
      '^apps/server/src/modules/$1/',
      // Of other modules their service and pure functions: neither their tables nor their routes.
      '^apps/server/src/modules/[^/]+/.+[.]ts$',
      '^apps/server/src/modules/(dependencies|module)[.]ts$',
      server('db', 'adapters', 'plugins', 'jobs', ...SERVER_BASICS),
      ...[CONVERTER, SCHOOL_SEARCH, PROCESSES, PACKAGES, LIBRARIES],
    ],
    { path: JOB_HANDLERS },
    // $1 is the importing module's own name.
    { path: '^apps/server/src/modules/.*(repository|routes)[.]ts$', pathNot: '^apps/server/src/modules/$1/' },
  ],
  // Commands call services: neither repositories nor routes.
  [
    'server-operator',
    '^apps/server/src/operator/',
    [
      server('operator', 'modules', 'jobs', 'db', 'adapters', ...SERVER_BASICS),
      ...[CONVERTER, SCHOOL_SEARCH, PROCESSES, PACKAGES, LIBRARIES],
    ],
    TABLES_ROUTES_AND_ROOTS,
  ],
  // What is left are the composition roots and the parts they are put together from: nothing above may reach them.
  [
    'server',
    '^apps/server/src/',
    ['^apps/server/src/', '^partners/', CONVERTER, SCHOOL_SEARCH, PROCESSES, PACKAGES, LIBRARIES],
  ],

  // Walks run the short form of the security checks, start products of their own, and fill an office as the demonstration does.
  [
    'e2e',
    '^e2e/',
    [
      ...['^e2e/', '^checks/(security|support)/', '^tools/demo/(people|season)[.]ts$', '^partners/', FRESHMAN, SPANISH],
      '^packages/ui/src/translator[.]testing[.]ts$',
      ...[CONVERTER, PROCESSES, PACKAGES, ARBITRARIES, LIBRARIES],
    ],
  ],
  // A measurement reaches for services; tables, routes, commands and composition roots it leaves alone.
  [
    'checks-load',
    '^checks/load/',
    [
      ...['^checks/(load|support)/', '^e2e/support/operator[.]ts$'],
      server('modules', 'jobs', 'db', 'adapters', 'plugins', ...SERVER_BASICS),
      ...[CONVERTER, SCHOOL_SEARCH, PROCESSES, FRESHMAN, PACKAGES, ARBITRARIES, LIBRARIES],
    ],
    { path: '^apps/server/src/modules/([^/]+/.*(repository|routes))[.]ts$' },
  ],
  // All other checks drive the product from outside, as a browser or an operator would.
  [
    'checks',
    '^checks/',
    [
      ...['^checks/(?!load/)', '^e2e/support/', '^playwright[.]config[.]ts$', '^partners/', FRESHMAN],
      server('config', 'process', 'db', 'adapters'),
      ...[CONVERTER, PROCESSES, '^tools/(start|bootstrap|test)/', PACKAGES, ARBITRARIES, LIBRARIES],
    ],
  ],
  // Runs on the machine's own Node before any package is installed.
  ['bootstrap', '^tools/bootstrap/', ['^tools/bootstrap/']],
  [
    'tools',
    '^tools/',
    [
      ...['^tools/', '^checks/support/', '^e2e/support/', '^((apps/server/)?vitest|playwright)[.]config[.]ts$'],
      server('config', 'process', 'db', 'adapters'),
      ...['^partners/', FRESHMAN, PROCESSES, PACKAGES, LIBRARIES],
    ],
  ],
];

/** Folders that must not know Node or the machine they run on. */
const PURE =
  '^(packages/(?!processes/|document-converter/|school-search/|words/src/spanish[.])|forms/|partners/|apps/web/src/)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...ROWS.flatMap(([name, folder, may, ...except], index) => {
      const narrower = ROWS.slice(0, index).map(([, other]) => other.replaceAll(/\((?!\?)/g, '(?:'));
      const from = { path: folder, pathNot: [TEST, ...narrower] };
      const allowed = { pathNot: may.flat(Number.POSITIVE_INFINITY), dependencyTypesNot: ['core'] };
      return [
        { name: `${name}-imports-only-what-it-may`, severity: 'error', from, to: allowed },
        ...except.map((to) => ({ name: `${name}-keeps-out`, severity: 'error', from, to })),
      ];
    }),
    ...SERVER_ROOMS.slice(0, -1).map((room, index) => ({
      name: 'rooms-of-the-server-use-those-below',
      severity: /** @type {const} */ ('error'),
      from: { path: room, pathNot: TEST },
      to: { path: SERVER_ROOMS.slice(index + 1) },
    })),
    {
      name: 'files-of-the-server-are-in-a-room',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: [TEST, ...SERVER_ROOMS] },
      to: {},
    },
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
    exclude: { path: '[.](css|svg|woff2|json|png)$|^apps/(web|office|helper)/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
