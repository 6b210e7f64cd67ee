/** Words about the times of a term. term: as its choice is worded; moment: in words, with the time zone. */
export const TERM_TEXT = {
  notOpen: (term: string, moment: string) =>
    `Applications for ${term} open on ${moment}. You can fill in this form now: your answers are kept until then.`,
  open: (term: string, moment: string) => `You can submit your application for ${term} until ${moment}.`,
  daysLeft: (days: number) => (days === 1 ? 'One day left.' : `${days} days left.`),
  lastDay: "Today's the last day.",
  counts: (minutes: number) =>
    `If you press Submit Application before then and it reaches us within ${minutes} minutes, it counts.`,
  thenAccepted: 'After that, we still read applications as long as there is room.',
  thenRefused: "After that, we can't accept applications for this term.",
  late: (term: string, moment: string) =>
    `The deadline for ${term} was ${moment}. You can still apply: we read applications as long as there is room.`,
  closed: (term: string, moment: string) =>
    `Applications for ${term} closed on ${moment}. You can choose another term on the first page, or write to us:`,
} as const;
