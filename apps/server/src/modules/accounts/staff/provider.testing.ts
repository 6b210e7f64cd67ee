import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';

/** How a provider behaves; tests change it. */
export interface Behavior {
  /** The person who signs in next. */
  who: string;
  /** Responds like a server that is down. */
  isAway: boolean;
  /** Leaves consent to administrators, who have not given it. */
  asksAdministrator: boolean;
  /** Makes a forged ID token with the nonce of the last sign-on. */
  forgery: ((claims: { readonly nonce: string }) => Promise<string>) | undefined;
  nonce?: string;
  /** The prompts so far: login or consent. */
  readonly prompts: string[];
}

async function interact(
  provider: Provider,
  { who, asksAdministrator, prompts }: Behavior,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  prompts.push(prompt.name);
  if (prompt.name === 'consent' && asksAdministrator) {
    await provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: `AADSTS50105: The signed in user '${who}' is not assigned to a role.`,
    });
    return;
  }
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: who } });
    return;
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: who, clientId: String(params.client_id) });
  grant.addOIDCScope('openid profile email offline_access');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Responds as a real OpenID Connect provider where a person signs in and consents without a prompt. */
export async function respondAsProvider(
  provider: Provider,
  behavior: Behavior,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { isAway, forgery, nonce = '' } = behavior;
  if (isAway) {
    response.writeHead(502).end('<h1>Bad gateway</h1>');
    return;
  }
  if (forgery !== undefined && request.url === '/token') {
    const id_token = await forgery({ nonce });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: 'x', token_type: 'bearer', id_token }));
    return;
  }
  if (request.url?.startsWith('/interaction/')) return interact(provider, behavior, request, response);
  return provider.callback()(request, response);
}
