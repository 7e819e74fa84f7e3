import type { RequestContext } from '#api/context.ts';
import { clientIdentity } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';

/** The delay after which a caller with too many running exports may try again. */
const retryAfterSeconds = 5;

/** A file to export. */
export interface ExportedFile {
  /** Identifies the content: two files with the same tag have the same bytes. Absent when only reading the content could tell. */
  readonly tag?: string;
  /** Starts to write the file, in pieces. The signal aborts when the client has received the whole file, or has disconnected. */
  readonly write: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
}

/**
 * Prepares the stream of an exported file, for the REST layer to send. The stream holds and reads nothing before it is opened; opening
 * fails TOO_MANY_EXPORTS where too many exports are running, and UNAVAILABLE where others use the connections for too long.
 */
export const prepareFile = (ctx: RequestContext, { tag, write }: ExportedFile): unknown =>
  (ctx.state.preparedStream = {
    ...(tag !== undefined && { tag }),
    async open() {
      const freeSlot =
        ctx.app.exportSlots(JSON.stringify(clientIdentity(ctx.session))) ??
        fail('TOO_MANY_EXPORTS', { seconds: retryAfterSeconds });
      const closed = new AbortController();
      const held = [freeSlot, () => closed.abort()];
      const close = () => {
        for (const free of held) free();
      };
      try {
        held.push(await ctx.admission.admitExport());
        return { chunks: write(closed.signal), close };
      } catch (error) {
        close();
        throw error;
      }
    },
  });
