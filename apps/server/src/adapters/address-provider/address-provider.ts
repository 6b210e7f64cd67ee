/** A postal address in the parts of the form; what is not known is ''. */
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

/** Finds addresses for what is typed. */
export interface AddressProvider {
  readonly name: string;
  /** Whether the streets that it gives exist. Otherwise they are what was typed, and only the place is known. */
  readonly knowsStreets: boolean;
  /** The likeliest first. Throws AddressProviderError, or the signal's reason. */
  find(query: AddressQuery): Promise<readonly FoundAddress[]>;
}

/** The service could not be asked or gave no usable response. Its message holds nothing that was typed. */
export class AddressProviderError extends Error {
  override readonly name = 'AddressProviderError';
}

/** Addresses of the preferred state first, otherwise in their order. */
export function preferState(state: string, found: readonly FoundAddress[]): readonly FoundAddress[] {
  return [...found.filter((item) => item.state === state), ...found.filter((item) => item.state !== state)];
}
