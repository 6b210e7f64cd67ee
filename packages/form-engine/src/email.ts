/** Letters, digits and _ . + - ' before the @, then a domain with a dot (AMB-064). */
export const EMAIL_PATTERN = /^[A-Za-z0-9_.+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
export const EMAIL_MAX_LENGTH = 254;
