import type { Call, ResponseOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { englishForm } from '@firstyear/form-engine/testing';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { leaveToSignIn } from '../shared/leave.ts';
import { PartnerContext } from '../shared/partner.ts';
import { createQueryClient, PERSON_KEY } from '../shared/queries.ts';
import { createOfficeRouter } from './router.tsx';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/global.css';

/** A request that the office made: method and path with its query, and its payload. */
interface Made {
  readonly to: string;
  readonly payload: unknown;
}

export type Answer = (made: Made) => object | undefined;

/** What the server answers to a call, checked by the call's contract when the office reads it. */
export const answerTo = <C extends Call>(call: C, answer: () => ResponseOf<C> | Promise<ResponseOf<C>>): Answer => {
  const path = new RegExp(`^${call.method} ${call.path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
  return ({ to }) => (path.test(to) ? Object(answer()) : undefined);
};

export const ME: ResponseOf<typeof desk.me> = {
  ...{ id: 'grace', email: 'grace@office.example', name: 'Grace Director', role: 'director', rights: [...desk.RIGHTS] },
  ...{ sees: 'all', sees_draft_answers: true, acts_on_many: [...desk.MANY_ACTS], is_limited: false },
  ...{ is_read_only: false, university: partner.name, time_zone: partner.time_zone },
};

export const CHOICES: ResponseOf<typeof desk.officeChoices> = {
  ...{
    terms: [{ value: '2027-fall', label: 'Fall 2027' }],
    majors: [],
    states: [],
    labels: [],
    stages: [],
    messages: [],
  },
  ...{ pages: [], items: [], deadlines: [] },
  colleagues: [
    { id: 'ada', name: 'Ada Clerk', label: 'Ada Clerk', may_be_assigned: true },
    { id: 'omar', name: 'Omar Reader', label: 'Omar Reader', may_be_assigned: true },
  ],
};

/** A submitted application that says nothing. */
export const APPLICATION: desk.OfficeApplication = {
  row: {
    ...{ id: 'ada', status: 'submitted', confirmation_number: 'FY27-2345-ACDE', email: 'ada@mail.example' },
    ...{ given_name: 'Ada', family_name: 'Testperson', submitted_at: '2026-11-20T12:00:00Z', labels: [], stage: '' },
  },
  ...{ version: 0, answers: {}, add_another: {}, tabs: {}, sealed: [], documents: [], notes: [], history: [] },
  ...{ looked_at: [], earlier_submissions: [] },
};

const USUAL: readonly Answer[] = [
  answerTo(desk.me, () => ME),
  answerTo(desk.officeChoices, () => CHOICES),
  answerTo(desk.views, () => ({ as_of: '2026-11-20T12:00:00Z', standing: [], saved: [] })),
  answerTo(desk.officeChecklist, () => ({ items: [], canned: [] })),
  answerTo(desk.exportsList, () => ({ exports: [] })),
  answerTo(desk.markPresent, () => ({ others: [] })),
  answerTo(desk.neighbors, () => ({
    previous: null,
    next: null,
    position: null,
    total: { count: 1, is_more: false },
    place: null,
  })),
  answerTo(desk.signInWays, () => ({ university: partner.name, has_provider: false })),
];

afterEach(async () => {
  // First: a page that goes still reads whose session this is, and may write.
  await cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearToasts();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
});

/** Draws the office at a path, with a network that answers as given. Returns what it requested. */
export async function drawOffice(path: string, ...answers: readonly Answer[]): Promise<readonly Made[]> {
  const made: Made[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const request = {
      to: `${init?.method ?? 'GET'} ${String(url)}`,
      payload: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    made.push(request);
    for (const answer of [...answers, ...USUAL]) {
      const body = await answer(request);
      if (body) return body instanceof Response ? body : Response.json(body);
    }
    return Response.json({ message: 'Done.' });
  });
  localStorage.setItem(PERSON_KEY, ME.id);
  const queries = createQueryClient(() => void leaveToSignIn(router, queries, 'ended'));
  const history = createMemoryHistory({ initialEntries: [`${desk.officePaths.home}${path}`] });
  const router = createOfficeRouter(queries, history);
  await render(
    <PartnerContext value={{ partner, form: englishForm(definition) }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PartnerContext>,
  );
  return made;
}
