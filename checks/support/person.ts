import type http from 'node:http';
import type { CallOptions } from '@firstyear/api-client';
import { ServerError } from '@firstyear/api-client/errors';
import { type Client, createClient } from '@firstyear/api-client/testing';
import { answer, profile, submit, webStatus } from '@firstyear/api-contract/application';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import { conversionStatus, pdf, presignedUrl, startConversion } from '@firstyear/api-contract/documents';
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
import { type HttpResponse, httpSend, keptConnections } from './http.ts';
import { codeFor, type Mailbox } from './mailbox.ts';
import { timeTasks } from './numbers.ts';

const { definition }: { readonly definition: FormDefinition } = await importPartnerFile(
  partnerFolderFrom(process.env),
  'form.ts',
);
export const FORM = englishForm(definition);

export const DOCUMENT_KEY = 'transcript';
/** Meets every requirement of the checklist, and is on no list of known passwords. */
export const PASSWORD = 'Quiet-harbor-42-lantern';

/** Whether a conversion is still going on. */
export const isOpenConversion = (status: string) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

/** A product where people can sign up: its address and its mails. */
export interface Place {
  readonly url: string;
  readonly mailbox: Mailbox;
}

/** A client with the headers of a page of the product, and these. */
export function clientOf(url: string, agent?: http.Agent, added: Readonly<Record<string, string>> = {}) {
  const headers = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...added };
  return createClient({ send: httpSend(url, agent), headers: () => headers });
}

/** An address for each person, from the networks for performance tests (RFC 2544); only trusted from a proxy. */
export const networkOf = (number: number) => `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;

/** Headers that number the saves of a tab. */
export const saveHeaders = (tab: string, number: number, ageMs = 0) => ({
  [SAVE_CLIENT_HEADER]: tab,
  [SAVE_SEQUENCE_HEADER]: String(number),
  [SAVE_AGE_HEADER]: String(ageMs),
});

/** Uploads a file with its signed fields, as a browser's form does. */
export async function postFile(
  client: Client<HttpResponse>,
  url: string,
  fields: Readonly<Record<string, string>>,
  content: Uint8Array,
  name: string,
): Promise<HttpResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const { pathname, search } = new URL(url, 'http://localhost');
  const body = new Uint8Array(await encoded.arrayBuffer());
  return client.send({ method: 'POST', path: pathname + search, headers, body });
}

export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Uploads a file to the store, which may be another server. */
export async function store(baseUrl: string, { url, fields }: UploadForm, content: Uint8Array, name: string) {
  const { href, origin } = new URL(url, baseUrl);
  const { status } = await postFile(clientOf(origin), href, fields, content, name);
  if (status >= 300) throw new Error(`The upload got ${status}.`);
}

type PersonOptions = ConstructorParameters<typeof Person> extends [string, string, ...infer Rest] ? Rest : never;

/** An invented applicant with a browser of their own. */
export class Person {
  readonly url: string;
  readonly client: Client<HttpResponse>;
  readonly address: string;

  constructor(url: string, address: string, agent = keptConnections(url), headers?: Readonly<Record<string, string>>) {
    this.url = url;
    this.client = clientOf(url, agent, headers);
    this.address = address;
  }

  /** Signs up, confirms with the code of the mail, and logs in. */
  static async register({ url, mailbox }: Place, address: string, ...options: PersonOptions): Promise<Person> {
    const person = new Person(url, address, ...options);
    await person.send(signup, { payload: { username: address, password: PASSWORD } });
    await person.send(confirm, { payload: { username: address, code: await codeFor(mailbox, address) } });
    await person.logIn();
    return person;
  }

  /** Registers several people, four at a time: a web server refuses logins while many passwords are waiting to be hashed. */
  static async registerAll(place: Place, count: number, name = 'testperson'): Promise<readonly Person[]> {
    const people: Person[] = [];
    const register = async (number: number) =>
      people.push(await Person.register(place, `ada.${name}.${number}@mail.example`));
    await timeTasks(
      Array.from({ length: count }, (_, number) => () => register(number)),
      4,
    );
    return people;
  }

  /** The same person with the same cookies, at another address of the product. */
  at(url: string): Person {
    const copy = new Person(url, this.address);
    for (const [name, value] of this.client.cookies) copy.client.cookies.set(name, value);
    return copy;
  }

  /** Makes a call without parsing the response, which may have another shape in other versions. Throws ServerError. */
  async send<C extends Call>(call: C, options?: CallOptions<C>): Promise<void> {
    const { status, text } = await this.client.exchange(call, options);
    if (status > 299) throw new ServerError(`${call.path}: ${status} ${text.slice(0, 200)}`, { status });
  }

  logIn(): Promise<void> {
    return this.send(login, { payload: { username: this.address, password: PASSWORD } });
  }

  /** Uploads a file and starts its conversion. */
  async upload(name: string, content: Uint8Array): Promise<void> {
    const form = await this.client.call(presignedUrl, { payload: { answer_key: DOCUMENT_KEY } });
    await store(this.url, form, content, name);
    const payload = { file_key: form.fields.key ?? '', file_name: name };
    await this.client.call(startConversion, { params: { key: DOCUMENT_KEY }, payload });
  }

  /** Saves answers, with the tab and number of the save, from a page with this release of the form. */
  save(answers: Answers, save?: { readonly tab: string; readonly number: number }, release = ''): Promise<void> {
    const headers = { ...(save && saveHeaders(save.tab, save.number)), [FORM_RELEASE_HEADER]: release };
    return this.send(answer, { payload: answers, headers });
  }

  /** Completes the application, ready to submit. */
  async fillIn(answers: Answers = minimalAnswers(FORM, {}, momentOf(new Date()))): Promise<void> {
    await this.save(answers);
    for (const web_status of ['started', 'validating'] as const)
      await this.send(webStatus, { payload: { web_status } });
  }

  /** Returns the confirmation number. */
  async submit(): Promise<string> {
    return (await this.client.call(submit)).confirmation_number;
  }

  profile(): Promise<ResponseOf<typeof profile>> {
    return this.client.call(profile);
  }

  async answers(): Promise<ResponseOf<typeof profile>['answer']> {
    return (await this.profile()).answer;
  }

  /** Requests the PDF copy; returns its address once it is printed. */
  async copy(): Promise<string | undefined> {
    const { status, url } = await this.client.call(pdf);
    return status === 'COMPLETED' ? url : undefined;
  }

  /** Downloads a file of the product. */
  async download(url: string): Promise<Buffer> {
    const { pathname, search } = new URL(url, this.url);
    const { status, body } = await this.client.send({ method: 'GET', path: pathname + search });
    if (status !== 200) throw new Error(`${pathname} got ${status}.`);
    return body;
  }

  /** The status of the document's conversion. */
  async status(): Promise<string> {
    return (await this.client.call(conversionStatus, { params: { key: DOCUMENT_KEY } })).status;
  }

  /** Whether the question is answered with a PDF. */
  async hasDocument(): Promise<boolean> {
    if ((await this.answers())[DOCUMENT_KEY] !== 'ANSWERED') return false;
    return (await this.download(filePaths.document(DOCUMENT_KEY))).toString('latin1', 0, 5) === '%PDF-';
  }
}
