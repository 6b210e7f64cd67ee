import { answer, getTabs } from '@firstyear/api-contract/application';
import { conversionStatus } from '@firstyear/api-contract/documents';
import { login } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { expect, test } from 'vitest';
import { ServerError, UnexpectedResponseError } from './errors.ts';
import { type ApiRequest, type ApiResponse, requestOf } from './index.ts';
import { createClient } from './testing.ts';

function scripted(...replies: readonly Partial<ApiResponse>[]) {
  const sent: ApiRequest[] = [];
  const waiting = [...replies];
  const send = async (request: ApiRequest): Promise<ApiResponse> => {
    sent.push(request);
    return { status: 200, headers: {}, text: '{}', ...waiting.shift() };
  };
  return { sent, client: createClient({ send, headers: () => ({ origin: 'http://localhost:3000' }) }) };
}

test('a call has its method, its parameters and its query in the address, and its payload as JSON', () => {
  expect(requestOf(conversionStatus, { params: { key: 'a/b' } })).toMatchObject({
    method: 'GET',
    path: conversionStatus.path.replace(':key', 'a%2Fb'),
  });
  const query = { category: 'address', text: 'x&y', max_results: undefined };
  expect(requestOf(lookupFind, { query }).path).toBe(`${lookupFind.path}?category=address&text=x%26y`);
  expect(requestOf(getTabs)).toEqual({ method: 'GET', path: getTabs.path, headers: {} });
  expect(requestOf(answer, { payload: { first_name: 'Ada' } })).toEqual({
    method: 'PUT',
    path: answer.path,
    headers: { 'content-type': 'application/json' },
    body: '{"first_name":"Ada"}',
  });
});

test('a client keeps cookies until they expire', async () => {
  const { sent, client } = scripted(
    { headers: { 'set-cookie': ['session=one; Path=/; HttpOnly', 'marker=1'] } },
    { headers: { 'set-cookie': 'session=; Max-Age=0' } },
  );
  for (let calls = 0; calls < 3; calls += 1) await client.exchange(getTabs);
  expect(sent.map(({ headers }) => headers)).toEqual([
    { origin: 'http://localhost:3000' },
    { origin: 'http://localhost:3000', cookie: 'session=one; marker=1' },
    { origin: 'http://localhost:3000', cookie: 'marker=1' },
  ]);
});

test("a request's own headers override the client's, and an empty one removes it", async () => {
  const { sent, client } = scripted();
  await client.send({ method: 'PUT', path: '//odd', headers: { origin: '', 'content-type': 'text/plain' }, body: '{' });
  expect(sent).toEqual([{ method: 'PUT', path: '//odd', headers: { 'content-type': 'text/plain' }, body: '{' }]);
});

test('a refusal is an error with status, code and Retry-After; a response of another shape is an error too', async () => {
  const { client } = scripted(
    { status: 503, headers: { 'retry-after': '7' }, text: '{"code":"overloaded","message":"Busy."}' },
    { status: 502, text: '<h1>Bad gateway</h1>' },
    { text: '{"tabs":{"nested":true}}' },
    { text: 'no JSON' },
  );
  const busy = await client
    .call(login, { payload: { username: 'ada', password: 'x' } })
    .catch((error: unknown) => error);
  expect(busy).toBeInstanceOf(ServerError);
  expect(busy).toMatchObject({ status: 503, code: 'overloaded', message: 'Busy.', retryAfterMs: 7000 });
  await expect(client.call(getTabs)).rejects.toMatchObject({
    ...{ status: 502, message: '' },
    ...{ code: undefined, retryAfterMs: undefined },
  });
  await expect(client.call(getTabs)).rejects.toBeInstanceOf(UnexpectedResponseError);
  await expect(client.call(getTabs)).rejects.toBeInstanceOf(UnexpectedResponseError);
});
