import { WEB_STATUSES } from '@firstyear/api-contract/web-status';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { describe, expect, test } from 'vitest';
import { bannerOf, type Place, redirectOf, showsErrors, storesLastPage, type WelcomeBanner } from './redirects.ts';
import { EMPTY_SNAPSHOT, type Snapshot, type SnapshotStatus } from './snapshot.ts';

const form = englishForm(definition);
const STATUSES: readonly SnapshotStatus[] = [null, 'none', ...WEB_STATUSES];
const BOOLEANS = [true, false] as const;

interface Case {
  readonly snapshot: Snapshot;
  readonly place: Place;
}

/** Every combination of the values that redirects depend on. */
function* everyCase(): Generator<Case> {
  for (const web_status of STATUSES)
    for (const is_logged_in of BOOLEANS)
      for (const is_service_user of BOOLEANS)
        for (const has_changed_page of BOOLEANS)
          for (const last_page of ['', '/about', '/education', '/final-steps', '/completion', '/gone'])
            for (const num_logins of [1, 2, 3])
              for (const pathname of ['/about', '/education', '/final-steps', '/completion'])
                for (const hash of ['', '#hs_name'])
                  for (const isFirstLanding of BOOLEANS)
                    yield {
                      snapshot: {
                        ...EMPTY_SNAPSHOT,
                        web_status,
                        is_logged_in,
                        is_service_user,
                        has_changed_page,
                        last_page,
                        num_logins,
                      },
                      place: { pathname, hash, isFirstLanding },
                    };
}

/** The reasons for redirects, in the words of their requirements. The first that holds decides. */
function expectedTarget({ snapshot, place }: Case): string | null {
  const { web_status, is_logged_in, is_service_user, has_changed_page, last_page } = snapshot;
  if (is_service_user) return null;
  if (is_logged_in && web_status === 'submitted') return place.pathname === '/completion' ? null : '/completion';
  if (place.pathname === '/completion') return '/about';
  const isStored = last_page === '/education' || last_page === '/final-steps';
  const landsOnDefault = place.isFirstLanding && place.pathname === '/about' && place.hash === '';
  return is_logged_in && !has_changed_page && landsOnDefault && isStored ? last_page : null;
}

describe('redirects', () => {
  test('[REDIR-01, REDIR-02, REDIR-12] every combination of snapshot and address goes where the rules say', () => {
    let count = 0;
    for (const item of everyCase()) {
      expect(redirectOf(form, item.snapshot, item.place), JSON.stringify(item)).toBe(expectedTarget(item));
      count += 1;
    }
    expect(count).toBe(5 * 2 * 2 * 2 * 6 * 3 * 4 * 2 * 2);
  });

  test('[REDIR-01, REDIR-02] redirects never go round: after two at most everybody has arrived', () => {
    for (const { snapshot, place } of everyCase()) {
      let at = place;
      for (let step = 0; step < 2; step += 1) {
        at = { ...at, pathname: redirectOf(form, snapshot, at) ?? at.pathname, hash: '' };
      }
      expect(redirectOf(form, snapshot, at)).toBeNull();
    }
  });

  const applicant: Snapshot = { ...EMPTY_SNAPSHOT, is_logged_in: true, web_status: 'started', last_page: '/education' };
  const landing: Place = { pathname: '/about', hash: '', isFirstLanding: true };

  test.each([
    ['a fresh load of the default route', {}, {}, '/education'],
    ['a page that was changed already', { has_changed_page: true }, {}, null],
    ['an address with a question', {}, { hash: '#first_name' }, null],
    ['another form page', {}, { pathname: '/final-steps' }, null],
    ['coming back to the default route', {}, { isFirstLanding: false }, null],
    ['a stored page that is no form page', { last_page: '/login' }, {}, null],
    ['a visitor', { is_logged_in: false, web_status: null }, {}, null],
  ] as const)('[REDIR-12, REDIR-13] last page: %s', (_, change, place, target) => {
    expect(redirectOf(form, { ...applicant, ...change }, { ...landing, ...place })).toBe(target);
  });
});

describe('welcome banner', () => {
  const cases: readonly (readonly [string, Partial<Snapshot>, WelcomeBanner | null])[] = [
    ['[LAYOUT-21, LAYOUT-27] a visitor', {}, 'visitor'],
    ['[LAYOUT-25] a first login', { is_logged_in: true, web_status: 'started' }, 'first-login'],
    ['[LAYOUT-26] a second login', { is_logged_in: true, web_status: 'started', num_logins: 2 }, 'returning'],
    ['[LAYOUT-22] a changed page', { is_logged_in: true, web_status: 'started', has_changed_page: true }, null],
    ['[LAYOUT-23] validating', { is_logged_in: true, web_status: 'validating' }, null],
    [
      '[LAYOUT-23] validating, with a changed page',
      { is_logged_in: true, web_status: 'validating', has_changed_page: true },
      null,
    ],
    ['[LAYOUT-21] submitted', { is_logged_in: true, web_status: 'submitted' }, 'submitted'],
    [
      '[LAYOUT-21] submitted, with a changed page',
      { is_logged_in: true, web_status: 'submitted', has_changed_page: true },
      'submitted',
    ],
  ];
  test.each(cases)('%s', (_, change, banner) => {
    expect(bannerOf({ ...EMPTY_SNAPSHOT, ...change })).toBe(banner);
  });
});

describe('the parts around the form', () => {
  test('[LAYOUT-20] the summary belongs to validating alone', () => {
    const shown = STATUSES.filter((web_status) => showsErrors({ ...EMPTY_SNAPSHOT, is_logged_in: true, web_status }));
    expect(shown).toEqual(['validating']);
  });

  test('[REDIR-14] the last page is stored while started or validating, for applicants only', () => {
    for (const web_status of STATUSES) {
      const isOpen = web_status === 'started' || web_status === 'validating';
      expect(storesLastPage({ ...EMPTY_SNAPSHOT, is_logged_in: true, web_status })).toBe(isOpen);
      expect(storesLastPage({ ...EMPTY_SNAPSHOT, is_logged_in: false, web_status })).toBe(false);
    }
  });
});
