/** The entry of a tab's running uploads, which is all that a reload leaves of them. */
export const RUNNING_UPLOADS_KEY = 'firstyear.running-uploads';

/** The entry of a submission that is under way: its applicant. Without our usual prefix, which would hide the prerendered page. */
export const SUBMITTING_KEY = 'submitting';
