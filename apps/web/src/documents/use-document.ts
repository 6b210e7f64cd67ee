import { ANSWERED } from '@firstyear/form-engine';
import { useMutationState, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useAnswer, useAnswerStore } from '../answers/hooks.ts';
import { isUnauthorized, wordsOf } from '../api/errors.ts';
import {
  conversionQuery,
  documentAnswersQuery,
  isOpenConversion,
  uploadMutationKey,
  useQueryClient,
} from '../api/queries.ts';
import { documentActions } from './document-actions.ts';
import { isUpload, isUploadOpen, uploadEnds } from './running-uploads.ts';

export type DocumentState =
  | { readonly step: 'loading' }
  /** The status could not be loaded. reason: in words, until the retry. */
  | {
      readonly step: 'unknown';
      readonly reason: string | undefined;
      readonly isRetrying: boolean;
      readonly retry: () => void;
    }
  /** isInterrupted: a reload has interrupted an upload. */
  | { readonly step: 'empty'; readonly isInterrupted: boolean }
  | { readonly step: 'uploading'; readonly file: File }
  /** message: why it takes longer than usual. */
  | { readonly step: 'converting'; readonly message: string | undefined }
  /** pages and hint if they are known. hint: words about a photo that may not be readable. */
  | {
      readonly step: 'attached';
      readonly pages: number | undefined;
      readonly hint: string | undefined;
      readonly thumbnails: readonly string[];
    }
  /** file: undefined if it can't be sent again. */
  | { readonly step: 'failed'; readonly message: string; readonly file: File | undefined };

const NO_PHOTOS: readonly File[] = [];

export interface UploadedDocument {
  readonly id?: string | undefined;
  readonly file_name: string;
  /** Bytes. */
  readonly file_size: number;
}

export function useDocumentActions(key: string) {
  const queries = useQueryClient();
  const store = useAnswerStore();
  return useMemo(() => documentActions(queries, store, key), [queries, store, key]);
}

/** The document of one question. Follows a running upload, and polls an open conversion. */
export function useDocument(key: string): {
  readonly state: DocumentState;
  readonly uploaded: UploadedDocument | undefined;
  /** The photos that it was made of, while this page still has them; pages can be added to them. */
  readonly photos: readonly File[];
} {
  const actions = useDocumentActions(key);
  const answer = useAnswer(key);
  const queries = useQueryClient();
  const last = useMutationState(
    {
      filters: { mutationKey: uploadMutationKey(key), exact: true },
      select: ({ state }) => ({
        status: state.status,
        error: state.error,
        file: isUpload(state.variables) ? state.variables.file : undefined,
        photos: isUpload(state.variables) ? state.variables.photos : NO_PHOTOS,
      }),
    },
    queries,
  ).at(-1);
  const conversion = useQuery({ ...conversionQuery(key), enabled: last?.status !== 'pending' }, queries);
  const documents = useQuery(documentAnswersQuery, queries);
  const status = conversion.data?.status;

  useEffect(() => {
    if (status === 'COMPLETED' && answer !== ANSWERED) void actions.takeAnswers();
  }, [status, answer, actions]);

  const isOnServer = status !== undefined && status !== 'NOT_ANSWERED';
  useEffect(() => {
    if (isOnServer) uploadEnds(key);
  }, [isOnServer, key]);

  const stateOf = (): DocumentState => {
    if (last?.status === 'pending' && last.file) return { step: 'uploading', file: last.file };
    if (last?.status === 'error' && !isUnauthorized(last.error)) {
      return { step: 'failed', message: wordsOf(last.error), file: last.file };
    }
    if (status === 'FAILED') {
      return { step: 'failed', message: conversion.data?.message ?? wordsOf(null), file: undefined };
    }
    if (isOpenConversion(status)) return { step: 'converting', message: conversion.data?.message };
    if (status === 'COMPLETED') {
      const { page_count: pages, hint, thumbnails = [] } = conversion.data ?? {};
      return { step: 'attached', pages, hint, thumbnails };
    }
    if (status !== undefined) return { step: 'empty', isInterrupted: isUploadOpen(key) };
    const { error, errorUpdateCount, isFetching: isRetrying, refetch } = conversion;
    if (errorUpdateCount === 0 || isUnauthorized(error)) return { step: 'loading' };
    return { step: 'unknown', reason: error ? wordsOf(error) : undefined, isRetrying, retry: () => void refetch() };
  };
  return { state: stateOf(), uploaded: documents.data?.[key], photos: last?.photos ?? NO_PHOTOS };
}
