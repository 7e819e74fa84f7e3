import { ReceivedFile } from '#api/types/upload.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { limitBytes } from './multipart.ts';

/** A file that can be read repeatedly, until it is closed. */
interface KeptFile {
  readonly file: ReceivedFile;
  readonly close: () => Promise<void>;
}

/** Stores a file that can be read once in a temporary file: it is hashed before it is used. Fails PAYLOAD_TOO_LARGE. */
export async function keepFile(sent: ReceivedFile, maxBytes: number): Promise<KeptFile> {
  const kept = await TemporaryFile.write(limitBytes(sent.openStream(), maxBytes));
  return {
    file: new ReceivedFile(sent.filename, sent.mimetype, kept.size, () => kept.openStream()),
    close: () => kept.close(),
  };
}
