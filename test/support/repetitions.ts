/** How often a test of a race repeats it: once, and many times in `npm run test:long -- races`. */
export const repetitions = Number(process.env['RACE_REPETITIONS'] ?? 1);
