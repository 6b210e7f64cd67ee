export const ITEM_SOURCES = ['applicant', 'school', 'test_agency', 'office'] as const;
export type ItemSource = (typeof ITEM_SOURCES)[number];

/** Where an item stands. `accepted_copy`: there is a copy, and the official one is still to come. */
export const ITEM_STATES = [
  ...(['awaiting', 'came', 'accepted', 'accepted_copy'] as const),
  ...(['returned', 'waived', 'canceled'] as const),
] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/**
 * What moves an item. `come`: a paper or a reply came. `fail`: the paper could not be read. `reconsider`: the office takes back
 * what it has decided; if something is there to be checked, `come` follows. `need`: the partner's list asks for it again after a changed submission. The others are the office's.
 */
export const ITEM_ACTS = [
  ...(['come', 'fail', 'accept', 'accept_copy', 'return'] as const),
  ...(['waive', 'cancel', 'reconsider', 'need'] as const),
] as const;
export type ItemAct = (typeof ITEM_ACTS)[number];

const DECISIONS = { accept: 'accepted', accept_copy: 'accepted_copy', waive: 'waived', cancel: 'canceled' } as const;

/** The table of transitions: what each act makes of an item in each state. What is not in it is refused. */
const TRANSITIONS: Readonly<Record<ItemState, Partial<Readonly<Record<ItemAct, ItemState>>>>> = {
  awaiting: { come: 'came', ...DECISIONS },
  came: { come: 'came', fail: 'awaiting', return: 'returned', ...DECISIONS },
  accepted: { reconsider: 'awaiting' },
  accepted_copy: { come: 'came', accept: 'accepted', return: 'returned', waive: 'waived', cancel: 'canceled' },
  returned: { come: 'came', ...DECISIONS },
  waived: { come: 'came', reconsider: 'awaiting' },
  canceled: { need: 'awaiting' },
};

/** The state after an act; undefined where the act is not possible. */
export const stateAfter = (state: ItemState, act: ItemAct): ItemState | undefined => TRANSITIONS[state][act];

/** Whether nothing more is awaited. An application is complete when all its items are. */
export const isDone = (state: ItemState): boolean => state === 'accepted' || state === 'waived' || state === 'canceled';

/** Where all items of an application stand, in the order of what the office looks for first. */
export const CHECKLISTS = ['none', 'to_check', 'waiting_applicant', 'waiting_others', 'complete'] as const;
export type Checklist = (typeof CHECKLISTS)[number];
