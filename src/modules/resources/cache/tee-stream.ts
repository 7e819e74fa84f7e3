import { PassThrough, Transform, type Readable } from 'node:stream';

/**
 * A stream with the content, which also goes to a second reader. It ends after the second reader has finished, whether that one
 * succeeded or failed. If it is destroyed before its end, the copy of the second reader fails.
 */
export function teeStream(content: Readable, second: (copy: Readable) => Promise<void>): Readable {
  const copy = new PassThrough();
  const isDone = second(copy)
    .catch(() => undefined)
    .finally(() => {
      copy.resume();
    });
  const first = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (copy.destroyed || copy.write(chunk)) done(null, chunk);
      else
        onceFree(copy, () => {
          done(null, chunk);
        });
    },
    flush(done) {
      copy.end();
      isDone.then(() => {
        done();
      }, done);
    },
    destroy(error, done) {
      if (!copy.writableEnded) copy.destroy(new Error('The content was not read to its end.'));
      content.destroy();
      done(error);
    },
  });
  copy.on('error', () => undefined);
  content.on('error', (error) => {
    first.destroy(error);
  });
  return content.pipe(first);
}

/** Calls back when a stream accepts more data, or is closed. */
function onceFree(stream: PassThrough, callback: () => void): void {
  const free = (): void => {
    stream.off('drain', free).off('close', free);
    callback();
  };
  stream.on('drain', free).on('close', free);
}
