import type { OperationDefinitionNode } from 'graphql';
import type { ErrorCode } from '#kernel/error-codes.ts';
import type { PlanLookup, PlanReport } from './planning/plan-cache.ts';

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

/** What a client asked to be told about its request, in the `extensions` of the response. */
export interface RequestReports {
  /** Whether the response has the cost of the request. */
  readonly cost: boolean;
  /** How the request was answered, for an administrator who asked for it. */
  readonly explanation: Explanation | undefined;
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
