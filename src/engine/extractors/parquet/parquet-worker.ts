import { workerData } from 'node:worker_threads';
import { answerRequests, type OpenFile, readBytes } from '../reader-thread.ts';
import { readParquet, type ParquetPart } from './read-parquet.ts';

// The code that starts the thread passes an OpenFile.
const file = workerData as OpenFile;

const parts = readParquet({ byteLength: file.size, slice: (start, end) => readBytes(file, start, end).buffer });

answerRequests(async (): Promise<ParquetPart | null> => {
  const result: IteratorResult<ParquetPart, void> = await parts.next();
  return result.done === true ? null : result.value;
});
