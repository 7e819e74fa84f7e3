import { CatalogError } from '../../kernel/fail.ts';

/** What a dataset may have only so many of. */
export type LimitType = 'fields' | 'records';

/** A limit that ends a run whatever the rest of the data holds; a preview shows it as data that could not be extracted. */
export class LimitReached extends CatalogError {
  /** What there is too much of. */
  readonly limitType: LimitType;
  readonly limit: number;
  /** How many there are, as far as the data has been read. */
  readonly value: number;

  constructor(limitType: LimitType, limit: number, value: number) {
    super('EXTRACTION_FAILED', { reason: `there are more than ${limit} ${limitType}` });
    this.limitType = limitType;
    this.limit = limit;
    this.value = value;
  }
}
