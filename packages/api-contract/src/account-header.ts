/**
 * The account that the page shows (`account` of its profile), on calls under /api. The session of another account refuses the
 * call with other_account, so that a stale tab neither reads nor writes another person's application.
 */
export const ACCOUNT_HEADER = 'shown-account';
