import { API_ERRORS, type Call, fillPath, type PayloadOf, type ResponseOf } from '@firstyear/api-contract';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';

interface RequestOptions {
  readonly method?: string;
  readonly data?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * The response to a request with the cookies of a page. Walks share one server, and those of security.e2e.ts send it more
 * at once than it takes: a request that it puts off meanwhile (503) is sent again, as a page sends it too.
 */
export async function responseTo(
  request: APIRequestContext,
  path: string,
  options: RequestOptions = {},
): Promise<APIResponse> {
  let response: APIResponse | undefined;
  await expect
    .poll(
      async () => {
        response = await request.fetch(path, options);
        return response.status();
      },
      { message: `${path}: the server stays too busy`, timeout: 30_000, intervals: [1_000] },
    )
    .not.toBe(503);
  if (!response) throw new Error(`no response to ${path}`);
  return response;
}

interface CallOptions<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly params?: Readonly<Record<string, string>>;
}

/** Makes a call of the contract with the cookies of a page. It has to succeed. */
export async function makeCall<C extends Call>(
  request: APIRequestContext,
  call: C,
  options?: CallOptions<C>,
): Promise<ResponseOf<C>>;
export async function makeCall(
  request: APIRequestContext,
  call: Call,
  { payload, params }: CallOptions<Call> = {},
): Promise<unknown> {
  const response = await responseTo(request, fillPath(call, params), { method: call.method, data: payload });
  expect(response.status(), `${call.path}: ${await response.text()}`).toBe(200);
  return call.response.parse(await response.json());
}

/** Puts a call of a page off, as a server does that is too busy. Returns how to let it through again. */
export async function putOff(page: Page, address: string): Promise<() => Promise<void>> {
  const status = API_ERRORS.overloaded;
  const message = apiErrors.in(ENGLISH).overloaded;
  await page.route(address, (route) =>
    route.fulfill({ status, json: { code: 'overloaded', message }, headers: { 'retry-after': '1' } }),
  );
  return () => page.unroute(address);
}
