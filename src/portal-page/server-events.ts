/** An event of a stream of server-sent events. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a stream. Comments keep a connection open and are left out. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event.name !== '') yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads one event from its lines. */
export function eventOf(block: string): ServerEvent {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  return { name: valuesOf('event').join(''), data: valuesOf('data').join('\n') };
}
