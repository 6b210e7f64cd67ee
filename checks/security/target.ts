import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf } from '@firstyear/api-client';
import { type Client, createClient } from '@firstyear/api-client/testing';
import { HELP_PATH, paths } from '@firstyear/api-contract/addresses';
import { presignedUrl } from '@firstyear/api-contract/documents';
import { confirm, forgotPassword, login, resendConfirm, resetPassword, signup } from '@firstyear/api-contract/identity';
import { type Form, isDocument } from '@firstyear/form-engine';
import { chromium, type Page } from '@playwright/test';
import { codeIn, linkIn, type Mail, mailTo } from '../../e2e/support/mail.ts';
import type { Operate } from '../../e2e/support/operator.ts';
import { browserLaunch } from '../../tools/test/browser-launch.ts';
import { CannotRun } from '../support/command.ts';
import { type HttpResponse, httpSend } from '../support/http.ts';
import { clientOf, PASSWORD, postFile, type UploadForm } from '../support/person.ts';
import { waitFor } from '../support/processes.ts';
import { insist, insistStatus } from './finding.ts';

/** A client with cookies, like a browser. */
export type Visitor = Client<HttpResponse>;

export const OTHER_PASSWORD = 'Copper-kettle-77-window';
const MAIL_WITHIN_MS = 20_000;
/** For requests that a busy server refuses. */
const MAX_RETRIES = 10;

interface TargetOptions {
  readonly baseUrl: string;
  /** The folder with the product's mails; without it, checks that need an account can't run. */
  readonly outbox: string | undefined;
  /** The folder with the product's logs, when it runs on this machine. */
  readonly logs: string | undefined;
  /** Runs an operator's command on the product and returns its output, where that is possible. */
  readonly operate: Operate | undefined;
  readonly form: Form;
}

/** A person with an account and a browser of their own. */
interface Person {
  readonly visitor: Visitor;
  readonly username: string;
}

export const logIn = (visitor: Visitor, username: string, password = PASSWORD) =>
  visitor.exchange(login, { payload: { username, password } });
export const signUp = (visitor: Visitor, username: string, password = PASSWORD) =>
  visitor.exchange(signup, { payload: { username, password } });
export const confirmWith = (visitor: Visitor, username: string, code: string) =>
  visitor.exchange(confirm, { payload: { username, code } });
export const resend = (visitor: Visitor, username: string) =>
  visitor.exchange(resendConfirm, { payload: { username } });
export const forget = (visitor: Visitor, username: string) =>
  visitor.exchange(forgotPassword, { payload: { username } });
export const reset = (visitor: Visitor, username: string, id: string, password = OTHER_PASSWORD) =>
  visitor.exchange(resetPassword, { payload: { username, password, id } });

/** The product under test, from outside. */
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

  /** A new browser. It retries a request that a busy server refuses (503), after the delay that the server asks for. */
  visitor(): Visitor {
    const sendOnce = httpSend(this.baseUrl);
    return createClient({
      headers: () => ({ origin: new URL(this.baseUrl).origin, 'sec-fetch-site': 'same-origin' }),
      send: async (plain) => {
        const type = plain.body !== undefined && { 'content-type': 'application/json' };
        const request = { ...plain, headers: { ...type, ...plain.headers } };
        for (let retries = 0; ; retries += 1) {
          const response = await sendOnce(request);
          if (response.status !== 503 || retries === MAX_RETRIES) return response;
          await sleep(1_000 * Number(response.headers['retry-after'] ?? 1));
        }
      },
    });
  }

  get(path: string, visitor = this.visitor()): Promise<HttpResponse> {
    return visitor.send({ method: 'GET', path });
  }

  /** A new address in a domain that receives no mail (RFC 2606). */
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

  /** Waits for the first mail of a kind to an address. */
  mail(address: string, isOfKind: (mail: Mail) => boolean = () => true): Promise<Mail> {
    const find = async () => (await this.mails(address)).find(isOfKind);
    return waitFor('A mail to a new address', find, { withinMs: MAIL_WITHIN_MS });
  }

  /** The code in the first mail to a new address. */
  async code(address: string): Promise<string> {
    return codeIn(await this.mail(address));
  }

  /** The id in the first reset link to an address. */
  async resetId(address: string): Promise<string> {
    const mail = await this.mail(address, ({ text }) => text.includes(`${paths.reset}?`));
    const id = linkIn(mail, paths.reset).searchParams.get('id') ?? '';
    this.#tokens.add(id);
    return id;
  }

  /** The token in the first link to a counselor. */
  async helpToken(address: string): Promise<string> {
    const [, token = ''] = new RegExp(`${HELP_PATH}/([\\w-]+)`).exec((await this.mail(address)).text) ?? [];
    insist(token.length >= 43, `a counselor's link has a token of ${token.length} characters`);
    this.#tokens.add(token);
    return token;
  }

  /** Makes a confirmed account, which is not logged in. */
  async account(password = PASSWORD): Promise<Person> {
    await this.mails('');
    const [visitor, username] = [this.visitor(), this.newAddress()];
    await signUp(visitor, username, password);
    insistStatus(await confirmWith(visitor, username, await this.code(username)), 200, 'the code of a new address');
    return { visitor, username };
  }

  /** Makes an account that is logged in. */
  async person(): Promise<Person> {
    const person = await this.account();
    insistStatus(await logIn(person.visitor, person.username), 200, 'the login of a new account');
    for (const token of person.visitor.cookies.values()) if (token.length > 20) this.#tokens.add(token);
    return person;
  }

  /** The passwords and tokens of this run, and the beginning of its addresses: no log may contain them. */
  secrets(): readonly string[] {
    return [PASSWORD, OTHER_PASSWORD, `ada.security.${this.#run}`, ...this.#tokens];
  }

  /** Works with a page in a real browser. */
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

  /** Copies a visitor's cookies to a page. */
  async lendCookies(page: Page, visitor: Visitor): Promise<void> {
    const common = { url: this.baseUrl.replace(/^http:/, 'https:'), secure: true, sameSite: 'Lax' as const };
    await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, ...common })));
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

/** Requests an upload; returns its address and signed fields. */
export async function presign(target: Target, visitor: Visitor, key: string): Promise<UploadForm> {
  const { url, fields } = await visitor.call(presignedUrl, { payload: { answer_key: key } });
  return { url: new URL(url, target.baseUrl).href, fields };
}

/** Uploads a file as a browser does; `changes` replace signed fields. */
export function postUpload(
  { url, fields }: UploadForm,
  content: Uint8Array,
  changes: Readonly<Record<string, string>> = {},
) {
  return postFile(clientOf(url), url, { ...fields, ...changes }, content, 'upload.bin');
}
