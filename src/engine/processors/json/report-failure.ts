import type { Report } from '../processor.ts';

/** The value, or null with a report for the field where it cannot be made: the rest of the record is not at fault. */
export function reportFailure<Made>(field: string, report: Report, make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report({ field, message: error.message });
    return null;
  }
}
