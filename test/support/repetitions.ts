/**
 * How often a test of a race repeats it: once, and many times in `npm run test:long -- races`. A test whose amount of data is a repetition takes the whole
 * of it there.
 */
export const repetitions = Number(process.env['RACE_REPETITIONS'] ?? 1);
