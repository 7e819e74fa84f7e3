/** Orders to be worked on: one job each, those of one dataset one after another. */
export const publicationQueue = 'publication';

/** Records that nobody sees any more, to be removed. */
export const sweepQueue = 'publication_sweep';

/** Looks for schedules whose time has come. */
export const schedulesQueue = 'schedules';
