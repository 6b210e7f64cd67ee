interface Closing {
  readonly term: string;
  readonly day: string;
}

/** What a visitor is told before anything is typed. Only in the pages of the build: no script holds these words. */
export const BEFORE_TEXT = {
  time: "Plan on about 45 minutes. It helps to have your grades, test scores, and your parents' addresses at hand.",
  closes: ([first, ...later]: readonly [Closing, ...(readonly Closing[])]) => {
    const others = later.map(({ term, day }) => `, ${term} on ${day}`).join('');
    return `Applications for ${first.term} close on ${first.day}${others}.`;
  },
} as const;
