import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { control, drawForm } from '../form/draw-form.testing.tsx';
import { BUSY, type ScriptedResponse, type SeenCall, scriptNetwork } from '../scripted-network.testing.ts';

export const KEY = 'transcript';
export const STATUS = `/api/pdf/document-answer/${KEY}`;

interface Conversion {
  readonly status: string;
  readonly message?: string;
  readonly page_count?: number;
  readonly hint?: string;
  readonly thumbnails?: readonly string[];
}
const conversion = (status: string): Conversion => ({ status });
const NOTHING: Readonly<Record<string, { id?: string; file_name: string; file_size: number }>> = {};

/** A fake server with one applicant. Tests change its state. */
export function documentServer() {
  const kept = {
    status: conversion('NOT_ANSWERED'),
    list: NOTHING,
    answer: '',
    fails: new Set<string>(),
    /** Calls that are deferred. */
    busy: new Set<string>(),
    hangs: '',
    /** When the browser gets the response to the start of a conversion. */
    startAnswered: Promise.resolve(),
  };
  const calls = scriptNetwork(({ method, path }): ScriptedResponse | Promise<ScriptedResponse> => {
    const [address, document] = path.split('?document=');
    const call = `${method} ${address}`;
    if (document !== undefined && document !== kept.list[KEY]?.id)
      return [409, { code: 'document_replaced', message: 'A newer file is here.' }];
    if (kept.hangs === call) return new Promise(() => {});
    if (kept.busy.has(call)) return BUSY;
    if (kept.fails.has(call)) return [500, { message: 'It did not work.' }];
    switch (call) {
      case `GET ${STATUS}`:
        return [200, kept.status];
      case 'GET /api/document-answer':
        return [200, kept.list];
      case 'POST /api/presigned-url':
        return [200, { url: '/uploads', fields: { key: 'uploads/one' } }];
      case `POST ${STATUS}`:
        kept.status = { status: 'UNPROCESSED' };
        kept.list = { [KEY]: { file_name: 'record.pdf', file_size: 348_160 } };
        return kept.startAnswered.then(() => [200, {}]);
      case `DELETE /api/document-answer/${KEY}`:
        kept.status = { status: 'NOT_ANSWERED' };
        kept.list = {};
        return [200, {}];
      case `DELETE ${STATUS}`:
        kept.status = { status: 'NOT_ANSWERED' };
        return [200, {}];
      case 'GET /api/profile':
        return [
          200,
          {
            username: 'ada@mail.example',
            last_page: '',
            successful_login: [],
            web_status: [],
            answer: { [KEY]: kept.answer, first_name: 'stale' },
            document_answer: kept.list,
          },
        ];
      case 'GET /api/tabs':
        return [200, { hs_record: 'counselor' }];
      default:
        return [200, {}];
    }
  });
  const asked = () => calls.map(({ method, path }: SeenCall) => `${method} ${path}`);
  return { kept, asked, count: (call: string) => asked().filter((item) => item === call).length };
}

export const attached = (server: ReturnType<typeof documentServer>) => {
  server.kept.status = { status: 'COMPLETED' };
  server.kept.list = { [KEY]: { file_name: 'record.pdf', file_size: 348_160 } };
  server.kept.answer = 'ANSWERED';
};

export const draw = (answers = {}) => drawForm({ page: 'education', tabs: { hs_record: 'upload' }, answers });
export const fileOf = (name: string, size = 10, type = '') => new File([new Uint8Array(size)], name, { type });
export const inputIsThere = () => eventually(() => expect(control(KEY).getAttribute('type')).toBe('file'));
export async function choose(...files: File[]): Promise<void> {
  await inputIsThere();
  await userEvent.upload(control(KEY), files);
}
export const errorOf = () => document.querySelector(`#${KEY}-error p`)?.textContent ?? '';
