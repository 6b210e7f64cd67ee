/** A postal address in the parts of the form; unknown parts are ''. */
export interface FoundAddress {
  readonly address_line_1: string;
  readonly address_line_2: string;
  readonly city: string;
  /** Postal code of the state or province where there is one. */
  readonly state: string;
  readonly zip: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

export interface AddressQuery {
  readonly text: string;
  readonly limit: number;
  /** Addresses of this state come first. */
  readonly preferredState: string;
  /** Ends a search that takes too long. */
  readonly signal: AbortSignal;
}

export interface AddressProvider {
  readonly name: string;
  /** Whether its streets exist. Otherwise they are the typed ones, and only the place is known. */
  readonly knowsStreets: boolean;
  /** The likeliest first. Throws AddressProviderError, or the signal's reason. */
  find(query: AddressQuery): Promise<readonly FoundAddress[]>;
}

/** The service could not be reached or gave no usable response. Its message holds nothing that the applicant typed. */
export class AddressProviderError extends Error {
  override readonly name = 'AddressProviderError';
}
