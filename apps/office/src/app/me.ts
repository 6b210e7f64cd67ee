import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from './queries.ts';

/** Who is signed in, and what they may do. */
export const useMe = () => useSuspenseQuery(meQuery).data;
