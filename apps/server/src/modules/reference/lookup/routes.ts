import { lookupFind, privacyNotice } from '@firstyear/api-contract/lookup';
import { LOOKUP_RESULTS } from '@firstyear/api-contract/lookup-limits';
import { createAddressProvider } from '../../../adapters/address-provider/create-address-provider.ts';
import { embeddedProvider } from '../../../adapters/address-provider/embedded.ts';
import { servedIn } from '../../../config/served-forms.ts';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { Module } from '../../module.ts';
import { addressOfId, findAddresses } from './find-addresses.ts';
import { createLookupPool, schoolRecordOf, suggestSchools } from './service.ts';

const MAX_RESULTS = 10;
const ADDRESS_TIMEOUT_MS = 1_500;
/** Schools change only with an import. Typed addresses are private, and not cached. */
const CACHE_SCHOOLS = 'public, max-age=300';

const COMPANIES = { embedded: undefined, photon: undefined, here: 'HERE', smarty: 'Smarty' } as const;

/** GET /lookup/find: public, since visitors fill in schools and addresses too (AMB-153). */
export const lookupRoutes: Module = (deps) => async (app) => {
  const pool = createLookupPool(deps.config.databaseUrl, () => app.log.warn('a database connection was lost'));
  deps.metrics.pools.set('lookups', pool);
  app.addHook('onClose', () => pool.end());
  const schools = { database: pool, partnerState: deps.partner.state };
  const addresses = {
    provider: createAddressProvider(deps.config.addressProvider),
    fallback: embeddedProvider(),
    partnerState: deps.partner.state,
    timeoutMs: ADDRESS_TIMEOUT_MS,
    warn: (reason: string) => app.log.warn({ reason }, 'the address provider could not be used'),
  };
  route(app, deps, privacyNotice, async ({ request }) => ({
    paragraphs: [...servedIn(deps.forms.first, request.language).partner.privacy],
    address_company: COMPANIES[deps.config.addressProvider.kind],
  }));
  route(app, deps, lookupFind, async ({ query, request, reply }) => {
    const { category, id } = query;
    const text = query.text ?? query.query;
    const limit = Math.min(Math.max(Number(query.max_results ?? LOOKUP_RESULTS), 1), MAX_RESULTS);
    if (category === 'address') {
      if (id !== undefined) {
        const record = addressOfId(id, request.language);
        if (record === undefined) throw new ApiError('not_found');
        return record;
      }
      if (text === undefined) throw new ApiError('bad_request');
      return [...(await findAddresses({ ...addresses, language: request.language }, text, limit))];
    }
    if (id !== undefined) {
      const record = await schoolRecordOf(pool, category, id);
      if (record === undefined) throw new ApiError('not_found');
      reply.header('cache-control', CACHE_SCHOOLS);
      return record;
    }
    if (text === undefined) throw new ApiError('bad_request');
    const suggestions = await suggestSchools(schools, category, text, limit);
    reply.header('cache-control', CACHE_SCHOOLS);
    return suggestions;
  });
};
