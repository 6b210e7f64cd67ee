import { markPresent } from '@firstyear/api-contract/desk';
import { useQuery } from '@tanstack/react-query';
import { request } from '../app/api.ts';

const EVERY_MS = 30_000;

const presenceKey = (id: string) => ['present', id];

/** Says every half a minute that this person has the application open. Returns who else has. */
export function usePresence(id: string, isOpen: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: presenceKey(id),
    queryFn: ({ signal }) => request(markPresent, { params: { id }, signal }),
    enabled: isOpen,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    retry: false,
  });
  return data?.others ?? [];
}
