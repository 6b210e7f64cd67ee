interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
}

const isHttps = (url: string) => new URL(url).protocol === 'https:';
const isThisMachine = (url: string) =>
  /^(|localhost|.+[.]localhost|127([.]\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
const isDatabaseElsewhere = ({ databaseUrl }: DatabaseAddresses) =>
  databaseUrl !== undefined && !isThisMachine(databaseUrl);

/** Why the server does not start with settings that are fine one by one and unsafe together: the variable and what to set. */
export function unsafeSettings(settings: {
  readonly publicUrl: string;
  readonly trustedProxy: readonly string[];
  readonly s3: { readonly endpoint: string } | undefined;
}): string | undefined {
  const { publicUrl, trustedProxy, s3 } = settings;
  if (isHttps(publicUrl) && trustedProxy.length === 0) {
    return 'TRUSTED_PROXY must be set to the address of your proxy, such as 127.0.0.1, when PUBLIC_URL is https: without it, all applicants count as one network, and one of them can lock the others out';
  }
  if (trustedProxy.some((network) => /[/]0+$/.test(network))) {
    return 'TRUSTED_PROXY must name your proxy and not every address (a network of /0): otherwise anyone can claim to be any network';
  }
  if (!isHttps(publicUrl) && !isThisMachine(publicUrl)) {
    return 'PUBLIC_URL must begin with https:// unless it is this machine (http://localhost:3000): over http, anyone along the way can read passwords and answers';
  }
  if (isHttps(publicUrl) && s3 !== undefined && !isHttps(s3.endpoint)) {
    return 'S3_ENDPOINT must begin with https:// when PUBLIC_URL does: otherwise anyone along the way can read documents';
  }
  return undefined;
}

/** Whether people other than the operator at this machine use the product: by its address, or through a database elsewhere. */
export function isServingOthers(settings: DatabaseAddresses & { readonly publicUrl: string }): boolean {
  return !isThisMachine(settings.publicUrl) || isDatabaseElsewhere(settings);
}

/** Why a machine that may lack walls around programs that open uploads is unsafe with these settings; undefined if it is safe. */
export function unsafeOnMachine(
  settings: DatabaseAddresses & { readonly publicUrl: string; readonly allowUnsandboxed: boolean },
  { hasWalls }: { readonly hasWalls: boolean },
): string | undefined {
  if (hasWalls || settings.allowUnsandboxed || !isServingOthers(settings)) return undefined;
  return 'bubblewrap must be installed, and user namespaces be allowed, where applicants reach the product from elsewhere (PUBLIC_URL) or its database is on another machine (DATABASE_URL): without walls around them, programs that open a crafted upload can read all that this server can. Install it (on Debian: apt-get install bubblewrap), or accept that with ALLOW_UNSANDBOXED=yes';
}

/**
 * A warning for a database on another machine while files or emails stay in folders of this one; undefined where all of them,
 * or none, are here.
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
