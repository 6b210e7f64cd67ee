import { readResponse } from '@firstyear/api-client';
import { login } from '@firstyear/api-contract/identity';
import type { Answers, Form } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { clientOf, PASSWORD, Person, type Place } from '../../checks/support/person.ts';

/** The sample applicants of a preview. */
export const PEOPLE = {
  beginner: { title: 'Has just signed up', answersOf: () => ({}), hasSubmitted: false },
  few: { title: 'The fewest answers that can be submitted', answersOf: minimalAnswers, hasSubmitted: false },
  all: { title: 'Everything answered', answersOf: completeAnswers, hasSubmitted: false },
  submitted: { title: 'Has submitted', answersOf: completeAnswers, hasSubmitted: true },
} as const satisfies Record<
  string,
  { readonly title: string; readonly answersOf: (form: Form) => Answers; readonly hasSubmitted: boolean }
>;
export type PersonName = keyof typeof PEOPLE;

/** An address of this run of the site: the outbox still has mails of earlier rounds. */
const addressOf = (name: PersonName) => `${name}.testperson.${process.pid}@mail.example`;

/** Logs a person in; returns the cookies of the session. */
export async function openSession(server: string, name: PersonName): Promise<readonly string[]> {
  const response = await clientOf(server).exchange(login, {
    payload: { username: addressOf(name), password: PASSWORD },
  });
  readResponse(login, response);
  return response.headers['set-cookie'] ?? [];
}

/** Signs a person up as the cards do, and saves the answers. */
export async function makePerson(place: Place, form: Form, name: PersonName): Promise<void> {
  const { answersOf, hasSubmitted } = PEOPLE[name];
  const person = await Person.register(place, addressOf(name));
  if (!hasSubmitted) return person.save(answersOf(form));
  await person.fillIn(answersOf(form));
  await person.submit();
}
