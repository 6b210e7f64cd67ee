import type { AddressProviderSettings } from '../../config/config.ts';
import type { AddressProvider } from './address-provider.ts';
import { embeddedProvider } from './embedded.ts';
import type { Fetch } from './fetch-json.ts';
import { hereProvider } from './here.ts';
import { photonProvider } from './photon.ts';
import { smartyProvider } from './smarty.ts';

/** The provider that the settings name. */
export function createAddressProvider(
  settings: AddressProviderSettings,
  fetch: Fetch = globalThis.fetch,
): AddressProvider {
  switch (settings.kind) {
    case 'embedded':
      return embeddedProvider();
    case 'here':
      return hereProvider(settings.apiKey, fetch);
    case 'smarty':
      return smartyProvider(settings, fetch);
    case 'photon':
      return photonProvider(settings.url, fetch);
  }
}
