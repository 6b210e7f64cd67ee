/**
 * Every address of the product, written down once: the pages of the browser app, what the server serves beside them,
 * and the links that mails, jobs and operators make. The paths of calls stand with the calls in this package.
 */

/** A path of this product, without an origin. */
export type Path = `/${string}`;

/** The cards that need no form. */
export const CARDS = [
  'login',
  'signup',
  'confirm',
  'forgot',
  'reset',
  'password',
  'email',
  'restore',
  'reminders',
] as const;
export type Card = (typeof CARDS)[number];

/** Pages of the browser app. A form page is named by its id in `form.pages`; the first one is the default. */
export const paths = {
  login: '/login',
  signup: '/signup',
  confirm: '/confirm',
  forgot: '/forgot',
  reset: '/reset',
  /** Changes the logged-in applicant's password. */
  password: '/password',
  /** Changes the logged-in applicant's email address. */
  email: '/email',
  /** Gives an account the email address back that it had. */
  restore: '/restore',
  /** Stops the reminders of a draft, with a link from one of them. */
  reminders: '/reminders',
  completion: '/completion',
  /** Every answer, to be checked before submitting. */
  review: '/review',
  /** The same page at the answer to a question. */
  reviewed: (key: string): Path => `/review#${key}`,
  page: (page: string): Path => `/${page}`,
  /** The page opens scrolled to the question. */
  question: (page: string, key: string): Path => `/${page}#${key}`,
} as const satisfies Record<Card, Path> & Record<string, unknown>;

/** The parts of a form that addresses are made from. */
interface Pages {
  readonly pages: readonly { readonly id: string }[];
}

/** The page that stands for '/' and for every unknown path: the form's first. */
export function defaultPath({ pages }: Pages): Path {
  return paths.page(pages[0]?.id ?? '');
}

/** The paths of all pages of the form, in their order. */
export function pagePaths({ pages }: Pages): readonly Path[] {
  return pages.map(({ id }) => paths.page(id));
}

/** Query parameters that a page is opened with. */
export const PARAMETERS = {
  /** Which form a call is about, where a university has several; the first one without it. */
  form: 'form',
  /** The language that a page is read in, from here on. */
  language: 'lang',
  /** A saved temporary application. */
  token: 'token',
  /** Reads one application without logging in. */
  serviceToken: 'service_token',
  /** How much of it is drawn; see PRINT_SCOPES. */
  print: 'print',
  /** Of the card that resets a password. */
  username: 'username',
  /** What makes a link from a mail work. */
  id: 'id',
} as const;

/** What the service view draws: all pages of the PDF, or these and a divider for each uploaded document. */
export const PRINT_SCOPES = ['all', 'packet'] as const;
export type PrintScope = (typeof PRINT_SCOPES)[number];

/** A query without its question mark. */
export function queryOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** What proves that a link to stop reminders came from one of our mails. */
interface SignedStop {
  readonly application: string;
  readonly signature: string;
}

/**
 * Whole addresses for mails, jobs and operators. `origin` is a whole one without a path or a closing slash, such as
 * https://apply.example.edu.
 */
export const links = {
  login: (origin: string) => `${origin}${paths.login}`,
  forgot: (origin: string) => `${origin}${paths.forgot}`,
  reset: (origin: string, owner: { readonly username: string; readonly id: string }) =>
    `${origin}${paths.reset}?${queryOf({ [PARAMETERS.username]: owner.username, [PARAMETERS.id]: owner.id })}`,
  restore: (origin: string, id: string) => `${origin}${paths.restore}?${queryOf({ [PARAMETERS.id]: id })}`,
  reminders: (origin: string, stop: SignedStop) => `${origin}${paths.reminders}?${queryOf({ ...stop })}`,
  /** For mail programs, which post to it. */
  stopReminders: (origin: string, stop: SignedStop) => `${origin}/public/stop-reminders?${queryOf({ ...stop })}`,
  temporaryApplication: (origin: string, form: Pages, token: string) =>
    `${origin}${defaultPath(form)}?${queryOf({ [PARAMETERS.token]: token })}`,
  serviceView: (origin: string, form: Pages, token: string, print?: PrintScope) =>
    `${origin}${defaultPath(form)}?${queryOf({ [PARAMETERS.serviceToken]: token, ...(print && { [PARAMETERS.print]: print }) })}`,
} as const;

/** Whether the product can be used, for people and for its supervisor. */
export const HEALTH_PATH = '/health';

/** Where a web server proves with a nonce to which installation it belongs. */
export const INSTALLATION_CHECK_ROUTE = `${HEALTH_PATH}/:nonce`;
export const installationCheckPath = (nonce: string): Path => `${HEALTH_PATH}/${nonce}`;

/** What programs ask: whether the process responds, and whether it can serve. */
export const PROBE_PATHS = { live: '/livez', ready: '/readyz' } as const;

const PROBES: ReadonlySet<string> = new Set([HEALTH_PATH, PROBE_PATHS.live, PROBE_PATHS.ready]);

/** Whether a path is asked every few seconds to see how a process is. */
export const isProbePath = (path: string): boolean => PROBES.has(path);

/** Where a process serves its metrics, on an address of its own. */
export const METRICS_PATH = '/metrics';

/** The script that lets browsers load pages without a connection; it stands at the root, whose pages are its scope. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
/** What is served in its place where it is turned off: deletes what it kept and unregisters itself. */
export const SERVICE_WORKER_OFF_PATH = '/service-worker-off.js';

/** Whom to tell about a weakness (RFC 9116). */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** First parts of all paths that the server handles itself; every other path is a page of the browser app. */
export const SERVER_PREFIXES = [
  '/api',
  '/public',
  '/service',
  '/lookup',
  '/office',
  '/files',
  '/uploads',
  PROBE_PATHS.live,
  PROBE_PATHS.ready,
  '/.well-known',
  HEALTH_PATH,
] as const;

/** Whether a path is the server's own and never a page. */
export function isServerPath(path: string): boolean {
  return SERVER_PREFIXES.some((prefix) => isBelow(prefix, path));
}

function isBelow(prefix: (typeof SERVER_PREFIXES)[number], path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
