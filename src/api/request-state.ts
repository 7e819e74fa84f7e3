import type { ParameterValues, Sql } from '#kernel/sql.ts';
import type { OperationDefinitionNode } from 'graphql';
import type { ErrorCode } from '#kernel/error-codes.ts';

/** What a part of a request keeps for a later part. Transactions and copies of the context share it. */
export interface RequestState {
  /** The stream that the operation prepared. The REST layer sends it after the operation has returned. */
  preparedStream?: PreparedStream;
  /** The result of a mutation whose answer is not complete yet, so that graphql-js does not run the mutation again when the plan of its payload fails. */
  stashedResult?: Promise<unknown> | undefined;
  /** Whether no plan answers the operation: it is planned once. */
  isLeftToResolvers: boolean;
  /**
   * The uid of the object that the request has changed last. The payload of the change shows the object: the caller has proven the right to read
   * it under the lock, and may have lost it since. Undefined after a change that itself may have removed rights of the caller.
   */
  changedUid: string | undefined;
  /** The quotas that are left after the counted calls of the request, even where such a call was refused, for the headers of the answer. */
  readonly quotas: Map<QuotaScope, CountedQuota>;
  /** Whether the request counted its call on a dataset, whether or not the caller has a quota. */
  hasDatasetCall: boolean;
  /** Whether the request is a call on the dataset whose quota it reads, as a request to the Explore API is whatever it reads. */
  isDatasetCall: boolean;
  /** The attempts to submit a form that were counted before the content of the request was received, by the form's slug, until one is used. */
  readonly attempts: Map<string, 'unused' | 'used'>;
  /** The reads of records, by kind. */
  readonly reads: Map<string, CountedReads>;
}

/** The state of a request that begins. */
export const createRequestState = (): RequestState => ({
  isLeftToResolvers: false,
  changedUid: undefined,
  quotas: new Map(),
  hasDatasetCall: false,
  isDatasetCall: false,
  attempts: new Map(),
  reads: new Map(),
});

/** A stream that is being sent. */
export interface OpenStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

/** A stream that an operation prepared. It holds no resources until it is opened. */
interface PreparedStream {
  /** Identifies the content: two streams with the same tag have the same bytes. Absent when only reading the content could tell. */
  readonly tag?: string;
  /** Opens the stream as soon as its caller may use a connection. Fails where too many streams are open. */
  readonly open: () => Promise<OpenStream>;
}

/** A caller's quota of calls, and how many calls are left. */
interface CountedQuota {
  readonly unit: string;
  /** The number of calls in one period. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next period begins. */
  readonly resetsAt: string;
}

/** What a quota limits: calls on one dataset, or all calls of the Explore API. */
export type QuotaScope = 'dataset' | 'domain';

/** Counts the different reads of one kind. They are compared only where there are more than the limit, because writing a statement costs as much as a small read. */
export class CountedReads {
  readonly #limit: number;
  #keys: Set<string> | undefined;
  readonly #reads: (() => string)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a read by the function that computes its key; returns the number of different reads where that may exceed the limit. */
  add(keyOf: () => string): number {
    if (!this.#keys && this.#reads.push(keyOf) <= this.#limit) return this.#reads.length;
    this.#keys ??= new Set(this.#reads.map((each) => each()));
    this.#keys.add(keyOf());
    return this.#keys.size;
  }
}

/** Reads the payload of a mutation in the statement that makes its change, which saves a statement that reads it afterwards. */
export interface PayloadReader {
  /** The query of a payload, made by `lazyObject`; undefined where no plan expresses it. */
  queryOf(payload: object): Promise<PayloadQuery | undefined>;
  /** Takes what the query read. The payload is then not read again. */
  take(text: string): void;
}

/** An SQL expression of a payload's text, and the values of its parameters. */
export interface PayloadQuery {
  readonly text: Sql;
  readonly parameters: ParameterValues;
}

/** The maximum number of operations that are recorded, and of characters of their names, because clients choose both. */
const maxOperations = 10;
const maxNameLength = 100;

/** Records what a request runs, for its log line, its metrics and the caches in front. */
export class RequestRecord {
  readonly #operations = new Set<OperationDefinitionNode>();
  readonly #errors = new Set<ErrorCode>();
  #isPersonal = false;
  #points = 0;
  /** Whether the response has errors, also those whose codes are GraphQL's own. */
  hasErrors = false;
  /** Whether the operation of the request has been charged: Apollo repeats an operation that no plan answered. */
  isOperationCharged = false;

  /** The first operation of the graph that the request ran; undefined without one. */
  get operation(): OperationDefinitionNode | undefined {
    return this.#operations.values().next().value;
  }

  /** The names of the operations of the graph that the request ran: one by GraphQL, one or more by REST. */
  get operationNames(): readonly string[] {
    return [...this.#operations].map(({ name, operation }) =>
      (name?.value ?? `unnamed ${operation}`).slice(0, maxNameLength),
    );
  }

  /** The codes of the errors in the response. */
  get errors(): readonly ErrorCode[] {
    return [...this.#errors];
  }

  /** Whether the response depends on the address of the client or reports on the request, so that no cache may keep it. */
  get isPersonal(): boolean {
    return this.#isPersonal;
  }

  markPersonal(): void {
    this.#isPersonal = true;
  }

  /** The points that the request costs, as far as they are known; also where the caller cannot spend them. */
  get points(): number {
    return this.#points;
  }

  addPoints(points: number): void {
    this.#points += points;
  }

  addOperation(operation: OperationDefinitionNode): void {
    if (this.#operations.size < maxOperations) this.#operations.add(operation);
  }

  addError(code: ErrorCode): void {
    this.#errors.add(code);
  }
}

/** What a client asked to learn about its request, in the `extensions` of the response. */
export interface RequestReports {
  /** Whether the response has the cost of the request. */
  readonly cost: boolean;
  /** How the request was answered, for an administrator who asked for it. */
  readonly explanation: Explanation | undefined;
}

/** Whether the cache had a plan. */
type PlanLookup = 'hit' | 'miss';

/** Receives how a request is planned. */
export interface PlanReport {
  setPlan(lookup: PlanLookup): void;
}

/** A statement that a request sent. */
interface ExplainedStatement {
  /** The text, with numbers in the place of values. */
  readonly text: string;
  /** The time until its result was there, without the wait for a connection of the request's own share. */
  readonly milliseconds: number;
  readonly rows: number;
}

/** The maximum number of statements in an explanation. */
const maxStatements = 100;

/** Collects how a request is answered: by which statements, and whether by a plan. */
export class Explanation implements PlanReport {
  readonly #statements: ExplainedStatement[] = [];
  #statementCount = 0;
  #plan: PlanLookup | undefined;
  #unsupported: string | undefined;

  addStatement(statement: ExplainedStatement): void {
    this.#statementCount += 1;
    if (this.#statements.length < maxStatements) this.#statements.push(statement);
  }

  /** Notes whether the cache had the plan of the operation. */
  setPlan(lookup: PlanLookup): void {
    this.#plan = lookup;
  }

  /** Notes why resolvers answer instead of a plan. */
  setUnsupported(reason: string): void {
    this.#unsupported = reason;
  }

  toJSON(): object {
    return {
      plan: this.#plan ?? null,
      unsupported: this.#unsupported ?? null,
      statementCount: this.#statementCount,
      statements: this.#statements,
    };
  }
}
