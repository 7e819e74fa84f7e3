import type { Sample } from '../extractor.ts';

/** Caches the results of a function, because several formats call it with the same sample. */
export function memoizePerSample<Result>(compute: (sample: Sample) => Result): (sample: Sample) => Result {
  const cache = new WeakMap<Sample, { readonly result: Result }>();
  return (sample) => {
    const { result } = cache.get(sample) ?? { result: compute(sample) };
    cache.set(sample, { result });
    return result;
  };
}
