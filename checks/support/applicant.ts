import {
  answer,
  type Call,
  confirm,
  conversionStatus,
  deleteDocument,
  filePaths,
  fillPath,
  login,
  pdf,
  presignedUrl,
  profile,
  type ResponseOf,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
  signup,
  startConversion,
  submit,
  webStatus,
} from '@firstyear/api-contract';
import { type Answers, momentOf } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import type { Mailbox } from './mail-server.ts';

const FORM = englishForm(definition);

export const DOCUMENT_KEY = 'transcript';

/** Whether a conversion with this status has not come to its end. */
export const isOpenConversion = (status: string) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

const PASSWORD = 'Quiet-harbor-42-lantern';

/** As the browser does with a call that gets no response. */
const GIVES_UP_AFTER_MS = 30_000;

/** A call that was not done, by its status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An invented applicant, as a browser: keeps the cookies it is given. */
export class Applicant {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  readonly address: string;

  constructor(url: string, address: string) {
    this.#url = url;
    this.address = address;
  }

  /** Signs up, confirms with the code of the mail, and logs in. */
  static async register(url: string, mailbox: Mailbox, address: string): Promise<Applicant> {
    const applicant = new Applicant(url, address);
    await applicant.#call(signup, {}, { username: address, password: PASSWORD });
    await applicant.#call(confirm, {}, { username: address, code: await mailbox.codeFor(address) });
    await applicant.logIn();
    return applicant;
  }

  /** The same person, in a browser that knows the same cookies, at another address. */
  at(url: string): Applicant {
    const same = new Applicant(url, this.address);
    for (const [name, value] of this.#cookies) same.#cookies.set(name, value);
    return same;
  }

  async logIn(): Promise<void> {
    await this.#call(login, {}, { username: this.address, password: PASSWORD });
  }

  #cookieLine(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #call<C extends Call>(
    call: C,
    params: Record<string, string>,
    payload?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ResponseOf<C>>;
  async #call(
    call: Call,
    params: Record<string, string>,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const reply = await fetch(`${this.#url}${fillPath(call, params)}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        origin: this.#url,
        cookie: this.#cookieLine(),
        ...headers,
      },
      signal: AbortSignal.timeout(GIVES_UP_AFTER_MS),
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const body: unknown = await reply.json().catch(() => undefined);
    if (!reply.ok) throw new Refusal(`${call.method} ${call.path} got ${reply.status}.`, reply.status);
    return call.response.parse(body);
  }

  async upload(name: string, content: Uint8Array): Promise<void> {
    const { url, fields } = await this.#call(presignedUrl, {}, { answer_key: DOCUMENT_KEY });
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const reply = await fetch(new URL(url, this.#url), { method: 'POST', body: form });
    if (!reply.ok) throw new Error(`The upload got ${reply.status}.`);
    await this.#call(startConversion, { key: DOCUMENT_KEY }, { file_key: fields.key, file_name: name });
  }

  async deleteDocument(): Promise<void> {
    await this.#call(deleteDocument, { key: DOCUMENT_KEY });
  }

  /** Saves these answers, in this place of a tab's saves; returns when the server has acknowledged them. */
  async save(answers: Answers, place?: { readonly tab: string; readonly number: number }): Promise<void> {
    const headers = place && {
      [SAVE_CLIENT_HEADER]: place.tab,
      [SAVE_SEQUENCE_HEADER]: String(place.number),
      [SAVE_AGE_HEADER]: '0',
    };
    await this.#call(answer, {}, answers, headers);
  }

  /** Brings the application to where it may be submitted. */
  async fillIn(): Promise<void> {
    await this.save(minimalAnswers(FORM, {}, momentOf(new Date())));
    for (const web_status of ['started', 'validating'] as const) await this.#call(webStatus, {}, { web_status });
  }

  /** Returns the confirmation number. */
  async submit(): Promise<string> {
    return (await this.#call(submit, {})).confirmation_number;
  }

  async profile(): Promise<ResponseOf<typeof profile>> {
    return this.#call(profile, {});
  }

  async answers(): Promise<ResponseOf<typeof profile>['answer']> {
    return (await this.profile()).answer;
  }

  /** Asks for the PDF copy, as the page does every two seconds. */
  async copy(): Promise<ResponseOf<typeof pdf>> {
    return this.#call(pdf, {});
  }

  /** What a link of the copy leads to. */
  async download(url: string): Promise<Uint8Array> {
    const reply = await fetch(new URL(url, this.#url), { headers: { cookie: this.#cookieLine() } });
    if (!reply.ok) throw new Error(`The copy got ${reply.status}.`);
    return new Uint8Array(await reply.arrayBuffer());
  }

  async status(): Promise<string> {
    return (await this.#call(conversionStatus, { key: DOCUMENT_KEY })).status;
  }

  async documentAnswer(): Promise<string> {
    return String((await this.profile()).answer[DOCUMENT_KEY] ?? '');
  }

  /** The first bytes of the converted file. */
  async beginning(): Promise<string> {
    const reply = await fetch(`${this.#url}${filePaths.document(DOCUMENT_KEY)}`, {
      headers: { cookie: this.#cookieLine() },
    });
    return Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 5);
  }
}
