import { workerData } from 'node:worker_threads';
import { answerRequests } from '../reader-thread.ts';
import type { FeaturePart, FeatureSource } from './feature-part.ts';
import { readFlatGeobuf } from './read-flatgeobuf.ts';
import { readGeoPackage } from './read-geopackage.ts';

// The code that starts the thread passes a FeatureSource.
const source = workerData as FeatureSource;

const parts = source.format === 'flatgeobuf' ? readFlatGeobuf(source) : readGeoPackage(source, source.layer);

answerRequests((): FeaturePart | null => {
  const result: IteratorResult<FeaturePart, void> = parts.next();
  return result.done === true ? null : result.value;
});
