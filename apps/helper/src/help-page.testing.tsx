import type { ResponseOf } from '@firstyear/api-contract/call';
import type { HelpStudent, helpLook } from '@firstyear/api-contract/helpers';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/global.css';
import { site } from '@partner/site.ts';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HelpPage } from './help-page.tsx';

export const TOKEN = 't'.repeat(43);
export const transcript: HelpStudent['items'][number] = {
  ...{ id: 'item-1', title: 'Official transcript', text: 'All four years.', state: 'asked', returned_words: '' },
  ...{ came_at: null, papers: [] },
};
export const ada: HelpStudent = {
  ...{ id: 'ada', name: 'Ada Testperson', school: 'Testville High School', graduation: '2027-05', is_waived: true },
  items: [transcript],
};
export const ben: HelpStudent = {
  ...ada,
  id: 'ben',
  name: 'Ben Sample',
  is_waived: false,
  items: [{ ...transcript, id: 'item-2' }],
};

interface Made {
  readonly path: string;
  readonly payload: unknown;
}

/** Draws the page for students who may change between looks. Returns what it sent, without looks; fails: the calls without a response. */
export async function drawPage(
  students: () => readonly HelpStudent[],
  language: 'en' | 'es' = 'en',
  fails: (made: Made) => boolean = () => false,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let papers = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const path = String(url);
    const looked: ResponseOf<typeof helpLook> = { language, has_other_language: true, students: [...students()] };
    if (path.endsWith('/look')) return Response.json(looked);
    const payload = init?.body instanceof FormData ? init.body.get('file') : JSON.parse(String(init?.body));
    made.push({ path, payload });
    if (fails({ path, payload })) throw new TypeError('Failed to fetch');
    if (!path.endsWith('/upload')) return Response.json({});
    papers += 1;
    return Response.json({ paper_id: `paper-${papers}`, url: '/store', fields: { key: `key-${papers}` } });
  });
  await render(<HelpPage site={site} token={TOKEN} />);
  return made;
}

export const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
export const card = (name: string) => page.getByRole('region', { name });
export const textOf = (name: string) => card(name).query()?.textContent ?? '';
export const chooser = (name: string) => card(name).getByLabelText('Choose files: Official transcript');
