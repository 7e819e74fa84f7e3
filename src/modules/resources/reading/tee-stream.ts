import { PassThrough, Transform, type Readable } from 'node:stream';

/**
 * Returns a stream of the content and passes a copy to a second reader. The stream ends after the second reader has finished,
 * whether it succeeded or failed. If the stream is destroyed before its end, the copy of the second reader fails.
 */
export function teeStream(content: Readable, second: (copy: Readable) => Promise<void>): Readable {
  const copy = new PassThrough();
  const secondDone = second(copy)
    .catch(() => undefined)
    .finally(() => {
      copy.resume();
    });
  const first = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (copy.destroyed || copy.write(chunk)) done(null, chunk);
      else
        onceWritable(copy, () => {
          done(null, chunk);
        });
    },
    flush(done) {
      copy.end();
      secondDone.then(() => {
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
function onceWritable(stream: PassThrough, callback: () => void): void {
  const onWritable = (): void => {
    stream.off('drain', onWritable).off('close', onWritable);
    callback();
  };
  stream.on('drain', onWritable).on('close', onWritable);
}
