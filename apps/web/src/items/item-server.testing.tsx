import type { MyCorrection } from '@firstyear/api-contract/corrections';
import type { MyItem, MyItems } from '@firstyear/api-contract/items';
import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers } from '@firstyear/freshman/testing';
import type { PartnerConfig } from '@firstyear/partner-config';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { CompletionPage } from '../pages/completion.tsx';
import { type ScriptedResponse, type SeenCall, scriptNetwork } from '../scripted-network.testing.ts';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';

export const ID = '11111111-1111-4111-8111-111111111111';
export const item = (changed: Partial<MyItem> = {}): MyItem => ({
  ...{
    id: ID,
    title: 'Official transcript',
    text: 'Ask your counselor to send it.',
    source: 'school',
    state: 'awaiting',
  },
  ...{ request: null, due_on: null, returned_words: '', reply: '', came_at: null, papers: [], may_send: false },
  ...changed,
});
export const request = (changed: Partial<MyItem> = {}): MyItem =>
  item({
    ...{
      title: 'Copy of your passport',
      text: 'We need the page with your photo.',
      source: 'applicant',
      request: 'paper',
    },
    ...{ due_on: '2099-12-01', may_send: true },
    ...changed,
  });
export const explanation = (changed: Partial<MyItem> = {}): MyItem =>
  request({ title: 'Your gap year', text: 'What did you do?', request: 'explanation', ...changed });
export const CAME = '2026-11-03T15:00:00Z';

export const LISTED: PartnerConfig = {
  ...partner,
  completion_steps: [
    { title: 'Send your high school transcript', text: 'Ask your counselor.', items: ['transcript'] },
    { title: 'Watch your email', text: "We'll write to you." },
  ],
  items: [{ id: 'transcript', title: 'Official transcript', text: 'Ask your counselor to send it.', from: 'school' }],
};

/** A server with these items. Tests change what it holds, and what fails. */
export function itemServer(...items: readonly MyItem[]) {
  const standing: MyItems = { items: [...items], is_complete: false, looked_at_until: null };
  const kept = {
    standing,
    /** The responses to calls, by method and path. */
    answers: new Map<string, ScriptedResponse | Promise<ScriptedResponse> | 'away'>(),
  };
  const seen = scriptNetwork(({ method, path }: SeenCall): ScriptedResponse | Promise<ScriptedResponse> => {
    const answer = kept.answers.get(`${method} ${path}`);
    if (answer === 'away') throw new TypeError('Failed to fetch');
    if (answer) return answer;
    if (path === '/api/item') return [200, kept.standing];
    if (path.endsWith('/upload')) return [200, { paper_id: ID, url: '/uploads', fields: { key: 'uploads/one' } }];
    return [200, path === '/api/pdf' ? { status: 'UNPROCESSED', url: '' } : {}];
  });
  const sent = () => seen.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { kept, seen, sent, has: (...now: readonly MyItem[]) => Object.assign(kept.standing, { items: [...now] }) };
}

const NOW = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
export const ANSWERS = minimalAnswers(englishForm(definition), { first_name: 'Jon', sat_taken: 'no' }, NOW);
const asked = (changed: Partial<Parameters<typeof request>[0]> = {}) =>
  request({ title: 'Please check your answers', request: 'correction', ...changed });
const CORRECTION_URL = `GET /api/item/${ID}/correction`;

/** A server that asks to correct the answers to these questions. */
export function correctionServer(...keys: readonly string[]) {
  const server = itemServer(asked());
  const submitted: MyCorrection = { keys: [...keys], answers: { ...ANSWERS }, tabs: {}, add_another: {} };
  server.kept.answers.set(CORRECTION_URL, [200, submitted]);
  const sent = () => server.seen.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
  /** From now on the correction has come with these answers. */
  const came = (answers: Readonly<Record<string, string>>) => {
    const answer = { ...ANSWERS, ...answers };
    server.kept.answers.set(CORRECTION_URL, [200, { ...submitted, answers: answer }]);
    server.kept.answers.set(`POST /api/item/${ID}/correction`, [200, { answer }]);
    server.has(asked({ state: 'came', came_at: CAME, may_send: false }));
  };
  return { server, sent, came };
}

/** Draws the screen after submitting. comeBack: draws it as after another page. */
export async function draw(university: PartnerConfig = LISTED) {
  const services = createAppServices(partner, englishForm(definition));
  services.snapshot.set({ is_logged_in: true, username: 'ada@mail.example', web_status: 'submitted' });
  const screen = (visit: number) => (
    <AppProviders services={services}>
      <FixedLocation path="/completion">
        <CompletionPage key={visit} partner={university} />
      </FixedLocation>
    </AppProviders>
  );
  const drawn = await render(screen(1));
  return { ...drawn, comeBack: () => drawn.rerender(screen(2)) };
}
