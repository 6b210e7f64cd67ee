import { ENGLISH } from '@firstyear/words';
import { describe, expect, test } from 'vitest';
import { findAddresses } from '../../modules/reference/lookup/find-addresses.ts';
import type { AddressProvider } from './address-provider.ts';
import { createAddressProvider, type Fetch } from './create-address-provider.ts';
import { embeddedProvider } from './embedded.ts';
import hereResponse from './recorded/here.json' with { type: 'json' };
import photonResponse from './recorded/photon.json' with { type: 'json' };
import smartyResponse from './recorded/smarty.json' with { type: 'json' };

const query = (text: string) => ({ text, limit: 5, preferredState: 'KY', signal: new AbortController().signal });

/** A service that replays a recorded response, and keeps the URLs that were called. */
function replay(body: unknown, status = 200) {
  const calls: URL[] = [];
  const fetch: Fetch = async (url) => {
    calls.push(url);
    return Response.json(body, { status });
  };
  return { calls, fetch };
}

describe('the built-in provider', () => {
  const find = async (text: string) =>
    (await embeddedProvider().find(query(text))).map((item) =>
      [item.address_line_1, item.city, `${item.state} ${item.zip}`.trim()].join(' | '),
    );

  test("completes a city around the street, the partner's state first", async () => {
    const found = await find('12 Oak Lane richmond');
    expect(found[0]).toMatch(/^12 Oak Lane \| Richmond \| KY/);
    expect(found.some((line) => / VA/.test(line))).toBe(true);
  });

  test.each([
    ['101 Chestnut St, Ber', '101 Chestnut St | Berea | KY 40403'],
    ['101 Chestnut St 40404', '101 Chestnut St | Berea | KY 40404'],
    ['5 Elm Rd Fort Thomas Kentucky', '5 Elm Rd | Fort Thomas | KY 41075'],
    ['5 Elm Rd, New York, NY 10001', '5 Elm Rd | New York | NY 10001'],
    ['PO Box 12 Hindman ky', 'PO Box 12 | Hindman | KY 41822'],
  ])('%s', async (text, first) => {
    expect((await find(text))[0]).toBe(first);
  });

  test('finds nothing for a street alone, or for a place that does not exist', async () => {
    expect(await find('101 Chestnut Street')).toEqual([]);
    expect(await find('101')).toEqual([]);
    expect(await find('')).toEqual([]);
    expect(await find('101 Chestnut Street, Qqqqville')).toEqual([]);
  });
});

describe('HERE', () => {
  test('reads the addresses of a response', async () => {
    const { calls, fetch } = replay(hereResponse);
    const found = await createAddressProvider({ kind: 'here', apiKey: 'test-key' }, fetch).find(query('101 Chest'));
    expect(found).toEqual([
      {
        address_line_1: '101 Chestnut St',
        address_line_2: '',
        city: 'Berea',
        state: 'KY',
        zip: '40403',
        country: 'USA',
      },
      {
        address_line_1: '101 Chestnut St',
        address_line_2: '',
        city: 'Boston',
        state: 'MA',
        zip: '02108',
        country: 'USA',
      },
    ]);
    expect(calls[0]?.searchParams.get('apiKey')).toBe('test-key');
    expect(calls[0]?.searchParams.get('q')).toBe('101 Chest');
  });
});

describe('Smarty', () => {
  test('reads the addresses of a response, and leaves out the flat of a building with several', async () => {
    const { calls, fetch } = replay(smartyResponse);
    const settings = { kind: 'smarty', authId: 'test-id', authToken: 'test-token' } as const;
    expect(await createAddressProvider(settings, fetch).find(query('101 Chest'))).toEqual([
      {
        address_line_1: '101 Chestnut St',
        address_line_2: 'Apt 2',
        city: 'Berea',
        state: 'KY',
        zip: '40403',
        country: 'USA',
      },
      {
        address_line_1: '103 Chestnut St',
        address_line_2: '',
        city: 'Berea',
        state: 'KY',
        zip: '40403',
        country: 'USA',
      },
    ]);
    expect(calls[0]?.searchParams.get('prefer_states')).toBe('KY');
  });

  test('finds nothing when suggestions are null', async () => {
    const settings = { kind: 'smarty', authId: 'test-id', authToken: 'test-token' } as const;
    const { fetch } = replay({ suggestions: null });
    expect(await createAddressProvider(settings, fetch).find(query('x'))).toEqual([]);
  });
});

describe('Photon', () => {
  test('reads the addresses of a response: states as codes, or as names outside the United States and Canada', async () => {
    const { calls, fetch } = replay(photonResponse);
    const provider = createAddressProvider({ kind: 'photon', url: 'http://photon.example/geo' }, fetch);
    expect(await provider.find(query('101 Chestnut'))).toEqual([
      {
        address_line_1: '101 Chestnut Street',
        address_line_2: '',
        city: 'Berea',
        state: 'KY',
        zip: '40403',
        country: 'USA',
      },
      {
        address_line_1: '8 Rue du Test',
        address_line_2: '',
        city: 'Paris',
        state: 'Île-de-France',
        zip: '75001',
        country: 'FRA',
      },
      {
        address_line_1: '101 Test Lane',
        address_line_2: '',
        city: 'Toronto',
        state: 'ON',
        zip: 'M4B 1B3',
        country: 'CAN',
      },
    ]);
    expect(calls[0]?.href).toContain('http://photon.example/geo/api?');
  });
});

describe('a service that fails', () => {
  const fails: readonly (readonly [string, Fetch])[] = [
    ['refuses', replay({ error: 'no credit' }, 402).fetch],
    ['responds in another format', replay({ weather: 'fine' }).fetch],
    ['returns no JSON', async () => new Response('<html>')],
    ['is not there', async () => Promise.reject(new TypeError('fetch failed: 101 Chestnut St'))],
    [
      'takes too long',
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    ],
  ];

  test.each(fails)(
    'that %s is replaced by the built-in provider, and its log line contains no address and no key',
    async (_what, fetch) => {
      const warnings: string[] = [];
      const search = {
        provider: createAddressProvider({ kind: 'here', apiKey: 'secret-key' }, fetch),
        fallback: embeddedProvider(),
        partnerState: 'KY',
        timeoutMs: 20,
        language: ENGLISH,
        warn: (reason: string) => warnings.push(reason),
      };
      const [found] = await findAddresses(search, '101 Chestnut St Berea', 5);
      expect(found?.text).toBe('Berea, KY 40403');
      expect(warnings).toHaveLength(1);
      expect(warnings.join()).not.toMatch(/Chestnut|secret-key/);
    },
  );

  test('is not called for fewer than four letters', async () => {
    const provider: AddressProvider = {
      name: 'never',
      knowsStreets: true,
      find: () => Promise.reject(new Error('called')),
    };
    const warnings: string[] = [];
    const search = {
      provider,
      fallback: embeddedProvider(),
      partnerState: 'KY',
      timeoutMs: 20,
      language: ENGLISH,
      warn: (reason: string) => warnings.push(reason),
    };
    expect(await findAddresses(search, ' 10 ', 5)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
