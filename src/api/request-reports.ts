import type { PlanLookup, PlanReport } from './planning/plan-cache.ts';

/** What a client asked to be told about its request, in the `extensions` of the response. */
export interface RequestReports {
  /** Whether the response has the cost of the request. */
  readonly cost: boolean;
  /** How the request was answered, for an administrator who asked for it. */
  readonly explanation: Explanation | undefined;
}

/** A statement that a request sent. */
export interface ExplainedStatement {
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
