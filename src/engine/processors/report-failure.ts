import type { Report } from './processor.ts';

/** Computes a value. On a RangeError it reports the message for the field and returns null, so that the record is kept. */
export function reportFailure<Result>(field: string, report: Report, compute: () => Result): Result | null {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report({ field, message: error.message });
    return null;
  }
}
