import fc from 'fast-check';

const seed = process.env['PROPERTY_SEED'];

// Every run tries the same examples. PROPERTY_SEED=random tries new ones, as test/long/properties.long.ts does, and a number repeats a failure.
if (seed !== 'random') fc.configureGlobal({ seed: seed === undefined ? 20_261_122 : Number(seed) });
