/** The source of the current time, which tests replace. */
export interface Clock {
  now(): Date;
}

/** The clock of the system. */
export const systemClock: Clock = Object.freeze({ now: () => new Date() });

/** Formats an instant in UTC and whole seconds: `2026-01-15T14:30:00Z` (docs/contract/rest.md 1). */
export const toTimestamp = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
