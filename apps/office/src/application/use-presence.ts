import { markPresent } from '@firstyear/api-contract/desk';
import { useQuery } from '@tanstack/react-query';
import { request } from '../app/api.ts';

const EVERY_MS = 30_000;

/** Says every half a minute that this person has the application open. Returns who else has. */
export function usePresence(id: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['present', id],
    queryFn: ({ signal }) => request(markPresent, { params: { id }, signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    retry: false,
  });
  return data?.others ?? [];
}
