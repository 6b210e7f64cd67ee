import { ALL_CALLS } from '@firstyear/api-contract/all-calls';
import { stopReminders } from '@firstyear/api-contract/application';
import { openApiOf, openApiPath } from '@firstyear/api-contract/openapi';
import { expect, test } from 'vitest';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp();

const document = openApiOf('Firstyear', ALL_CALLS);

test('every call of the contract is a route, and is described with its schemas', () => {
  expect(ALL_CALLS.length).toBeGreaterThan(70);
  for (const [name, call] of ALL_CALLS) {
    expect(server.app.hasRoute({ method: call.method, url: call.path }), name).toBe(true);
    const operation = document.paths[openApiPath(call)]?.[call.method.toLowerCase()];
    expect(operation?.operationId.split('_or_'), name).toContain(name);
    expect(operation?.tags, name).toEqual([call.for]);
    expect('requestBody' in (operation ?? {}), name).toBe(call.payload !== undefined);
  }
});

/** Routes that aren't calls: pages, files and probes, which send no JSON, and addresses that browsers open or are redirected to. */
const NO_CALLS =
  /^(\*|\/(\*|files\/|uploads|livez|readyz|health|\.well-known\/|office\/api\/(sign-on|audit\/file|exports\/:id\/file|applications\/:id\/(documents|copy$))))/;

test('every route is a described call, or listed as none', () => {
  const described = new Set(ALL_CALLS.map(([, { method, path }]) => `${method} ${path}`));
  const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
  expect(routes.length).toBeGreaterThan(ALL_CALLS.length);
  const unknown = routes.filter((route) => !described.has(route) && !NO_CALLS.test(route.split(' ')[1] ?? ''));
  // The GET of an email's link redirects to the page with the button.
  expect(unknown.filter((route) => !route.startsWith('HEAD '))).toEqual([`GET ${stopReminders.path}`]);
});

/** The routes that Fastify prints as a tree. */
function routesOf(tree: string): readonly string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods] = found;
    parts.splice(indent.length / 4, parts.length, part);
    return (methods ?? '')
      .split(', ')
      .filter((part) => part !== '')
      .map((method) => `${method} ${parts.join('')}`);
  });
}
