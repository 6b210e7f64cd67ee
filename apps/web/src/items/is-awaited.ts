import type { MyItem } from '@firstyear/api-contract/items';

/** Whether something is still to come, or to come again. */
export const isAwaited = ({ state }: MyItem): boolean => state === 'awaiting' || state === 'returned';
