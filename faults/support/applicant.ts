import {
  answer,
  type Call,
  confirm,
  conversionStatus,
  filePaths,
  login,
  pdf,
  presignedUrl,
  profile,
  type ResponseOf,
  signup,
  startConversion,
} from '@firstyear/api-contract';
import { codeFor } from './product.ts';

export const DOCUMENT_KEY = 'transcript';
const PASSWORD = 'Quiet-harbor-42-lantern';

/** An invented applicant, as a browser: keeps the cookies it is given. */
export class Applicant {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs up, confirms with the code of the mail, and logs in. */
  static async register(url: string, folder: string, address: string): Promise<Applicant> {
    const applicant = new Applicant(url);
    await applicant.#call(signup, {}, { username: address, password: PASSWORD });
    await applicant.#call(confirm, {}, { username: address, code: await codeFor(folder, address) });
    await applicant.#call(login, {}, { username: address, password: PASSWORD });
    return applicant;
  }

  #cookieLine(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #call<C extends Call>(call: C, params: Record<string, string>, payload?: object): Promise<ResponseOf<C>>;
  async #call(call: Call, params: Record<string, string>, payload?: object): Promise<unknown> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const reply = await fetch(`${this.#url}${path}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        origin: this.#url,
        cookie: this.#cookieLine(),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const body: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${call.method} ${call.path} answered ${reply.status}.`);
    return call.response.parse(body);
  }

  async upload(name: string, content: Uint8Array): Promise<void> {
    const { url, fields } = await this.#call(presignedUrl, {}, { answer_key: DOCUMENT_KEY });
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const reply = await fetch(new URL(url, this.#url), { method: 'POST', body: form });
    if (!reply.ok) throw new Error(`The upload answered ${reply.status}.`);
    await this.#call(startConversion, { key: DOCUMENT_KEY }, { file_key: fields.key, file_name: name });
  }

  /** Saves these answers; returns when the server has acknowledged them. */
  async save(answers: Readonly<Record<string, string>>): Promise<void> {
    await this.#call(answer, {}, answers);
  }

  async answers(): Promise<ResponseOf<typeof profile>['answer']> {
    return (await this.#call(profile, {})).answer;
  }

  /** Asks for the PDF copy, as the page does every two seconds. */
  async copy(): Promise<ResponseOf<typeof pdf>> {
    return this.#call(pdf, {});
  }

  /** What a link of the copy leads to. */
  async download(url: string): Promise<Uint8Array> {
    const reply = await fetch(new URL(url, this.#url), { headers: { cookie: this.#cookieLine() } });
    if (!reply.ok) throw new Error(`The copy answered ${reply.status}.`);
    return new Uint8Array(await reply.arrayBuffer());
  }

  async status(): Promise<string> {
    return (await this.#call(conversionStatus, { key: DOCUMENT_KEY })).status;
  }

  async documentAnswer(): Promise<string> {
    return String((await this.#call(profile, {})).answer[DOCUMENT_KEY] ?? '');
  }

  /** The first bytes of the converted file. */
  async beginning(): Promise<string> {
    const reply = await fetch(`${this.#url}${filePaths.document(DOCUMENT_KEY)}`, {
      headers: { cookie: this.#cookieLine() },
    });
    return Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 5);
  }
}
