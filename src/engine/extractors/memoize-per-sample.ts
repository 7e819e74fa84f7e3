import type { Sample } from './extractor.ts';

/** What is found out about a sample, once: several formats ask the same of it. */
export function memoizePerSample<Found>(find: (sample: Sample) => Found): (sample: Sample) => Found {
  const known = new WeakMap<Sample, { readonly found: Found }>();
  return (sample) => {
    const { found } = known.get(sample) ?? { found: find(sample) };
    known.set(sample, { found });
    return found;
  };
}
