import { answer, profile } from '@firstyear/api-contract/application';
import { login, logout } from '@firstyear/api-contract/identity';
import { type Check, insist, insistRefused } from '../check.ts';
import type { Target } from '../target.ts';

const EVIL = 'https://evil.example';

async function foreignWrites(target: Target): Promise<string> {
  const body = JSON.stringify({ username: 'nobody@mail.example', password: 'x' });
  const post = (headers: Readonly<Record<string, string>>) =>
    target.visitor().send({ method: 'POST', path: login.path, headers, body });
  const own = await post({});
  insist(own.status === 400, `the control gets ${own.status}`);
  const foreign = {
    'foreign Origin': await post({ origin: EVIL, 'sec-fetch-site': '' }),
    'cross-site': await post({ origin: EVIL, 'sec-fetch-site': 'cross-site' }),
    'same-site': await post({ 'sec-fetch-site': 'same-site' }),
  };
  const otherTypes = {
    'text/plain': await post({ 'content-type': 'text/plain' }),
    'a form': await post({ 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return `own origin 400, ${insistRefused(foreign, 403)}, ${insistRefused(otherTypes, 415)}`;
}

async function foreignLogout(target: Target): Promise<string> {
  const visitor = target.visitor();
  const { status } = await visitor.exchange(logout, { headers: { 'sec-fetch-site': 'cross-site', origin: EVIL } });
  insist(status === 403, `cross-site GET ${logout.path} gets ${status}`);
  return `403 for GET ${logout.path}`;
}

async function noForeignReading(target: Target): Promise<string> {
  const replies = [
    await target.visitor().exchange(profile, { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } }),
    await target.visitor().send({
      method: 'OPTIONS',
      path: answer.path,
      headers: { origin: EVIL, 'access-control-request-method': 'PUT', 'sec-fetch-site': 'cross-site' },
    }),
  ];
  for (const { headers } of replies) {
    const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    insist(granted.length === 0, `another site is granted ${granted.join(', ')}`);
  }
  return `no Access-Control header, also before a write (${replies.map(({ status }) => status).join(', ')})`;
}

export const CROSS_SITE_CHECKS: readonly Check[] = [
  { id: 'B7', what: 'writes need JSON and the own origin', isShort: true, run: foreignWrites },
  { id: 'B8', what: 'another site cannot log anybody out', isShort: true, run: foreignLogout },
  { id: 'B9', what: 'no other site may read', isShort: true, run: noForeignReading },
];
