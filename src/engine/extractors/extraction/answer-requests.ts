import { parentPort } from 'node:worker_threads';
import { describeLibraryError } from './library-failure.ts';

/** Answers the requests of a `ReaderThread`, in the thread. */
export function answerRequests(answer: (request: unknown) => unknown): void {
  const respond = async (request: unknown): Promise<{ failure: string } | { answer: unknown }> => {
    try {
      return { answer: await answer(request) };
    } catch (error) {
      return { failure: describeLibraryError(error) };
    }
  };
  parentPort?.on('message', (request: unknown) => void respond(request).then((sent) => parentPort?.postMessage(sent)));
}
