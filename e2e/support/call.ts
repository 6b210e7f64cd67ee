import type { CallOptions } from '@firstyear/api-client';
import { createClient } from '@firstyear/api-client/testing';
import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import { API_ERRORS } from '@firstyear/api-contract/errors';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';

/**
 * The response to a request with the cookies of a page. Walks share one server, and those of security.e2e.ts
 * overload it: a request that is refused with 503 is retried, as a page does.
 */
export async function responseTo(
  request: APIRequestContext,
  path: string,
  options?: Parameters<APIRequestContext['fetch']>[1],
): Promise<APIResponse> {
  let response: APIResponse | undefined;
  await expect
    .poll(
      async () => {
        response = await request.fetch(path, options);
        return response.status();
      },
      { message: `${path}: the server stays too busy`, intervals: [1_000] },
    )
    .not.toBe(503);
  if (!response) throw new Error(`no response to ${path}`);
  return response;
}

/** Makes a call of the contract with the cookies of a page. It has to succeed. */
export function makeCall<C extends Call>(
  request: APIRequestContext,
  call: C,
  options?: CallOptions<C>,
): Promise<ResponseOf<C>> {
  const client = createClient({
    send: async ({ method, path, headers = {}, body }) => {
      const response = await responseTo(request, path, { method, headers, ...(body !== undefined && { data: body }) });
      return { status: response.status(), headers: response.headers(), text: await response.text() };
    },
  });
  return client.call(call, options);
}

/** Defers a call of a page with 503, as a busy server does. Returns a function that ends that. */
export async function deferCalls(page: Page, address: string): Promise<() => Promise<void>> {
  const status = API_ERRORS.overloaded;
  const message = apiErrors.in(ENGLISH).overloaded;
  await page.route(address, (route) =>
    route.fulfill({ status, json: { code: 'overloaded', message }, headers: { 'retry-after': '1' } }),
  );
  return () => page.unroute(address);
}

/** Lets the next call to a path reach the server, and loses the response, with its cookies, on the way back. */
export async function loseResponse(page: Page, path: string): Promise<void> {
  const context = page.context();
  await page.route(
    `**${path}`,
    async (route) => {
      const cookies = await context.cookies();
      await route.fetch();
      await context.clearCookies();
      await context.addCookies(cookies);
      await route.abort();
    },
    { times: 1 },
  );
}

/** The message of the page when a response is lost. */
export const NO_RESPONSE = "The site isn't responding. Please check your connection and try again.";
