/**
 * The addresses of the product: pages of the browser app, other paths of the server, and links in mails. Paths of calls are
 * with the calls.
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

/** Pages of the browser app. The path of a form page is its id in `form.pages`. */
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
  /** Restores an account's previous email address. */
  restore: '/restore',
  /** Stops the reminders of a draft; linked in each of them. */
  reminders: '/reminders',
  /** The privacy notice, and what is known of the site's accessibility: for everybody, and for links from elsewhere. */
  privacy: '/privacy',
  accessibility: '/accessibility',
  completion: '/completion',
  /** Every answer, to be checked before submitting. */
  review: '/review',
  /** The same page at the answer to a question. */
  reviewed: (key: string): Path => `/review#${key}`,
  page: (page: string): Path => `/${page}`,
  /** The page opens scrolled to the question. */
  question: (page: string, key: string): Path => `/${page}#${key}`,
} as const satisfies Record<Card, Path> & Record<string, unknown>;

interface Pages {
  readonly pages: readonly { readonly id: string }[];
}

/** The page for '/' and for unknown paths: the form's first. */
export function defaultPath({ pages }: Pages): Path {
  return paths.page(pages[0]?.id ?? '');
}

/** The paths of all pages of the form, in order. */
export function pagePaths({ pages }: Pages): readonly Path[] {
  return pages.map(({ id }) => paths.page(id));
}

/** Query parameters that a page is opened with. */
export const PARAMETERS = {
  /** The form of a call, where a university has several; the first one by default. */
  form: 'form',
  /** Switches the language, from this page on. */
  language: 'lang',
  /** A saved temporary application. */
  token: 'token',
  /** Reads one application without logging in. */
  serviceToken: 'service_token',
  /** `all`: the service view has every page of the PDF, not only that of the address. */
  print: 'print',
  /** `1`: a page to print for the office, which leaves out sealed answers. */
  sealed: 'sealed',
  /** Of the card that resets a password. */
  username: 'username',
  /** The secret in a link from a mail. */
  id: 'id',
} as const;

/** A query without its question mark. */
export function queryOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The parameters of a link that stops reminders, signed by the server. */
interface SignedStop {
  readonly application: string;
  readonly signature: string;
}

/** The page of helpers, such as school counselors, with its app's files; below it, the secret in a link from a mail. */
export const HELP_PATH = '/help';
export const HELP_ASSETS = `${HELP_PATH}/assets/`;

/** Absolute addresses for mails, jobs and operators. `origin` has no closing slash, such as https://apply.example.edu. */
export const links = {
  login: (origin: string) => `${origin}${paths.login}`,
  forgot: (origin: string) => `${origin}${paths.forgot}`,
  reset: (origin: string, owner: { readonly username: string; readonly id: string }) =>
    `${origin}${paths.reset}?${queryOf({ [PARAMETERS.username]: owner.username, [PARAMETERS.id]: owner.id })}`,
  restore: (origin: string, id: string) => `${origin}${paths.restore}?${queryOf({ [PARAMETERS.id]: id })}`,
  reminders: (origin: string, stop: SignedStop) => `${origin}${paths.reminders}?${queryOf({ ...stop })}`,
  /** For one-click unsubscription: mail programs post to it. */
  stopReminders: (origin: string, stop: SignedStop) => `${origin}/public/stop-reminders?${queryOf({ ...stop })}`,
  temporaryApplication: (origin: string, form: Pages, token: string) =>
    `${origin}${defaultPath(form)}?${queryOf({ [PARAMETERS.token]: token })}`,
  help: (origin: string, token: string) => `${origin}${HELP_PATH}/${encodeURIComponent(token)}`,
  serviceView: (origin: string, form: Pages, token: string) =>
    `${origin}${defaultPath(form)}?${queryOf({ [PARAMETERS.serviceToken]: token })}`,
} as const;

/** The health check for people and for the supervisor. */
export const HEALTH_PATH = '/health';

/** Proves, with a nonce, which installation a web server belongs to. */
export const INSTALLATION_CHECK_ROUTE = `${HEALTH_PATH}/:nonce`;
export const installationCheckPath = (nonce: string): Path => `${HEALTH_PATH}/${nonce}`;

/** Health checks of orchestrators: whether the process responds, and whether it can serve. */
export const PROBE_PATHS = { live: '/livez', ready: '/readyz' } as const;

const PROBES: ReadonlySet<string> = new Set([HEALTH_PATH, PROBE_PATHS.live, PROBE_PATHS.ready]);

/** Whether a path is a health check, requested every few seconds. */
export const isProbePath = (path: string): boolean => PROBES.has(path);

/** The path of a process's metrics, on a port of its own. */
export const METRICS_PATH = '/metrics';

/** The service worker, for pages without a connection. It is at the root because its path is its scope. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
/** Its replacement where it is turned off: deletes its caches and unregisters it. */
export const SERVICE_WORKER_OFF_PATH = '/service-worker-off.js';

/** Security contact (RFC 9116). */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** Prefixes of the paths that the server handles itself; every other path is a page of the browser app. */
export const SERVER_PREFIXES = [
  '/api',
  '/public',
  '/service',
  '/lookup',
  '/office',
  HELP_PATH,
  '/files',
  '/uploads',
  PROBE_PATHS.live,
  PROBE_PATHS.ready,
  '/.well-known',
  HEALTH_PATH,
] as const;

/** Whether a path is never a page of the browser app. */
export function isServerPath(path: string): boolean {
  return SERVER_PREFIXES.some((prefix) => isBelow(prefix, path));
}

function isBelow(prefix: (typeof SERVER_PREFIXES)[number], path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
