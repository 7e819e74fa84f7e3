/** A received event. */
export interface ReceivedEvent {
  readonly event: string;
  // Tests check the shape of what they expect.
  readonly data: ReturnType<typeof JSON.parse>;
}

/** The answer of a subscription, read event by event. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>;
  /** The next event that matches; fails when the stream ends without one. */
  find(expected: (status: ReceivedEvent['data']) => boolean): Promise<ReceivedEvent['data']>;
  /** All events until the stream ends. */
  rest(): Promise<ReceivedEvent[]>;
  /** Closes the connection. */
  close(): void;
}

/** The address and the caller of a stream. */
export interface StreamCaller {
  /** The address of the gateway. */
  readonly origin: string;
  readonly key: string;
}

/** A page of the service, with the cookie of a session. */
interface StreamingPage extends Pick<StreamCaller, 'origin'> {
  readonly cookie: string;
}

/** Opens a stream with a request of GraphQL. */
export async function openStream(
  { origin, ...caller }: StreamCaller | StreamingPage,
  request: object,
): Promise<EventStream> {
  const credential =
    'key' in caller ? { authorization: `Apikey ${caller.key}` } : { cookie: caller.cookie, origin, 'x-csrf': '1' };
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/graphql/stream`, {
    method: 'POST',
    signal: leaving.signal,
    body: JSON.stringify(request),
    headers: { ...credential, 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  const events = eventsOf(answer);
  const next = async () => (await events.next()).value ?? undefined;
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    async find(expected) {
      for (let seen = []; ;) {
        const event = await next();
        if (event?.event !== 'next')
          throw new Error(`It never came; what came was ${JSON.stringify([...seen, event])}.`);
        seen.push(event.data);
        const status = event.data.data?.datasetStatus;
        if (status && expected(status)) return status;
      }
    },
    async rest() {
      const all: ReceivedEvent[] = [];
      for (let event = await next(); event; event = await next()) all.push(event);
      return all;
    },
    close: () => {
      leaving.abort();
    },
  };
}

async function* eventsOf({ body }: Response): AsyncGenerator<ReceivedEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    const searched = Math.max(0, text.length - 1);
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n', searched); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata:(.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      // heartbeats are comments, not events
      if (event !== undefined) yield { event, data: data ? JSON.parse(data) : null };
    }
  }
}

/** Follows the status of a dataset. */
export const followStatus = (listening: StreamCaller, uid: string): Promise<EventStream> =>
  openStream(listening, {
    query: 'subscription ($uid: ID!) { datasetStatus(uid: $uid) { status previous next isPublished message params } }',
    variables: { uid },
  });
