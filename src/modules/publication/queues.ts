/** One job per run; the runs of a dataset are executed one after another. */
export const publicationQueue = 'publication';

/** Removes records that are no longer visible. */
export const sweepQueue = 'publication_sweep';

/** Finds schedules that are due. */
export const schedulesQueue = 'schedules';

/** Finds datasets whose status waits for a run that is gone. */
export const lostRunsQueue = 'lost_runs';
