import type { ResponseOf } from '@firstyear/api-contract/call';
import type { me } from '@firstyear/api-contract/desk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from './queries.ts';

export type Me = ResponseOf<typeof me>;

/** Who is signed in, and what they may do. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;
