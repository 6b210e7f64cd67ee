import { type CallOptions, type Client, createClient } from '@firstyear/api-client';
import { answer, profile, submit, webStatus } from '@firstyear/api-contract/application';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import {
  conversionStatus,
  deleteDocument,
  pdf,
  presignedUrl,
  startConversion,
} from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import {
  FORM_RELEASE_HEADER,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
} from '@firstyear/api-contract/save-headers';
import { type Answers, type FormDefinition, momentOf } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { importPartnerFile, partnerFolderFrom } from '@firstyear/processes/partner-folder';
import { type HttpReply, httpSend, keptConnections } from './http.ts';
import { codeFor, type Mailbox } from './mailbox.ts';

const { definition }: { readonly definition: FormDefinition } = await importPartnerFile(
  partnerFolderFrom(process.env),
  'form.ts',
);
const FORM = englishForm(definition);

export const DOCUMENT_KEY = 'transcript';
/** Meets every requirement of the checklist, and is on no list. */
export const PASSWORD = 'Quiet-harbor-42-lantern';

/** Whether a conversion with this status has not ended. */
export const isOpenConversion = (status: string) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

/** Where people sign up: an address of the product, and where its mails arrive. */
export interface Place {
  readonly url: string;
  readonly mailbox: Mailbox;
}

/** A client with the headers of a page of the product; connections are kept when an agent is given. */
export function clientOf(url: string, ...agent: Parameters<typeof httpSend> extends [string, ...infer A] ? A : never) {
  const { origin } = new URL(url);
  return createClient({
    send: httpSend(url, ...agent),
    headers: () => ({ origin, 'sec-fetch-site': 'same-origin' }),
  });
}

/** Headers by which the server puts the saves of a tab in order. */
export const saveHeaders = (tab: string, number: number, ageMs = 0) => ({
  [SAVE_CLIENT_HEADER]: tab,
  [SAVE_SEQUENCE_HEADER]: String(number),
  [SAVE_AGE_HEADER]: String(ageMs),
});

/** Posts a form to where files go, as a browser does, and returns the reply. */
export async function postFile(
  client: Client<HttpReply>,
  url: string,
  fields: Readonly<Record<string, string>>,
  content: Uint8Array,
  name: string,
): Promise<HttpReply> {
  const sheet = new FormData();
  for (const [field, value] of Object.entries(fields)) sheet.append(field, value);
  sheet.append('file', new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(sheet);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const { pathname, search } = new URL(url, 'http://localhost');
  const body = new Uint8Array(await encoded.arrayBuffer());
  return client.send({ method: 'POST', path: pathname + search, headers, body });
}

/** Sends a file to the store, whose address may be another server's. */
export async function uploadTo(client: Client<HttpReply>, baseUrl: string, content: Uint8Array, name: string) {
  const { url, fields } = await client.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY } });
  const store = new URL(url, baseUrl);
  const sender = store.origin === new URL(baseUrl).origin ? client : createClient({ send: httpSend(store.origin) });
  const reply = await postFile(sender, store.href, fields, content, name);
  if (reply.status >= 300) throw new Error(`The upload got ${reply.status}.`);
  const payload = { file_key: fields.key ?? '', file_name: name };
  await client.call(startConversion, { params: { key: DOCUMENT_KEY }, payload });
}

/** An invented applicant with a browser of their own. */
export class Person {
  readonly #url: string;
  readonly #client: Client<HttpReply>;
  readonly address: string;

  constructor(url: string, address: string) {
    this.#url = url;
    this.#client = clientOf(url, keptConnections(url));
    this.address = address;
  }

  /** Signs up, confirms with the code of the mail, and logs in. */
  static async register({ url, mailbox }: Place, address: string): Promise<Person> {
    const person = new Person(url, address);
    await person.#call(signup, { payload: { username: address, password: PASSWORD } });
    await person.#call(confirm, { payload: { username: address, code: await codeFor(mailbox, address) } });
    await person.logIn();
    return person;
  }

  /** Registers this many, a few at a time: a web server refuses logins when many passwords wait to be hashed. */
  static async registerAll(place: Place, count: number, name = 'testperson'): Promise<readonly Person[]> {
    const people: Person[] = [];
    while (people.length < count) {
      const numbers = Array.from({ length: Math.min(4, count - people.length) }, (_, at) => people.length + at);
      const register = (number: number) => Person.register(place, `ada.${name}.${number}@mail.example`);
      people.push(...(await Promise.all(numbers.map(register))));
    }
    return people;
  }

  /** The same person, in a browser that knows the same cookies, at another address. */
  at(url: string): Person {
    const same = new Person(url, this.address);
    for (const [name, value] of this.#client.cookies) same.#client.cookies.set(name, value);
    return same;
  }

  #call<C extends Call>(call: C, options?: CallOptions<C>): Promise<ResponseOf<C>> {
    return this.#client.call(call, options);
  }

  async logIn(): Promise<void> {
    await this.#call(login, { payload: { username: this.address, password: PASSWORD } });
  }

  async upload(name: string, content: Uint8Array): Promise<void> {
    await uploadTo(this.#client, this.#url, content, name);
  }

  async deleteDocument(): Promise<void> {
    await this.#call(deleteDocument, { params: { key: DOCUMENT_KEY } });
  }

  /** Saves these answers, in this place of a tab's saves, from a page with this form; returns when the server has acknowledged them. */
  async save(answers: Answers, place?: { readonly tab: string; readonly number: number }, release = ''): Promise<void> {
    const headers = { ...(place && saveHeaders(place.tab, place.number)), [FORM_RELEASE_HEADER]: release };
    await this.#call(answer, { payload: answers, headers });
  }

  /** Brings the application to where it may be submitted. */
  async fillIn(): Promise<void> {
    await this.save(minimalAnswers(FORM, {}, momentOf(new Date())));
    for (const web_status of ['started', 'validating'] as const)
      await this.#call(webStatus, { payload: { web_status } });
  }

  /** Returns the confirmation number. */
  async submit(): Promise<string> {
    return (await this.#call(submit)).confirmation_number;
  }

  profile(): Promise<ResponseOf<typeof profile>> {
    return this.#call(profile);
  }

  async answers(): Promise<ResponseOf<typeof profile>['answer']> {
    return (await this.profile()).answer;
  }

  /** Asks for the PDF copy, as the page does every two seconds. */
  copy(): Promise<ResponseOf<typeof pdf>> {
    return this.#call(pdf);
  }

  /** What a link of the product leads to. */
  async download(url: string): Promise<Uint8Array> {
    const { pathname, search } = new URL(url, this.#url);
    const { status, body } = await this.#client.send({ method: 'GET', path: pathname + search });
    if (status !== 200) throw new Error(`${pathname} got ${status}.`);
    return body;
  }

  async status(): Promise<string> {
    return (await this.#call(conversionStatus, { params: { key: DOCUMENT_KEY } })).status;
  }

  /** Whether the converted document is there: answered, and a PDF. */
  async hasDocument(): Promise<boolean> {
    if ((await this.answers())[DOCUMENT_KEY] !== 'ANSWERED') return false;
    const file = await this.download(filePaths.document(DOCUMENT_KEY));
    return Buffer.from(file).toString('latin1', 0, 5) === '%PDF-';
  }
}
