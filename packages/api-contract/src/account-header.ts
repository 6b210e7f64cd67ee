/**
 * Names, on calls under /api, the account that the page shows: the `account` of its profile. The session of another account
 * refuses the call with other_account, so that a stale tab neither writes nor reads in another person's application.
 * A call without it goes by its session alone.
 */
export const ACCOUNT_HEADER = 'shown-account';
