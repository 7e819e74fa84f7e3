import { CatalogError } from '#kernel/fail.ts';

/** The things whose number in a dataset is limited. */
export type LimitType = 'fields' | 'records';

/** A limit that ends a run. A preview reports it as EXTRACTION_FAILED. */
export class LimitReached extends CatalogError<'EXTRACTION_FAILED'> {
  /** What exceeds the limit. */
  readonly limitType: LimitType;
  readonly limit: number;
  /** The count when the limit was exceeded. */
  readonly value: number;

  constructor(limitType: LimitType, limit: number, value: number) {
    super('EXTRACTION_FAILED', { reason: `there are more than ${limit} ${limitType}` });
    this.limitType = limitType;
    this.limit = limit;
    this.value = value;
  }
}
