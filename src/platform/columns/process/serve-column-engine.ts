import type { ColumnFunctions } from '../column-functions.ts';
import type {
  AnswerMessage,
  ClientMessage,
  EngineSettings,
  RequestKind,
  RequestMessage,
  Requests,
} from '../protocol.ts';
import { failureOf, isFatal } from './engine-failure.ts';
import { GenerationFiles } from './generation-files.ts';
import { NativeFileBuilder } from './build-native-file.ts';
import { lockSettings, openColumnDatabase } from './open-database.ts';
import { OpenTables } from './open-tables.ts';
import { StatementConnections } from './statement-connections.ts';
import { Statements, type ConnectionSets } from './statements.ts';

type Answer<Kind extends RequestKind> = Requests[Kind]['answer'];

/** How much the engine computes before the first row of a stream is read, and ahead of its reader. The default of ten times as much takes 100 ms. */
const streamBuffer = `streaming_buffer_size = '100KB'`;

/** For wide records: otherwise the engine collects rows that a filter keeps until it has 2,048, however long their texts are, which is quicker for others. */
const smallSteps = 'enable_caching_operators = false';

/** The function that answers each kind of request. */
type Handlers = {
  readonly [Kind in RequestKind]: (body: Requests[Kind]['request'], signal: AbortSignal) => Promise<Answer<Kind>>;
};

/** The functions of queries, and those that make the columns of Parquet files (`MadeColumn`). */
export interface EngineFunctions {
  readonly ofQueries: ColumnFunctions;
  readonly ofFiles: ColumnFunctions;
}

/** Serves the column engine to the process that has forked this one, and ends with it. */
export function serveColumnEngine(functions: EngineFunctions): void {
  const running = new Map<number, AbortController>();
  let handlers: Handlers | undefined;

  const answer = async (message: RequestMessage, signal: AbortSignal): Promise<Answer<RequestKind>> => {
    if (message.kind === 'start') handlers = createHandlers((message as RequestMessage<'start'>).body, functions);
    if (!handlers) throw new Error('The first request must be start.');
    return handle(handlers, message, signal);
  };

  const serve = async (message: RequestMessage): Promise<void> => {
    const { id } = message;
    const controller = new AbortController();
    running.set(id, controller);
    let result: AnswerMessage;
    let mustEnd = false;
    try {
      result = { id, answer: await answer(message, controller.signal) };
    } catch (error) {
      result = { id, failure: failureOf(error) };
      mustEnd = isFatal(error);
    }
    running.delete(id);
    process.send?.(result, undefined, undefined, mustEnd ? endProcess : undefined);
  };

  process.on('message', (message: ClientMessage) => {
    if ('cancel' in message) running.get(message.cancel)?.abort();
    else void serve(message);
  });
  // There is nothing to complete: queries write nothing, and the file of an unfinished generation is worth nothing.
  process.on('disconnect', endProcess);
}

const handle = <Kind extends RequestKind>(
  handlers: Handlers,
  { kind, body }: RequestMessage<Kind>,
  signal: AbortSignal,
): Promise<Answer<Kind>> => handlers[kind](body, signal);

/** Returns what answers the requests. A process that writes needs no engine for queries, and opens none. */
function createHandlers(settings: EngineSettings, { ofQueries, ofFiles }: EngineFunctions): Handlers {
  let opened: Promise<Statements> | undefined;
  const statements = () => (opened ??= openStatements(settings, ofQueries));
  const generations = new GenerationFiles(settings, ofFiles);
  const builder = new NativeFileBuilder({ settings, functions: ofFiles });
  return {
    start: () => Promise.resolve(null),
    rows: async (body, signal) => (await statements()).rows(body, signal),
    openStream: async (body, signal) => (await statements()).openStream(body, signal),
    readStream: async (body, signal) => (await statements()).readStream(body, signal),
    closeStream: async (body) => (await statements()).closeStream(body),
    writeParquet: async (body, signal) => (await statements()).writeParquet(body, signal),
    writeRows: async (body, signal) => (await statements()).writeRows(body, signal),
    writeOrder: async (body, signal) => (await statements()).writeOrder(body, signal),
    forgetFile: async (body) => (await statements()).forgetFile(body),
    buildFile: (body, signal) => builder.build(body, signal),
    createGeneration: (body) => generations.create(body),
    continueFile: (body, signal) => generations.continueFile(body, signal),
    addColumns: (body, signal) => generations.addColumns(body, signal),
    insertLines: (body, signal) => generations.insertLines(body, signal),
    findRepeated: (body, signal) => generations.findRepeated(body, signal),
    readRepeated: (body, signal) => generations.readRepeated(body, signal),
    setIdentifiers: (body, signal) => generations.setIdentifiers(body, signal),
    finishGeneration: (body, signal) => generations.finish(body, signal),
    closeGeneration: (body) => generations.close(body),
  };
}

async function openStatements(settings: EngineSettings, functions: ColumnFunctions): Promise<Statements> {
  const database = await openColumnDatabase({ ...settings, memoryLimit: settings.statementMemoryLimit }, functions);
  const open = async (count: number, ...all: string[]): Promise<ConnectionSets> => ({
    usual: await StatementConnections.open(database, count, all),
    wide: await StatementConnections.open(database, count, [...all, smallSteps]),
  });
  const connections = await open(settings.statements);
  const streamConnections = await open(settings.streams, streamBuffer);
  await lockSettings(database);
  const tables = new OpenTables(await database.connect(), settings.statementMemoryLimit, (table) => {
    for (const { usual, wide } of [connections, streamConnections]) {
      usual.forget(table);
      wide.forget(table);
    }
  });
  return new Statements(tables, connections, streamConnections);
}

/** Ends the process at once: an orderly exit would wait for the threads of the engine. */
function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}
