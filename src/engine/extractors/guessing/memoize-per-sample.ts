import type { Sample } from '../extractor.ts';

/** Caches a function of a sample, which several formats call. */
export function memoizePerSample<Result>(compute: (sample: Sample) => Result): (sample: Sample) => Result {
  const cache = new WeakMap<Sample, { readonly result: Result }>();
  return (sample) => {
    const { result } = cache.get(sample) ?? { result: compute(sample) };
    cache.set(sample, { result });
    return result;
  };
}
