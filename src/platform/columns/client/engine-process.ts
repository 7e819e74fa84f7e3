import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CatalogError } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import type { AnswerMessage, ClientMessage, EngineSettings, Failure, RequestKind, Requests } from '../protocol.ts';

type Answer<Kind extends RequestKind> = Requests[Kind]['answer'];

/** A failure of a request that the client may repair: undefined tables or damaged files. */
export class RequestFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('message' in failure ? failure.message : failure.kind);
    this.failure = failure;
  }
}

/** A request that waits for its answer. */
interface PendingRequest {
  readonly resolve: (answer: Answer<RequestKind>) => void;
  readonly reject: (error: unknown) => void;
}

interface EngineProcessOptions {
  readonly script: URL;
  readonly settings: EngineSettings;
  readonly log: Log;
  /** How long an abandoned request may run before the process counts as hung, in milliseconds. */
  readonly hungMs: number;
  /** Ends without work after a while, and yields the processors to processes of queries. */
  readonly isBackground: boolean;
}

const idleMs = 30_000;
const backgroundPriority = 10;

/** A process of the column engine, which starts with the first request, and again with the first request after a crash. */
export class EngineProcess {
  readonly #options: EngineProcessOptions;
  readonly #pending = new Map<number, PendingRequest>();
  #child: ChildProcess | undefined;
  #lastId = 0;
  #holders = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether the process must be replaced once it has nothing to do. */
  #isSpoiled = false;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
  }

  /** Sends a request. An abort ends it with the reason of the signal. Fails UNAVAILABLE when the process ends. */
  async request<Kind extends RequestKind>(
    kind: Kind,
    body: Requests[Kind]['request'],
    signal?: AbortSignal,
  ): Promise<Answer<Kind>> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new CatalogError('UNAVAILABLE');
    const child = (this.#child ??= this.#start());
    const id = ++this.#lastId;
    const abort = () => this.#abandon(child, id, signal?.reason);
    try {
      return await new Promise<Answer<Kind>>((resolve, reject) => {
        // The process answers a request with the answer of its kind.
        this.#expect(id, {
          resolve: (answer) => {
            resolve(answer);
          },
          reject,
        });
        signal?.addEventListener('abort', abort);
        this.#send(child, { id, kind, body });
      });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Keeps a process from ending between requests, until the returned function is called. */
  hold(): () => void {
    this.#holders++;
    this.#stayAlive();
    return () => {
      this.#holders--;
      this.#endWhenIdle();
    };
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }

  /** The identifier of the process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(): ChildProcess {
    const { script, settings, log, isBackground } = this.#options;
    const { statements, streams } = settings;
    const compileCache = process.env['NODE_COMPILE_CACHE'];
    const child = fork(fileURLToPath(script), [], {
      serialization: 'advanced',
      execArgv: [],
      env: {
        // The settings of the service, with its secrets, stay here.
        TZ: 'UTC',
        // Each statement that runs occupies a thread of the pool.
        UV_THREADPOOL_SIZE: String(Math.min(statements + streams + 4, 1024)),
        // Returns freed blocks to the system: 350 MB instead of 500 after large queries, for a few hundredths of their time.
        MALLOC_MMAP_THRESHOLD_: '131072',
        // Threads share two heaps: each of its own keeps freed blocks that the others cannot use, 40 to 60 MB after large queries.
        MALLOC_ARENA_MAX: '2',
        // Where the process is loaded from its sources, as in tests, its start takes a third of the time.
        ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.on('message', (message: AnswerMessage) => {
      this.#settle(message);
    });
    child.on('error', (error) => {
      log.error({ err: error }, 'The process of the column engine has failed.');
      this.#fail(child);
    });
    child.on('exit', (code, signal) => {
      if (this.#child === child && !this.#isClosed)
        log.error({ code, signal, failed_requests: this.#pending.size }, 'The process of the column engine has ended.');
      this.#fail(child);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log.error({ text: text.slice(0, 2_000) }, 'The process of the column engine reports an error.');
    });
    if (child.stderr instanceof Socket) child.stderr.unref();
    if (isBackground && child.pid !== undefined) yieldProcessors(child.pid);
    this.#expect(++this.#lastId, { resolve: () => undefined, reject: () => undefined });
    this.#send(child, { id: this.#lastId, kind: 'start', body: settings });
    return child;
  }

  #send(child: ChildProcess, message: ClientMessage): void {
    // A failure to send is the end of the process, which is reported by itself.
    child.send(message, () => undefined);
  }

  #expect(id: number, pending: PendingRequest): void {
    this.#pending.set(id, pending);
    this.#stayAlive();
  }

  #settle(message: AnswerMessage): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('answer' in message) pending?.resolve(message.answer);
    else pending?.reject(this.#errorOf(message.failure));
    this.#endWhenIdle();
  }

  #errorOf(failure: Failure): Error {
    if (failure.kind === 'tooLarge')
      return new CatalogError('ANSWER_TOO_LARGE', { limit: Math.ceil(failure.maxBytes / 2 ** 20) });
    if (failure.kind !== 'code') return new RequestFailure(failure);
    this.#isSpoiled ||= failure.losesSpace === true;
    this.#options.log.warn({ reason: failure.message }, 'The column engine refused a request.');
    if (failure.code === 'STORAGE_FULL') return new CatalogError('STORAGE_FULL', { disk: 'the column engine' });
    return new CatalogError(failure.code);
  }

  /** Ends a request for its caller, and interrupts it. A process that does not interrupt it hangs. */
  #abandon(child: ChildProcess, id: number, reason: unknown): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.reject(reason);
    this.#send(child, { cancel: id });
    const { hungMs, log } = this.#options;
    const timer = setTimeout(() => {
      log.error('The column engine hangs in an interrupted statement, and is started again.');
      child.kill('SIGKILL');
    }, hungMs).unref();
    this.#pending.set(id, {
      resolve: () => {
        clearTimeout(timer);
      },
      reject: () => {
        clearTimeout(timer);
      },
    });
  }

  /** Fails the requests of a process that has ended. */
  #fail(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#isSpoiled = false;
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of failed) reject(new CatalogError('UNAVAILABLE'));
  }

  #stayAlive(): void {
    clearTimeout(this.#idleTimer);
    if (this.#pending.size !== 1 || !this.#child) return;
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Lets this process end while the engine has nothing to do. Ends a spoiled engine then, and one in the background after a while. */
  #endWhenIdle(): void {
    const child = this.#child;
    if (this.#pending.size > 0 || !child) return;
    child.unref();
    child.channel?.unref();
    if (this.#holders > 0) return;
    const end = () => {
      this.#child = undefined;
      this.#isSpoiled = false;
      child.disconnect();
    };
    clearTimeout(this.#idleTimer);
    if (this.#isSpoiled) end();
    else if (this.#options.isBackground) this.#idleTimer = setTimeout(end, idleMs).unref();
  }
}

/** Lowers the priority of a process. Not every system allows it. */
function yieldProcessors(pid: number): void {
  try {
    setPriority(pid, backgroundPriority);
  } catch {
    // The process runs with the priority of this one.
  }
}
