interface Settings {
  readonly publicUrl: string;
  readonly trustedProxy: readonly string[];
  readonly s3: { readonly endpoint: string } | undefined;
}

interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
  /** The same past a pooler: the pooler may be on this machine and the database on another one. */
  readonly directUrl: string | undefined;
}

interface MachineSettings extends DatabaseAddresses {
  readonly publicUrl: string;
  readonly allowUnsandboxed: boolean;
}

/** What a process has found out about the machine that it runs on. */
export interface MachineFacts {
  /** Whether programs that open uploaded files can be walled off. */
  readonly hasWalls: boolean;
}

interface UnsafeCombination {
  /** One sentence that names the variable to change and says what to set. */
  readonly sentence: string;
  readonly isSet: (settings: Settings) => boolean;
}

const isHttps = (url: string) => new URL(url).protocol === 'https:';
const isThisMachine = (url: string) =>
  /^(|localhost|.+[.]localhost|127([.]\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);

const isDatabaseElsewhere = ({ databaseUrl, directUrl }: DatabaseAddresses) =>
  [databaseUrl, directUrl].some((url) => url !== undefined && !isThisMachine(url));

/** Settings that are right one by one and unsafe together. The server does not start with them. */
const UNSAFE_COMBINATIONS: readonly UnsafeCombination[] = [
  {
    sentence:
      'TRUSTED_PROXY must be set to the address of your proxy, such as 127.0.0.1, when PUBLIC_URL is https: without it, all applicants count as one network, and one of them can lock the others out',
    isSet: ({ publicUrl, trustedProxy }) => isHttps(publicUrl) && trustedProxy.length === 0,
  },
  {
    sentence:
      'TRUSTED_PROXY must name your proxy and not every address (a network of /0): otherwise anyone can claim to be any network',
    isSet: ({ trustedProxy }) => trustedProxy.some((network) => /[/]0+$/.test(network)),
  },
  {
    sentence:
      'PUBLIC_URL must begin with https:// unless it is this machine (http://localhost:3000): over http, anyone along the way can read passwords and answers',
    isSet: ({ publicUrl }) => !isHttps(publicUrl) && !isThisMachine(publicUrl),
  },
  {
    sentence:
      'S3_ENDPOINT must begin with https:// when PUBLIC_URL does: otherwise anyone along the way can read documents',
    isSet: ({ publicUrl, s3 }) => isHttps(publicUrl) && s3 !== undefined && !isHttps(s3.endpoint),
  },
];

/** What is unsafe about these settings together, in one sentence; nothing when they are fine. */
export function unsafeSettings(settings: Settings): string | undefined {
  return UNSAFE_COMBINATIONS.find(({ isSet }) => isSet(settings))?.sentence;
}

/** Whether others than the person at this machine use the product: by its address, or through a database elsewhere. */
export function isServingOthers(settings: Omit<MachineSettings, 'allowUnsandboxed'>): boolean {
  return !isThisMachine(settings.publicUrl) || isDatabaseElsewhere(settings);
}

interface UnsafeMachine {
  readonly sentence: string;
  readonly isSet: (settings: MachineSettings, machine: MachineFacts) => boolean;
}

/** Settings that are unsafe together with what the machine lacks. */
const UNSAFE_MACHINES: readonly UnsafeMachine[] = [
  {
    sentence:
      'bubblewrap must be installed, and user namespaces be allowed, where applicants reach the product from elsewhere (PUBLIC_URL) or its database is on another machine (DATABASE_URL): without walls around them, programs that open a crafted upload can read all that this server can. Install it (on Debian: apt-get install bubblewrap), or accept that with ALLOW_UNSANDBOXED=yes',
    isSet: (settings, { hasWalls }) => isServingOthers(settings) && !hasWalls && !settings.allowUnsandboxed,
  },
];

/** What is unsafe about these settings on this machine, in one sentence; nothing when they are fine. */
export function unsafeOnMachine(settings: MachineSettings, machine: MachineFacts): string | undefined {
  return UNSAFE_MACHINES.find(({ isSet }) => isSet(settings, machine))?.sentence;
}

/**
 * What goes wrong with a second machine on the same database, in one sentence: files or emails that each keeps in a
 * folder of its own. Nothing where the database is on this machine, or none of them is kept here.
 */
export function describeLocalFolders(
  settings: DatabaseAddresses & { readonly s3: object | undefined; readonly smtpUrl: string | undefined },
): string | undefined {
  if (!isDatabaseElsewhere(settings)) return undefined;
  const kept = [
    ...(settings.s3 === undefined ? ['documents and PDF copies (set S3_ENDPOINT)'] : []),
    ...(settings.smtpUrl === undefined ? ['emails (set SMTP_URL)'] : []),
  ];
  if (kept.length === 0) return undefined;
  return `The database is on another machine, but ${kept.join(' and ')} stay in DATA_DIR on this one: a second machine with the same database would not find them.`;
}
