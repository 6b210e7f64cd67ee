/** Sorts before every id that is made: where reading a table in the order of its ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
