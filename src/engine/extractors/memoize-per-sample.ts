import type { Sample } from './extractor.ts';

/** Caches a function of a sample, which several formats call. */
export function memoizePerSample<Found>(find: (sample: Sample) => Found): (sample: Sample) => Found {
  const known = new WeakMap<Sample, { readonly found: Found }>();
  return (sample) => {
    const { found } = known.get(sample) ?? { found: find(sample) };
    known.set(sample, { found });
    return found;
  };
}
