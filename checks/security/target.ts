import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, jsonOf } from '@firstyear/api-client';
import { paths } from '@firstyear/api-contract/addresses';
import { presignedUrl } from '@firstyear/api-contract/documents';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import { type Form, isDocument } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { chromium, type Page } from '@playwright/test';
import { codeIn, linkIn, type Mail, mailTo } from '../../e2e/support/mail.ts';
import { browserLaunch } from '../../tools/test/browser-launch.ts';
import { CannotRun } from '../support/command.ts';
import { type HttpResponse, httpSend } from '../support/http.ts';
import { clientOf, PASSWORD, postFile } from '../support/person.ts';
import { Finding, insist } from './check.ts';

/** A browser without a screen. */
export type Visitor = Client<HttpResponse>;

export const OTHER_PASSWORD = 'Copper-kettle-77-window';
const MAIL_WITHIN_MS = 20_000;
/** How often a request is sent again that a busy server refused. */
const MAX_RETRIES = 10;

export interface TargetOptions {
  readonly baseUrl: string;
  /** The folder into which the product writes mails; without it, whatever needs an account is not checked. */
  readonly outbox: string | undefined;
  /** Folder of the product's logs, when it runs on this machine. */
  readonly logs: string | undefined;
  /** Runs an operator's command on the product and returns what it prints, where that can be done. */
  readonly operate: ((...command: readonly string[]) => Promise<string>) | undefined;
  readonly form: Form;
  readonly partner: PartnerConfig;
}

/** Somebody with an account, logged in from a browser of their own. */
export interface Person {
  readonly visitor: Visitor;
  readonly username: string;
}

/** The product under test, as seen from outside. */
export class Target {
  readonly options: TargetOptions;
  readonly baseUrl: string;
  readonly #run = randomBytes(4).toString('hex');
  readonly #tokens = new Set<string>();
  #people = 0;

  constructor(options: TargetOptions) {
    this.options = options;
    this.baseUrl = options.baseUrl.replace(/\/$/, '');
  }

  /** A new browser. A request that a busy server refuses (503) is sent again when the server says, as a person would. */
  visitor(): Visitor {
    const sendOnce = httpSend(this.baseUrl);
    return createClient({
      headers: () => ({ origin: new URL(this.baseUrl).origin, 'sec-fetch-site': 'same-origin' }),
      send: async (written) => {
        const type = written.body !== undefined && { 'content-type': 'application/json' };
        const request = { ...written, headers: { ...type, ...written.headers } };
        let reply = await sendOnce(request);
        for (let again = 0; reply.status === 503 && again < MAX_RETRIES; again += 1) {
          await sleep(1_000 * Number(reply.headers['retry-after'] ?? 1));
          reply = await sendOnce(request);
        }
        return reply;
      },
    });
  }

  get(path: string, visitor = this.visitor()): Promise<HttpResponse> {
    return visitor.send({ method: 'GET', path });
  }

  /** An address that nobody has used. The domain receives no mail, anywhere (RFC 2606). */
  newAddress(): string {
    this.#people += 1;
    return `ada.security.${this.#run}.${this.#people}@mail.example`;
  }

  /** All mails to an address so far, oldest first. */
  mails(address: string): Promise<readonly Mail[]> {
    const { outbox } = this.options;
    if (outbox === undefined) throw new CannotRun('needs the mails: give their folder with --outbox');
    return mailTo(outbox, address);
  }

  /** Waits for the first mail to an address that is of a kind; other mails may come before it. */
  async mail(address: string, isOfKind: (mail: Mail) => boolean = () => true): Promise<Mail> {
    for (const until = performance.now() + MAIL_WITHIN_MS; performance.now() < until; await sleep(50)) {
      const mail = (await this.mails(address)).find(isOfKind);
      if (mail) return mail;
    }
    throw new Finding(`a mail to a new address did not come within ${MAIL_WITHIN_MS / 1_000} s`);
  }

  /** The code of a sign-up, which is the first mail to a new address. */
  async code(address: string): Promise<string> {
    return codeIn(await this.mail(address));
  }

  /** What the first reset link to an address carries. */
  async resetId(address: string): Promise<string> {
    const mail = await this.mail(address, ({ text }) => text.includes(`${paths.reset}?`));
    const id = linkIn(mail, paths.reset).searchParams.get('id') ?? '';
    this.#tokens.add(id);
    return id;
  }

  /** Somebody who has signed up and confirmed, and is not logged in. */
  async account(password = PASSWORD): Promise<Person> {
    await this.mails('');
    const person = { visitor: this.visitor(), username: this.newAddress() };
    const { visitor, username } = person;
    await visitor.exchange(signup, { payload: { username, password } });
    const reply = await visitor.exchange(confirm, { payload: { username, code: await this.code(username) } });
    if (reply.status !== 200) throw new Finding(`a new address could not be confirmed: ${reply.status}`);
    return person;
  }

  async person(): Promise<Person> {
    const person = await this.account();
    const reply = await person.visitor.exchange(login, { payload: { username: person.username, password: PASSWORD } });
    if (reply.status !== 200) throw new Finding(`a new account could not log in: ${reply.status} ${reply.text}`);
    for (const token of person.visitor.cookies.values()) if (token.length > 20) this.#tokens.add(token);
    return person;
  }

  /** What must stand in no log: passwords and tokens of this run so far, and the beginning of all its addresses. */
  secrets(): readonly string[] {
    return [PASSWORD, OTHER_PASSWORD, `ada.security.${this.#run}`, ...this.#tokens];
  }

  /** Runs work on a page of a real browser, which is closed afterwards. */
  async inBrowser<T>(work: (page: Page) => Promise<T>): Promise<T> {
    const browser = await chromium.launch({ ...browserLaunch(), headless: true });
    try {
      const page = await browser.newPage({ baseURL: this.baseUrl });
      page.setDefaultTimeout(20_000);
      return await work(page);
    } finally {
      await browser.close();
    }
  }

  /** Gives a page the cookies of a visitor. */
  async lendCookies(page: Page, visitor: Visitor): Promise<void> {
    await page.context().addCookies(
      [...visitor.cookies].map(([name, value]) => ({
        name,
        value,
        url: this.baseUrl.replace(/^http:/, 'https:'),
        secure: true,
        sameSite: 'Lax' as const,
      })),
    );
  }
}

/** The parsed JSON of a response; an empty object when it has none. */
export const objectOf = (response: HttpResponse): Readonly<Record<string, unknown>> => ({
  ...Object(jsonOf(response)),
});

/** The first question of the form that takes a file. */
export function documentKey(target: Target): string {
  const field = target.options.form.fields.find(({ question }) => isDocument(question));
  insist(field !== undefined, 'the form has no question that takes a file');
  return field.question.key;
}

interface Presigned {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Requests one upload; returns its address and signed fields. */
export async function presign(target: Target, visitor: Visitor, key: string): Promise<Presigned> {
  const response = await visitor.exchange(presignedUrl, { payload: { answer_key: key } });
  insist(response.status === 200, `asking for an upload gets ${response.status}`);
  const { url, fields } = presignedUrl.response.parse(objectOf(response));
  return { url: new URL(url, target.baseUrl).href, fields };
}

/** Uploads a file as a browser does; `changes` replace signed fields. */
export function postUpload(
  { url, fields }: Presigned,
  content: Uint8Array,
  changes: Readonly<Record<string, string>> = {},
) {
  return postFile(clientOf(url), url, { ...fields, ...changes }, content, 'upload.bin');
}
